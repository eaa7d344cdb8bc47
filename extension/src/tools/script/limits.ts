/** Longest value of a script as JSON, in UTF-16 units. Beyond it the value is refused. */
export const RESULT_MAXIMUM_LENGTH = 16 * 1024 * 1024;

/** A page that does not answer within this is taken to be computing. */
export const EXECUTION_PROBE_MS = 150;

/** How long a script may take to be stopped. */
export const EXECUTION_STOP_MS = 1_000;
