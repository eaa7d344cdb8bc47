import { withDeadline } from "../deadline";
import { abortFailure, failure, Reason } from "../errors";
import { Journal } from "./journal";
import { CALLS_END_MS } from "./limits";
import { forgetRefs } from "./refstore";
import { Session } from "./session";
import { closeAgentTabs, openWindow, type WindowOptions } from "./windows";

/** What others are told of the sessions. */
export interface SessionEvents {
  /** The person closed the Agent Window, and the session ended with it. */
  windowClosed(sessionId: string): void;
  /** The tab does not belong to the session any more, and lives on. */
  tabReleased(tabId: number): void;
  /** There are other sessions than before, or one has other tabs. */
  changed(): void;
}

/** The sessions of this browser, and which tab belongs to which. */
export class Sessions {
  readonly #events: SessionEvents;
  readonly #journal = new Journal();
  readonly #sessions = new Map<string, Session>();
  readonly #starting = new Map<string, Promise<unknown>>();
  readonly #stopping = new Map<string, Promise<{ readonly windowReleased: boolean }>>();

  constructor(events: SessionEvents) {
    this.#events = events;
  }

  /** The sessions that there are. */
  all(): Iterable<Session> {
    return this.#sessions.values();
  }

  /** The session with this id. Raises `session_not_found`, and `session_stopping` once its end has begun. */
  require(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined) throw failure(Reason.SESSION_NOT_FOUND, `there is no session ${id} in this browser`);
    if (session.signal.aborted) throw abortFailure(session.signal);
    return session;
  }

  /** The session that a tab belongs to. */
  ownerOf(tabId: number): Session | undefined {
    return this.#find((session) => session.tabIds.has(tabId));
  }

  /** The session whose Agent Window this is. */
  ofWindow(windowId: number): Session | undefined {
    return this.#find((session) => session.windowId === windowId);
  }

  /**
   * Starts a session with a window of its own. Raises `invalid_params` for an id in use, and leaves no window behind
   * when it fails or the signal trips (`cleanup_failed` when it could not be closed again: the session then stays, to
   * be stopped).
   */
  async start(id: string, options: WindowOptions, signal: AbortSignal): Promise<Session> {
    if (this.#sessions.has(id) || this.#starting.has(id)) {
      throw failure(Reason.INVALID_PARAMS, `there is a session ${id} already`);
    }
    const started = this.#open(id, options, signal);
    this.#starting.set(id, started);
    try {
      return await started;
    } finally {
      this.#starting.delete(id);
    }
  }

  /**
   * Ends a session: what runs in it is cancelled, and its tabs are closed. Raises `session_not_found`, and
   * `cleanup_failed` when tabs stayed open; the session then stays, to be stopped once more.
   */
  stop(id: string): Promise<{ readonly windowReleased: boolean }> {
    const running = this.#stopping.get(id);
    if (running !== undefined) return running;
    const session = this.#sessions.get(id);
    if (session === undefined) {
      return Promise.reject(failure(Reason.SESSION_NOT_FOUND, `there is no session ${id} in this browser`));
    }
    session.end(failure(Reason.SESSION_STOPPING, `the session ${id} is being stopped`));
    const stopped = this.#close(session).finally(() => this.#stopping.delete(id));
    this.#stopping.set(id, stopped);
    return stopped;
  }

  /** Ends all sessions, those that are about to start among them. What could not be closed is left to the person. */
  async stopAll(): Promise<void> {
    await Promise.allSettled(this.#starting.values());
    const ids = [...this.#sessions.keys()];
    const outcomes = await Promise.allSettled(ids.map((id) => this.stop(id)));
    for (const outcome of outcomes) if (outcome.status === "rejected") console.error(outcome.reason);
    this.#sessions.clear();
    this.#write();
  }

  /** Closes what sessions of a worker that died have left behind. */
  async sweep(): Promise<void> {
    for (const { id, windowId, tabIds } of await this.#journal.read()) {
      const open = await Promise.all(tabIds.map((tabId) => chrome.tabs.get(tabId).catch(() => undefined)));
      const left = open.flatMap((tab) => (tab?.id === undefined ? [] : [tab.id]));
      this.#sessions.set(id, new Session(id, windowId, left, () => this.#write()));
    }
    await this.stopAll();
  }

  /** A tab is gone. */
  tabClosed(tabId: number): void {
    this.ownerOf(tabId)?.release(tabId);
  }

  /** A tab was moved to a window. Out of the Agent Window, the person took it for themselves. */
  tabMoved(tabId: number, windowId: number): void {
    const session = this.ownerOf(tabId);
    if (session === undefined || session.windowId === windowId) return;
    session.release(tabId);
    this.#events.tabReleased(tabId);
  }

  /** The browser put one tab in the place of another. */
  tabReplaced(added: number, removed: number): void {
    const session = this.ownerOf(removed);
    session?.adopt(added);
    session?.release(removed);
  }

  /** A window is gone. Where it was an Agent Window that nobody is closing, the person closed it: the session ends. */
  async windowGone(windowId: number): Promise<void> {
    const session = this.ofWindow(windowId);
    if (session === undefined || session.signal.aborted) return;
    session.end(failure(Reason.SESSION_ENDED, "the person closed the Agent Window", { ended: "window_closed" }));
    this.#events.windowClosed(session.id);
    try {
      await closeAgentTabs(session);
    } finally {
      this.#forget(session);
    }
  }

  async #open(id: string, options: WindowOptions, signal: AbortSignal): Promise<Session> {
    const { windowId, tabId } = await openWindow(options, signal);
    const session = new Session(id, windowId, [tabId], () => this.#write());
    this.#sessions.set(id, session);
    this.#write();
    if (signal.aborted) {
      await this.stop(id);
      throw abortFailure(signal);
    }
    return session;
  }

  async #close(session: Session): Promise<{ readonly windowReleased: boolean }> {
    // A call that is about to open a tab has to come to its end, or the tab would be left behind.
    const late = () => failure(Reason.TIMEOUT, "a call of the session does not end");
    await withDeadline(session.whenIdle(), CALLS_END_MS, late).catch(console.warn);
    const outcome = await closeAgentTabs(session);
    this.#forget(session);
    return outcome;
  }

  #forget(session: Session): void {
    this.#sessions.delete(session.id);
    forgetRefs(session.id).catch((error) => console.error("the references of a session were not dropped", error));
    this.#write();
  }

  #find(fits: (session: Session) => boolean): Session | undefined {
    for (const session of this.#sessions.values()) if (fits(session)) return session;
    return undefined;
  }

  #write(): void {
    this.#events.changed();
    this.#journal
      .write(this.#sessions.values())
      .catch((error) => console.error("the record of the sessions was not written", error));
  }
}
