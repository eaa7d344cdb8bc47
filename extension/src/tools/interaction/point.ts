import type { Action } from "../../browser/action";
import { type Aim, aim, lossOf } from "../../browser/geometry";
import { movePointer } from "../../browser/input";
import type { Modifier } from "../../browser/modifiers";
import { askTarget, type PageTarget, refusal } from "../../browser/target";
import { AIM_ATTEMPTS, AIM_BUDGET_MS } from "./limits";

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
    await movePointer(action, aimed.point, modifiers);
    const loss = await lossOf(action, target, aimed);
    if (loss === undefined) return aimed;
    if (attempt === AIM_ATTEMPTS || performance.now() > until) throw refusal(target, loss);
    if (loss.state === "moving") await askTarget(action, target, "rest");
  }
}
