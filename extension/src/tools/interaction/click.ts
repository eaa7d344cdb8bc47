import type { ClickRequest, InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import { clickAt, type MouseButton, type Point } from "../../browser/input";
import { modifiersNamed } from "../../browser/modifiers";
import { resolveTarget, usedBy } from "../../browser/target";
import { failure, Reason } from "../../errors";
import { act } from "../act";
import type { Handler } from "../handler";
import { chooseOption } from "./choose";
import { CLICK_COUNT_MAXIMUM } from "./limits";
import { pointAt } from "./point";

/**
 * Clicks an element with the mouse, once it is in view and nothing lies over it. The option of a closed native list is
 * selected. Answers with the point that was clicked.
 */
export const click: Handler<(typeof InteractionService)["method"]["click"]> = (request, context) =>
  act(request, context, { frames: true }, async (action) => {
    const options = {
      button: buttonOf(request),
      count: countOf(request),
      modifiers: modifiersNamed(request.modifiers),
    };
    const target = await resolveTarget(action, request, context.refs);
    const aimed = await pointAt(action, target, options.modifiers, true);
    let point: Point;
    if (aimed === "folded") {
      point = await chooseOption(action, target);
    } else {
      point = aimed.point;
      await clickAt(action, point, options);
    }
    return { ...usedBy(target), ...point };
  });

function buttonOf({ button = "left" }: ClickRequest): MouseButton {
  if (button === "left" || button === "middle" || button === "right") return button;
  throw failure(Reason.INVALID_PARAMS, `${JSON.stringify(button)} is no button; use left, middle or right`);
}

function countOf({ clickCount = 1 }: ClickRequest): number {
  if (clickCount >= 1 && clickCount <= CLICK_COUNT_MAXIMUM) return clickCount;
  throw failure(Reason.INVALID_PARAMS, `a gesture has 1 to ${CLICK_COUNT_MAXIMUM} clicks`);
}
