import { isAttached, onDetach, send } from "./debugger";
import { PAINTING_LINGER_MS } from "./limits";

/** What keeps a tab painting. */
interface Lease {
  holders: number;
  stopping?: ReturnType<typeof setTimeout>;
}

const leases = new Map<number, Lease>();

/** A cast of next to nothing: of one frame in ten thousand, at a size of one pixel. */
const cast = { format: "jpeg", quality: 1, maxWidth: 1, maxHeight: 1, everyNthFrame: 10_000 } as const;

/**
 * Makes a tab paint at its full rate until the returned function is called, and a little longer. What no screen shows
 * is throttled to one frame a second, on which mouse moves, animations and pictures wait. Being watched by a screen
 * cast lifts that. The page notices nothing.
 */
export function keepPainting(tabId: number): () => void {
  const lease = leases.get(tabId) ?? { holders: 0 };
  lease.holders += 1;
  if (lease.stopping !== undefined) {
    clearTimeout(lease.stopping);
    delete lease.stopping;
  } else if (lease.holders === 1) {
    leases.set(tabId, lease);
    // Without it acts are slower, and otherwise the same.
    send(tabId, "Page.startScreencast", cast).catch(() => leases.delete(tabId));
  }
  let held = true;
  return () => {
    if (held) release(tabId, lease);
    held = false;
  };
}

/** Follows the debugger, with which a tab's cast ends. Must be called once, in the first turn of the worker. */
export function watchPainting(): void {
  onDetach((tabId) => {
    const lease = leases.get(tabId);
    clearTimeout(lease?.stopping);
    leases.delete(tabId);
  });
}

function release(tabId: number, lease: Lease): void {
  lease.holders -= 1;
  if (lease.holders > 0 || leases.get(tabId) !== lease) return;
  lease.stopping = setTimeout(() => {
    leases.delete(tabId);
    if (isAttached(tabId)) send(tabId, "Page.stopScreencast").catch(() => undefined);
  }, PAINTING_LINGER_MS);
}
