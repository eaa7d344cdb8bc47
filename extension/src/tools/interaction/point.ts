import type { Action } from "../../browser/action";
import { type Aim, aim, lossOf } from "../../browser/geometry";
import { movePointer } from "../../browser/input";
import type { Modifier } from "../../browser/modifiers";
import { pause } from "../../browser/pause";
import { askTarget, type PageTarget, refusal } from "../../browser/target";
import type { Unreachable } from "../../page/targeting";
import { AIM_ATTEMPTS, AIM_BUDGET_MS, ARRIVAL_ATTEMPTS, ARRIVAL_PAUSE_MS } from "./limits";

/**
 * Moves the pointer onto an element, and makes sure that it is still the element that the pointer is on when the page
 * has dealt with that. `folded` for an option that has no place to point at while its list is closed. Raises why the
 * element cannot be hit, and `element_unstable` when it does not hold still.
 */
export async function pointAt(
  action: Action,
  target: PageTarget,
  modifiers: readonly Modifier[],
  enabled: boolean,
): Promise<Aim | "folded"> {
  const until = performance.now() + AIM_BUDGET_MS;
  for (let attempt = 1; ; attempt += 1) {
    const aimed = await aim(action, target, enabled);
    if (aimed === "folded") return aimed;
    const loss = await moveOnto(action, target, aimed, modifiers);
    if (loss === undefined) return aimed;
    if (attempt === AIM_ATTEMPTS || performance.now() > until) throw refusal(target, loss);
    if (loss.state === "moving") await askTarget(action, target, "rest");
  }
}

/** Moves the pointer to where it hits the element. Returns why it does not. */
async function moveOnto(
  action: Action,
  target: PageTarget,
  aimed: Aim,
  modifiers: readonly Modifier[],
): Promise<Unreachable | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    await movePointer(action, aimed.point, modifiers);
    const loss = await lossOf(action, target, aimed);
    if (loss?.state !== "astray") return loss;
    // Some pages let nobody else know of the pointer. All else says that it is there.
    if (attempt === ARRIVAL_ATTEMPTS) return undefined;
    await pause(ARRIVAL_PAUSE_MS, action.signal);
  }
}
