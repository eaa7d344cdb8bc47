import { throwIfAborted } from "../errors";
import { onEvent, send } from "./debugger";

/** What waits for a document to fall silent, by the debugger's id of the document's loader. */
const waiting = new Map<string, Set<() => void>>();

/** Follows when pages fall silent. Must be called once, in the first turn of the worker. */
export function watchIdleness(): void {
  onEvent("Page.lifecycleEvent", (_, { name, loaderId }) => {
    if (name === "networkIdle") for (const resolve of waiting.get(loaderId) ?? []) resolve();
  });
}

/**
 * Settles once the page that a tab shows now has asked for nothing from the network for half a second, or had done so
 * before. Needs the debugger and raises what attaching it raises, and the signal's failure.
 */
export async function awaitNetworkIdle(tabId: number, signal: AbortSignal): Promise<void> {
  const { frameTree } = await send(tabId, "Page.getFrameTree", undefined, signal);
  const { loaderId } = frameTree.frame;
  const resolvers = waiting.get(loaderId) ?? new Set();
  waiting.set(loaderId, resolvers);
  let resolver: (() => void) | undefined;
  try {
    const idle = new Promise<void>((resolve) => {
      resolver = resolve;
      resolvers.add(resolve);
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    // Turning the events on repeats those that the document has had.
    await send(tabId, "Page.setLifecycleEventsEnabled", { enabled: true }, signal);
    await idle;
    throwIfAborted(signal);
  } finally {
    if (resolver !== undefined) resolvers.delete(resolver);
    if (resolvers.size === 0) waiting.delete(loaderId);
  }
}
