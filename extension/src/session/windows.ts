import { prepareClosing } from "../browser/closing";
import { awaitFirstPage } from "../browser/navigation";
import { unlessMissing } from "../browser/tabs";
import { type WindowSize, withinScreen } from "../browser/windows";
import { withDeadline } from "../deadline";
import { failure, Reason } from "../errors";
import { CLOSE_TIMEOUT_MS } from "./limits";
import type { Session } from "./session";

/** How an Agent Window shall open. */
export interface WindowOptions {
  /** Outer size in CSS pixels. Absent: the browser's choice. */
  readonly size?: WindowSize;
  /** Whether it comes to the front. */
  readonly focused: boolean;
}

/** An open window with the tab that it came with. */
export interface OpenedWindow {
  readonly windowId: number;
  readonly tabId: number;
}

/** Opens a window on an empty page, and settles when that is there. Raises `cdp_failed` when the browser refuses, and `invalid_params`
 * when the window would lie off the screen. */
export async function openWindow(options: WindowOptions, signal: AbortSignal): Promise<OpenedWindow> {
  const { focused, size } = options;
  const opened = await withinScreen(
    chrome.windows.create({ url: "about:blank", type: "normal", state: "normal", focused, ...size }),
  );
  const tabId = opened?.tabs?.[0]?.id;
  if (opened?.id === undefined || tabId === undefined) {
    throw failure(Reason.CDP_FAILED, "the browser opened no window for the session");
  }
  // A window that shows nothing yet is a window all the same, and its opener decides what becomes of it.
  await awaitFirstPage(tabId, signal).catch(() => undefined);
  return { windowId: opened.id, tabId };
}

/**
 * Closes the tabs of a session, and its window with them unless a tab of the person's is in it. Settles when they are
 * gone. Returns whether the window stays. Raises `cleanup_failed` when the browser does not close them in time.
 */
export async function closeAgentTabs(session: Session): Promise<{ readonly windowReleased: boolean }> {
  await prepareClosing(session.tabIds);
  const inWindow = await tabsOfWindow(session.windowId);
  const windowReleased = inWindow.some((tabId) => !session.tabIds.has(tabId));
  if (inWindow.length > 0 && !windowReleased) await unlessMissing(chrome.windows.remove(session.windowId));
  const elsewhere = [...session.tabIds].filter((tabId) => windowReleased || !inWindow.includes(tabId));
  await Promise.all(elsewhere.map((tabId) => unlessMissing(chrome.tabs.remove(tabId))));
  await withDeadline(session.whenEmpty(), CLOSE_TIMEOUT_MS, () =>
    failure(Reason.CLEANUP_FAILED, "the browser did not close the session's tabs; close the window by hand", {
      resource_type: "agent_window",
      resource_id: session.windowId,
    }),
  );
  return { windowReleased };
}

/** Ids of the tabs in a window. Empty when the window is gone. */
async function tabsOfWindow(windowId: number): Promise<number[]> {
  const tabs = await unlessMissing(chrome.tabs.query({ windowId }));
  return (tabs ?? []).flatMap((tab) => (tab.id === undefined ? [] : [tab.id]));
}
