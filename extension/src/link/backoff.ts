import { RECONNECT_FIRST_MS, RECONNECT_MAXIMUM_MS } from "./limits";

/** How long to wait before connecting again: longer each time, until a connection opens. */
export class Backoff {
  #next = RECONNECT_FIRST_MS;

  /** Milliseconds to wait this time. */
  next(): number {
    const wait = this.#next;
    this.#next = Math.min(wait * 2, RECONNECT_MAXIMUM_MS);
    return wait;
  }

  /** Start over, because a connection opened. */
  reset(): void {
    this.#next = RECONNECT_FIRST_MS;
  }
}
