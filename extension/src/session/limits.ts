/** How long the browser may take to close the tabs of a session. */
export const CLOSE_TIMEOUT_MS = 5_000;

/** How long after a page has opened a tab a window that comes to the front is put down to that. */
export const RAISE_WINDOW_MS = 500;

/** How long the calls of a session that is being stopped may take to end. */
export const CALLS_END_MS = 1_000;
