import type { MessageInitShape } from "@bufbuild/protobuf";
import type { HandledDialogSchema } from "@gen/bsk/tools/v1/dialogs_pb";
import type { Protocol } from "devtools-protocol";
import { onEvent, send } from "./debugger";
import { DIALOG_LOG_LENGTH, DIALOG_TEXT_MAXIMUM_LENGTH } from "./limits";

/** A dialog that was answered, as results report it. */
export type HandledDialog = MessageInitShape<typeof HandledDialogSchema>;

const unreported = new Map<number, HandledDialog[]>();
let sequence = 0;

/**
 * Answers the dialogs of every tab with a debugger, so that none holds a page up: `alert` and `beforeunload` are
 * accepted, `confirm` and `prompt` dismissed. Must be called once, in the first turn of the worker.
 */
export function watchDialogs(): void {
  onEvent("Page.javascriptDialogOpening", answer);
  chrome.tabs.onRemoved.addListener((tabId) => unreported.delete(tabId));
}

/** The dialogs of a tab that were answered and not yet reported, the oldest first. They then count as reported. */
export function takeDialogs(tabId: number): HandledDialog[] {
  const dialogs = unreported.get(tabId) ?? [];
  unreported.delete(tabId);
  return dialogs;
}

function answer(tabId: number, opening: Protocol.Page.JavascriptDialogOpeningEvent): void {
  const accept = opening.type === "alert" || opening.type === "beforeunload";
  const dialogs = unreported.get(tabId) ?? [];
  dialogs.push(describe(tabId, opening, accept));
  unreported.set(tabId, dialogs.slice(-DIALOG_LOG_LENGTH));
  // The person may have answered it meanwhile, or the tab may be gone: then there is nothing to answer.
  send(tabId, "Page.handleJavaScriptDialog", { accept }).catch(() => undefined);
}

function describe(tabId: number, opening: Protocol.Page.JavascriptDialogOpeningEvent, accept: boolean): HandledDialog {
  const { type, message, url, defaultPrompt, hasBrowserHandler } = opening;
  sequence += 1;
  return {
    tabId,
    type,
    message: message.slice(0, DIALOG_TEXT_MAXIMUM_LENGTH),
    url: url.slice(0, DIALOG_TEXT_MAXIMUM_LENGTH),
    ...(type === "prompt" ? { defaultPrompt: (defaultPrompt ?? "").slice(0, DIALOG_TEXT_MAXIMUM_LENGTH) } : {}),
    hasBrowserHandler,
    handled: accept ? "accepted" : "dismissed",
    sequence,
  };
}
