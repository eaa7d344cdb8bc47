import { failure, Reason, ToolError } from "../errors";
import { attach, send } from "./debugger";
import type { ActOutcome } from "./navigation";

/**
 * Opens an address in a tab, through the debugger where it may be: the browser then takes it for a person's wish and
 * not for a page's, and dialogs of the old and the new page are answered.
 */
export async function open(tabId: number, address: string): Promise<ActOutcome> {
  if (!(await mayDebug(tabId))) {
    const { url = "" } = (await chrome.tabs.update(tabId, { url: address })) ?? {};
    return { kind: differsByFragment(url, address) ? "shows" : "loads" };
  }
  const { errorText } = await send(tabId, "Page.navigate", { url: address });
  return errorText === undefined ? { kind: "shows" } : { kind: "failed", errorText };
}

/** Goes one page back or forward. Raises `no_history_entry` when there is none. */
export async function traverse(tabId: number, direction: "back" | "forward"): Promise<ActOutcome> {
  if (!(await mayDebug(tabId))) {
    await (direction === "back" ? chrome.tabs.goBack(tabId) : chrome.tabs.goForward(tabId)).catch(() => {
      throw noEntry(direction);
    });
    return { kind: "loads" };
  }
  // Unlike the tab's own back and forward, this does not skip pages that nobody has clicked on.
  const { currentIndex, entries } = await send(tabId, "Page.getNavigationHistory");
  const entry = entries[currentIndex + (direction === "back" ? -1 : 1)];
  if (entry === undefined) throw noEntry(direction);
  await send(tabId, "Page.navigateToHistoryEntry", { entryId: entry.id });
  return { kind: "loads", isFramesOnly: () => isAtEntry(tabId, entry.id) };
}

/** Whether a tab has come to an entry of its history. */
async function isAtEntry(tabId: number, entryId: number): Promise<boolean> {
  const { currentIndex, entries } = await send(tabId, "Page.getNavigationHistory");
  return entries[currentIndex]?.id === entryId;
}

/** Loads the page of a tab again, past the cache when it is to be hard. */
export async function reloadPage(tabId: number, hard: boolean): Promise<ActOutcome> {
  if (await mayDebug(tabId)) await send(tabId, "Page.reload", { ignoreCache: hard });
  else await chrome.tabs.reload(tabId, { bypassCache: hard });
  return { kind: "loads" };
}

/** Attaches the debugger where the browser lets it. */
async function mayDebug(tabId: number): Promise<boolean> {
  try {
    await attach(tabId);
    return true;
  } catch (error) {
    if (error instanceof ToolError && (error.code === "permission_denied" || error.code === "cdp_failed")) return false;
    throw error;
  }
}

function differsByFragment(from: string, to: string): boolean {
  return to.includes("#") && from !== to && from.split("#", 1)[0] === to.split("#", 1)[0];
}

function noEntry(direction: string): ToolError {
  return failure(Reason.NO_HISTORY_ENTRY, `the tab has no page to go ${direction} to`);
}
