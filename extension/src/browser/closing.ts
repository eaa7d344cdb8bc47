import { withDeadline } from "../deadline";
import { failure, Reason } from "../errors";
import { send } from "./debugger";
import { CLOSE_PREPARATION_MS } from "./limits";
import { unlessMissing } from "./tabs";

/**
 * Makes ready for tabs to be closed: a page that asks whether it may be left is answered by the debugger only where
 * there is one, and would keep its tab open otherwise.
 */
export async function prepareClosing(tabIds: Iterable<number>): Promise<void> {
  const late = () => failure(Reason.DEBUGGER_UNAVAILABLE, "the page does not answer");
  const attachments = [...tabIds].map((tabId) => withDeadline(send(tabId, "Page.enable"), CLOSE_PREPARATION_MS, late));
  // Where the debugger may not be, the page is closed without.
  await Promise.allSettled(attachments);
}

/** Closes a tab. Does nothing when it is gone. */
export async function closeTab(tabId: number): Promise<void> {
  await prepareClosing([tabId]);
  await unlessMissing(chrome.tabs.remove(tabId));
}
