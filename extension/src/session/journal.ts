import type { Session } from "./session";

/** What is kept of a session for a worker that starts after this one has died. */
export interface JournalEntry {
  readonly id: string;
  readonly windowId: number;
  readonly tabIds: readonly number[];
}

const key = "bsk_sessions";

/** Keeps the sessions where they outlive the worker, though not the browser. */
export class Journal {
  #written: Promise<void> = Promise.resolve();

  /** What a worker before this one has left. */
  async read(): Promise<readonly JournalEntry[]> {
    const { [key]: stored } = await chrome.storage.session.get(key);
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  }

  /** Replaces the record by the sessions that there are now. Writes happen in the order of the calls. */
  write(sessions: Iterable<Session>): Promise<void> {
    const entries: JournalEntry[] = [...sessions].map(({ id, windowId, tabIds }) => ({
      id,
      windowId,
      tabIds: [...tabIds],
    }));
    const write = () => chrome.storage.session.set({ [key]: entries });
    this.#written = this.#written.then(write, write);
    return this.#written;
  }
}

function isEntry(value: unknown): value is JournalEntry {
  if (typeof value !== "object" || value === null) return false;
  const { id, windowId, tabIds } = value as Partial<Record<keyof JournalEntry, unknown>>;
  return (
    typeof id === "string" &&
    typeof windowId === "number" &&
    Array.isArray(tabIds) &&
    tabIds.every((tabId) => typeof tabId === "number")
  );
}
