import { attachAhead } from "../browser/debugger";
import type { ToolError } from "../errors";
import { RefSpace } from "./refs";
import { refStore } from "./refstore";

/** A session: one task with a window of its own and the tabs that it may act in. */
export class Session {
  readonly refs: RefSpace;
  readonly #controller = new AbortController();
  readonly #tabIds = new Set<number>();
  readonly #changed: () => void;
  readonly #running = new Set<Promise<unknown>>();
  #waiters: (() => void)[] = [];

  constructor(
    readonly id: string,
    /** The Agent Window. */
    readonly windowId: number,
    tabIds: Iterable<number>,
    /** Called when the session has other tabs than before. */
    changed: () => void,
  ) {
    this.#changed = changed;
    this.refs = new RefSpace(refStore(id));
    for (const tabId of tabIds) this.#tabIds.add(tabId);
  }

  /** Tabs that the session made or that its own tabs opened. */
  get tabIds(): ReadonlySet<number> {
    return this.#tabIds;
  }

  /** Trips when the session ends. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Ends all that runs in the session, for the reason given. */
  end(reason: ToolError): void {
    this.#controller.abort(reason);
  }

  /** Runs a call of the session, so that the session's end can wait for it. */
  run<T>(call: () => Promise<T>): Promise<T> {
    const running = call();
    this.#running.add(running);
    return running.finally(() => this.#running.delete(running));
  }

  /** Settles when no call runs any more. */
  async whenIdle(): Promise<void> {
    await Promise.allSettled(this.#running);
  }

  /** Makes a tab one of the session's. */
  adopt(tabId: number): void {
    this.#tabIds.add(tabId);
    attachAhead(tabId);
    this.#changed();
  }

  /** Takes a tab out of the session. */
  release(tabId: number): void {
    this.#tabIds.delete(tabId);
    this.#changed();
    if (this.#tabIds.size > 0) return;
    for (const resolve of this.#waiters) resolve();
    this.#waiters = [];
  }

  /** Settles when no tab is left. */
  whenEmpty(): Promise<void> {
    if (this.#tabIds.size === 0) return Promise.resolve();
    return new Promise((resolve) => this.#waiters.push(resolve));
  }
}
