import type { ObservationService } from "@gen/bsk/tools/v1/observation_pb";
import type { Handler } from "../handler";
import { readText } from "./read";

/** Reads what a page shows: text and controls in one view, long tables and lists folded. */
export const observe: Handler<(typeof ObservationService)["method"]["observe"]> = (request, context) =>
  readText(request, context, { command: "observe", whole: false });
