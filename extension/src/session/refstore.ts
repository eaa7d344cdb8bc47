import type { RefState, RefStore } from "./refs";

/** Keeps the references of a session in the browser, for as long as it runs: a worker that starts again finds them. */
export function refStore(sessionId: string): RefStore {
  const key = storageKey(sessionId);
  return {
    async read() {
      const stored = await chrome.storage.session.get(key);
      return stored[key] as RefState | undefined;
    },
    write: (state) => chrome.storage.session.set({ [key]: state }),
  };
}

/** Drops what was kept of a session that has ended. */
export function forgetRefs(sessionId: string): Promise<void> {
  return chrome.storage.session.remove(storageKey(sessionId));
}

function storageKey(sessionId: string): string {
  return `refs:${sessionId}`;
}
