/** How long the pointer stays over an element when a hover does not say. */
export const HOVER_SETTLE_MS = 200;

/** How often a pointer is moved onto an element that moved away from it. */
export const AIM_ATTEMPTS = 5;

/** How long an element may take to hold still under the pointer. */
export const AIM_BUDGET_MS = 2_000;

/** How often the pointer is sent again to a frame that it has not come to, and the pause before each time. */
export const ARRIVAL_ATTEMPTS = 12;
export const ARRIVAL_PAUSE_MS = 25;

/** How often it is asked whether a frame has come to the focus, and the pause before each time. */
export const FOCUS_ATTEMPTS = 20;
export const FOCUS_PAUSE_MS = 10;

/** Most clicks in one gesture. */
export const CLICK_COUNT_MAXIMUM = 10;

/** Longest time for which a key is held down. */
export const HOLD_MAXIMUM_MS = 60_000;

/** How long a page may take to put another value in the place of the one filled in. */
export const FILL_SETTLE_MS = 60;
