import { RAISE_WINDOW_MS } from "./limits";
import type { Session } from "./session";
import type { Sessions } from "./sessions";

/** A window that is likely to come to the front by a page's doing. */
interface Raise {
  readonly session: Session;
  /** Window that the person was in. */
  readonly before: number;
  /** Until when a change of the focus is put down to the page, in milliseconds of the epoch. */
  readonly until: number;
}

/**
 * Gives the person their window back when a page of a session has put itself in front of it. The browser raises the
 * window in which a page opens a tab, and the popups that it opens.
 */
export class FocusGuard {
  readonly #sessions: Sessions;
  #focused: number = chrome.windows.WINDOW_ID_NONE;
  #raise: Raise | undefined;

  /** Follows the focus from here on. Must be made in the first turn of the worker. */
  constructor(sessions: Sessions) {
    this.#sessions = sessions;
    void this.#begin();
    chrome.windows.onFocusChanged.addListener((windowId) => {
      this.#follow(windowId).catch((error) => console.error("the focus was not given back", error));
    });
  }

  /** A page of the session has opened a tab. */
  tabOpened(session: Session): void {
    if (this.#focused === chrome.windows.WINDOW_ID_NONE || this.#focused === session.windowId) return;
    this.#raise = { session, before: this.#focused, until: Date.now() + RAISE_WINDOW_MS };
  }

  /** Learns where the focus is before it has moved for the first time. */
  async #begin(): Promise<void> {
    const last = await chrome.windows.getLastFocused().catch(() => undefined);
    if (this.#focused === chrome.windows.WINDOW_ID_NONE && last?.id !== undefined && last.focused)
      this.#focused = last.id;
  }

  async #follow(windowId: number): Promise<void> {
    const raise = this.#raise;
    if (windowId === chrome.windows.WINDOW_ID_NONE || windowId === this.#focused) return;
    const isPagesDoing =
      raise !== undefined && Date.now() <= raise.until && (await this.#isOf(raise.session, windowId));
    if (!isPagesDoing) {
      this.#focused = windowId;
      return;
    }
    this.#raise = undefined;
    await chrome.windows.update(raise.before, { focused: true });
  }

  /** Whether a window is the session's: its Agent Window, or a popup that holds nothing but its tabs. */
  async #isOf(session: Session, windowId: number): Promise<boolean> {
    if (this.#sessions.ofWindow(windowId) === session) return true;
    const tabs = await chrome.tabs.query({ windowId });
    return tabs.length > 0 && tabs.every(({ id }) => id !== undefined && session.tabIds.has(id));
  }
}
