import type { InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import { modifiersNamed } from "../../browser/modifiers";
import { pause } from "../../browser/pause";
import { refusal, resolveTarget, usedBy } from "../../browser/target";
import { act } from "../act";
import type { Handler } from "../handler";
import { HOVER_SETTLE_MS } from "./limits";
import { pointAt } from "./point";

/** Moves the pointer over an element, and stays there for a while so that what appears upon it can. */
export const hover: Handler<(typeof InteractionService)["method"]["hover"]> = (request, context) =>
  act(request, context, { frames: true }, async (action) => {
    const modifiers = modifiersNamed(request.modifiers);
    const target = await resolveTarget(action, request, context.refs);
    const aimed = await pointAt(action, target, modifiers, false);
    if (aimed === "folded") throw refusal(target, { state: "hidden" });
    await pause(request.settleMs ?? HOVER_SETTLE_MS, action.signal);
    return { ...usedBy(target), ...aimed.point };
  });
