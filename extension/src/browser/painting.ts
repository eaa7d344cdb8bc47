import { isAttached, onDetach, send } from "./debugger";
import { PAINTING_LINGER_MS, PAINTING_PATIENCE_MS } from "./limits";
import { unlessMissing } from "./tabs";

/** What keeps a tab painting. */
interface Lease {
  holders: number;
  stopping?: ReturnType<typeof setTimeout>;
}

const leases = new Map<number, Lease>();

/** A cast of next to nothing: of one frame in ten thousand, at a size of one pixel. */
const cast = { format: "jpeg", quality: 1, maxWidth: 1, maxHeight: 1, everyNthFrame: 10_000 } as const;

/**
 * Lets a tab paint at its full rate until the returned function is called, and a little longer. What no screen shows
 * is throttled to one frame a second, on which mouse moves, animations and pictures wait. Being watched by a screen
 * cast lifts that; the page notices nothing. It takes time of its own, and so a tab in front of its window, or one of
 * which no frame is expected, gets it only once the work takes longer than it should.
 */
export function keepPainting(tabId: number, expectsFrames: boolean): () => void {
  let stop: (() => void) | undefined;
  let over = false;
  const start = (lingerMilliseconds: number) => {
    if (!over) stop ??= hold(tabId, lingerMilliseconds);
  };
  const timer = setTimeout(start, PAINTING_PATIENCE_MS, 0);
  if (expectsFrames) void isBehind(tabId).then((behind) => behind && start(PAINTING_LINGER_MS));
  return () => {
    over = true;
    clearTimeout(timer);
    stop?.();
    stop = undefined;
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

function hold(tabId: number, lingerMilliseconds: number): () => void {
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
  return () => release(tabId, lease, lingerMilliseconds);
}

function release(tabId: number, lease: Lease, lingerMilliseconds: number): void {
  lease.holders -= 1;
  if (lease.holders > 0 || leases.get(tabId) !== lease) return;
  lease.stopping = setTimeout(() => {
    leases.delete(tabId);
    if (isAttached(tabId)) send(tabId, "Page.stopScreencast").catch(() => undefined);
  }, lingerMilliseconds);
}

async function isBehind(tabId: number): Promise<boolean> {
  return (await unlessMissing(chrome.tabs.get(tabId)))?.active === false;
}
