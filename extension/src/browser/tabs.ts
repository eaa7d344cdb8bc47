import { failure, Reason } from "../errors";
import { attach } from "./debugger";

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

/** Where and how a tab shall open. */
export interface TabOptions {
  readonly windowId: number;
  readonly url: string;
  /** Whether it comes to the front of its window. */
  readonly active: boolean;
  /** Place in the window, from 0. Absent: at the end. */
  readonly index?: number | undefined;
}

/**
 * Opens a tab with the debugger on it where that may be, and leaves its window where it is. Raises `cdp_failed` when
 * the browser refuses.
 */
export async function openTab({ active, index, ...options }: TabOptions): Promise<IdentifiedTab> {
  const place = index === undefined ? {} : { index };
  // A tab that is created in front would take its window to the front of all others. Also, a page that opens a dialog
  // before the debugger has come would be stuck in front, whereas behind other tabs the browser refuses the dialog.
  const tab = await chrome.tabs.create({ ...options, ...place, active: false });
  if (!isIdentified(tab)) throw failure(Reason.CDP_FAILED, "the browser opened no tab");
  await attach(tab.id).catch(() => undefined);
  if (active) await chrome.tabs.update(tab.id, { active: true });
  return tab;
}

/** Whether the person lets this extension see files. */
export function filesAllowed(): Promise<boolean> {
  return chrome.extension.isAllowedFileSchemeAccess();
}
