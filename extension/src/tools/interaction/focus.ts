import type { Action } from "../../browser/action";
import { leadsToFocus } from "../../browser/geometry";
import { pause } from "../../browser/pause";
import { type PageTarget, refusal } from "../../browser/target";
import { FOCUS_ATTEMPTS, FOCUS_PAUSE_MS } from "./limits";

/**
 * Waits until the browser sends keys to an element that has just got the focus. Frames of other sites run apart, and
 * the browser hears of their focus a little later. Raises `fill_focus_lost` when it does not.
 */
export async function confirmFocus(action: Action, target: PageTarget): Promise<void> {
  if (target.isTop) return;
  for (let attempt = 1; !(await leadsToFocus(action, target)); attempt += 1) {
    if (attempt === FOCUS_ATTEMPTS) throw refusal(target, { state: "unfocused", tag: "in a frame" });
    await pause(FOCUS_PAUSE_MS, action.signal);
  }
}
