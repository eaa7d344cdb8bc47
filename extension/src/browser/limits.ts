/** How long a page may take to let the debugger in. */
export const ATTACH_TIMEOUT_MS = 3_000;

/** How long a page may take over a mouse or key event before its answer counts as lost. */
export const INPUT_TIMEOUT_MS = 15_000;

/** How long a picture may take. */
export const CAPTURE_TIMEOUT_MS = 20_000;

/** Largest side of a picture in device pixels: beyond it Chromium gives pictures with empty parts. */
export const PICTURE_SIDE_MAXIMUM_PX = 16_384;

/** How long work in a tab may take before it is taken to wait for frames that do not come. */
export const PAINTING_PATIENCE_MS = 120;

/** How long a tab goes on painting after it was last needed, so that a sequence of acts does not start it anew. */
export const PAINTING_LINGER_MS = 1_500;

/** Handled dialogs that are kept of each tab. */
export const DIALOG_LOG_LENGTH = 32;

/** Longest message of a dialog that is kept, in UTF-16 units. */
export const DIALOG_TEXT_MAXIMUM_LENGTH = 4_096;

/** How long a load that was pushed aside may take to be followed by the one that pushed it. */
export const REPLACEMENT_GRACE_MS = 100;

/** How long a complete page may take to begin loading another, when somebody waits for that. */
export const START_GRACE_MS = 300;

/** How long a page is taken to be busy with the network where that cannot be observed. */
export const UNOBSERVED_IDLE_MS = 500;

/** How long the debugger may take to come to a tab that is to be closed. */
export const CLOSE_PREPARATION_MS = 1_000;

/** How long the empty first page of a new tab may take. */
export const FIRST_PAGE_MS = 2_000;
