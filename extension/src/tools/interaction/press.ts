import type { InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import { pressKey } from "../../browser/input";
import { parseKey } from "../../browser/keys";
import { askTarget, dataOf, nameOf, namesTarget, refusal, resolveTarget } from "../../browser/target";
import { failure, Reason } from "../../errors";
import { act } from "../act";
import type { Handler } from "../handler";
import { confirmFocus } from "./focus";
import { HOLD_MAXIMUM_MS } from "./limits";

/**
 * Presses a key or chord on an element, which gets the focus first, or on what has the focus. Raises `key_unknown`
 * before anything is sent.
 */
export const press: Handler<(typeof InteractionService)["method"]["press"]> = (request, context) =>
  act(request, context, { frames: false }, async (action) => {
    const stroke = parseKey(request.key, request.modifiers);
    const { holdMs = 0 } = request;
    if (holdMs > HOLD_MAXIMUM_MS) {
      throw failure(Reason.INVALID_PARAMS, `a key is held for ${HOLD_MAXIMUM_MS} ms at most`);
    }
    if (namesTarget(request)) {
      const target = await resolveTarget(action, request, context.refs);
      action.commit();
      const taken = await askTarget(action, target, "focus");
      if (taken.state === "unfocused") {
        action.retract();
        throw failure(Reason.INVALID_PARAMS, `${nameOf(target)} does not take the focus`, dataOf(target));
      }
      if (taken.state !== "focused") throw refusal(target, taken);
      await confirmFocus(action, target);
    }
    await pressKey(action, stroke, holdMs);
    const { key, code, modifiers } = stroke;
    return { key, code, modifiers: [...modifiers] };
  });
