/** Longest value of a script as JSON, in UTF-16 units. Beyond it the value is refused. */
export const RESULT_MAXIMUM_LENGTH = 16 * 1024 * 1024;

/** How long the browser may take to stop a script whose time is up. */
export const EXECUTION_SETTLE_MS = 1_000;
