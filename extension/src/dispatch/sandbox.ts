import { isIdentified, requireTab } from "../browser/tabs";
import { failure, Reason } from "../errors";
import type { Session } from "../session/session";

/** What the rules need to know of the sessions. */
export interface Ownership {
  /** The session that a tab belongs to. */
  ownerOf(tabId: number): Session | undefined;
  /** The session whose Agent Window this is. */
  ofWindow(windowId: number): Session | undefined;
}

/** Whose a tab is in the eyes of one session: its own, the person's, or none of its business. */
export type Scope = "agent" | "user" | "hidden";

/** Judges a tab. The tabs of other sessions, and all that is in their Agent Windows, are hidden. */
export function scopeOf(tab: { id: number; windowId: number }, session: Session, ownership: Ownership): Scope {
  const owner = ownership.ownerOf(tab.id);
  if (owner !== undefined) return owner === session ? "agent" : "hidden";
  const host = ownership.ofWindow(tab.windowId);
  return host === undefined || host === session ? "user" : "hidden";
}

/**
 * The tab that a tool shall act in: the one named, or the active tab of the Agent Window. Being in the Agent Window is
 * not enough, a tab that the person put there is theirs. Raises `tab_not_found` and `agent_window_scope`.
 */
export async function controlledTab(session: Session, tabId: number | undefined): Promise<number> {
  if (tabId !== undefined) {
    await requireTab(tabId);
    if (session.tabIds.has(tabId)) return tabId;
    throw outOfScope(tabId, "it is not a tab of this session");
  }
  const [active] = await chrome.tabs.query({ windowId: session.windowId, active: true });
  if (!isIdentified(active)) throw failure(Reason.TAB_NOT_FOUND, "the Agent Window has no active tab");
  if (session.tabIds.has(active.id)) return active.id;
  throw outOfScope(active.id, "the tab in front of the Agent Window is the person's; name a tab or select one");
}

function outOfScope(tabId: number, why: string) {
  return failure(Reason.AGENT_WINDOW_SCOPE, `tab ${tabId} is out of reach: ${why}`, { tab_id: tabId });
}
