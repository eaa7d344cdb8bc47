/** Bound of a text where the caller names none. Tokens of about four characters. */
export const TOKENS_DEFAULT = 8_000;
export const CHARACTERS_PER_TOKEN = 4;

/** Bound of HTML where the caller names none. Bytes of UTF-8. */
export const HTML_BYTES_DEFAULT = 524_288;

/** How long the page itself may take over one answer. */
export const PAGE_TIMEOUT_MS = 10_000;

/** How long the frames may take after the page, or after the last of them that answered. */
export const FRAME_PATIENCE_MS = 2_000;

/** Part of a bound that is kept for the lines that say what was left out, in characters. */
export const CLOSING_RESERVE = 160;
