/** A session: one task with a window of its own. */
export interface Session {
  readonly id: string;
  /** The Agent Window. */
  readonly windowId: number;
  /** Tabs that the session may act in. */
  readonly tabIds: ReadonlySet<number>;
}
