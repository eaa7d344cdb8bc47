/** How long the browser may take to close the tabs of a session. */
export const CLOSE_TIMEOUT_MS = 5_000;

/** Bounds of the outer size of an Agent Window, in CSS pixels. */
export const WINDOW_SIZE_MINIMUM = 100;
export const WINDOW_SIZE_MAXIMUM = 7_680;
