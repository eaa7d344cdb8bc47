import { failure, Reason } from "../errors";

/** Bounds of the outer size of a window, in CSS pixels. */
export const WINDOW_SIZE_MINIMUM = 100;
export const WINDOW_SIZE_MAXIMUM = 7_680;

/** Outer size of a window in CSS pixels. */
export interface WindowSize {
  readonly width: number;
  readonly height: number;
}

/** Raises `invalid_params` for a size that no window may have. */
export function checkSize({ width, height }: WindowSize): void {
  for (const length of [width, height]) {
    if (length >= WINDOW_SIZE_MINIMUM && length <= WINDOW_SIZE_MAXIMUM) continue;
    const bounds = `${WINDOW_SIZE_MINIMUM} to ${WINDOW_SIZE_MAXIMUM}`;
    throw failure(Reason.INVALID_PARAMS, `a window is ${bounds} pixels wide and high`);
  }
}

/** The result, or `invalid_params` when the browser finds that the window would lie off the screen. */
export async function withinScreen<T>(operation: Promise<T>): Promise<T> {
  try {
    return await operation;
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes("Invalid value for bounds")) throw error;
    throw failure(Reason.INVALID_PARAMS, "the screen is too small for a window of this size");
  }
}
