import type { InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import { askTarget, resolveTarget, usedBy } from "../../browser/target";
import { act } from "../act";
import type { Handler } from "../handler";
import { choose } from "./choose";

/**
 * Selects options of a native list by value or label, and no others. An empty list of values clears a list that takes
 * several. Answers with what is selected when the page has dealt with it.
 */
export const select: Handler<(typeof InteractionService)["method"]["select"]> = (request, context) =>
  act(request, context, { frames: false }, async (action) => {
    const target = await resolveTarget(action, request, context.refs);
    const chosen = await choose(action, target, request.values);
    // The page may have put another choice in its place, or have taken the list away.
    const now = await askTarget(action, target, "selection").catch(() => chosen);
    const { multiple, values, labels } = now.state === "selected" ? now : chosen;
    return { ...usedBy(target), multiple, selectedValues: values, selectedLabels: labels };
  });
