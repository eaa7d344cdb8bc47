import { failure, Reason } from "../errors";

/** A tab as the browser describes it, with its id. */
export type IdentifiedTab = chrome.tabs.Tab & { readonly id: number };

/** The tab with this id. Raises `tab_not_found`. */
export async function requireTab(tabId: number): Promise<IdentifiedTab> {
  const tab = tabId < 0 ? undefined : await unlessMissing(chrome.tabs.get(tabId));
  if (!isIdentified(tab)) throw failure(Reason.TAB_NOT_FOUND, `there is no tab ${tabId}`, { tab_id: tabId });
  return tab;
}

/** Whether the browser gave a tab, and one with an id; tabs of developer tools have none. */
export function isIdentified(tab: chrome.tabs.Tab | undefined): tab is IdentifiedTab {
  return tab?.id !== undefined && tab.id !== chrome.tabs.TAB_ID_NONE;
}

/** The result, or undefined when the window or tab does not exist (any more). */
export async function unlessMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if (error instanceof Error && /^No (tab|window) with id/.test(error.message)) return undefined;
    throw error;
  }
}

/** Whether the person lets this extension see files. */
export function filesAllowed(): Promise<boolean> {
  return chrome.extension.isAllowedFileSchemeAccess();
}
