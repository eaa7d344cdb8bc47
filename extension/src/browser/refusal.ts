import { failure, Reason, ToolError } from "../errors";

/** Whether an error is a failure for this reason. */
export function isReason(error: unknown, reason: Reason): boolean {
  return error instanceof ToolError && error.reason === Reason[reason].toLowerCase();
}

/** Whether the browser refused to attach because this extension already is. */
export function isAlreadyAttached(error: unknown): boolean {
  return /^Another debugger is already attached/.test(textOf(error));
}

/** Whether a command was refused because the debugger is not attached. It was then not carried out. */
export function isNotAttached(error: unknown): boolean {
  return /^Debugger is not attached/.test(textOf(error));
}

/** What the browser said of a debugger command that it refused or failed, as a failure of ours. */
export function debuggerFailure(error: unknown, tabId: number): ToolError {
  if (error instanceof ToolError) return error;
  const text = textOf(error);
  const data = { tab_id: tabId, error_text: text };
  if (/^No tab with (given )?id/.test(text)) {
    return failure(Reason.TAB_NOT_FOUND, `there is no tab ${tabId}`, data);
  }
  if (/chrome-extension:\/\/|different extension/.test(text)) {
    const message = "the page embeds a page of another extension, which keeps the debugger away";
    return failure(Reason.CDP_EXTENSION_ACCESS_DENIED, message, data);
  }
  if (/^Cannot (access|attach)|cannot be scripted|^Restricted/.test(text)) {
    return failure(Reason.PAGE_RESTRICTED, "the tab shows a page that extensions may not touch", data);
  }
  if (/^Detached while handling command|^Debugger is not attached|^Another debugger|^Target closed/.test(text)) {
    return failure(Reason.DEBUGGER_UNAVAILABLE, `the debugger is not available on tab ${tabId}: ${text}`, data);
  }
  return failure(Reason.CDP_FAILED, `the browser failed a debugger command: ${text}`, data);
}

/** The browser's words. Errors of the protocol itself arrive as JSON with a code and a message. */
function textOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (!text.startsWith("{")) return text;
  try {
    const { message } = JSON.parse(text) as { message?: unknown };
    return typeof message === "string" ? message : text;
  } catch {
    return text;
  }
}
