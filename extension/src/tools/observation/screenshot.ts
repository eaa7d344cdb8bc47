import type { ObservationService } from "@gen/bsk/tools/v1/observation_pb";
import { capture } from "../../browser/capture";
import { show } from "../../browser/geometry";
import { resolveTarget } from "../../browser/target";
import { act } from "../act";
import type { Handler } from "../handler";

/** Takes a picture of a tab's viewport, or of one element, which is brought into view first. */
export const screenshot: Handler<(typeof ObservationService)["method"]["screenshot"]> = (request, context) =>
  act(request, context, { frames: true }, async (action) => {
    const { ref } = request;
    const box = ref === undefined ? undefined : await show(action, await resolveTarget(action, { ref }, context.refs));
    const { bytes, width, height } = await capture(action, box);
    return { format: "png", imageBase64: bytes, width, height };
  });
