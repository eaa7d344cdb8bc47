/** How long the browser may take to close the tabs of a session. */
export const CLOSE_TIMEOUT_MS = 5_000;
