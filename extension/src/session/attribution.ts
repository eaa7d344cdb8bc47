import { attachAhead } from "../browser/debugger";
import { FocusGuard } from "./focus";
import type { Sessions } from "./sessions";

/**
 * Keeps the sessions informed of the browser's tabs and windows. Must be called in the first turn of the worker, or
 * events that started it go unheard.
 */
export function watchTabs(sessions: Sessions): void {
  const focus = new FocusGuard(sessions);
  chrome.webNavigation.onCreatedNavigationTarget.addListener(({ sourceTabId, tabId }) => {
    const session = sessions.ownerOf(sourceTabId);
    if (session === undefined) return;
    session.adopt(tabId);
    focus.tabOpened(session);
  });
  chrome.webNavigation.onBeforeNavigate.addListener(({ frameId, tabId }) => {
    if (frameId === 0 && sessions.ownerOf(tabId) !== undefined) attachAhead(tabId);
  });
  chrome.tabs.onRemoved.addListener((tabId, { windowId, isWindowClosing }) => {
    // Said before the window is gone, so that calls in the tab end with the session's end and not for want of a tab.
    if (isWindowClosing) leave(windowId);
    sessions.tabClosed(tabId);
  });
  chrome.tabs.onAttached.addListener((tabId, { newWindowId }) => sessions.tabMoved(tabId, newWindowId));
  chrome.tabs.onReplaced.addListener((added, removed) => sessions.tabReplaced(added, removed));
  chrome.windows.onRemoved.addListener(leave);

  function leave(windowId: number): void {
    sessions.windowGone(windowId).catch((error) => console.error("tabs of an ended session stay open", error));
  }
}
