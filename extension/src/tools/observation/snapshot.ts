import type { ObservationService } from "@gen/bsk/tools/v1/observation_pb";
import type { Handler } from "../handler";
import { readText } from "./read";

/** Reads the plain tree of a page: every container, nothing folded. */
export const snapshot: Handler<(typeof ObservationService)["method"]["snapshot"]> = (request, context) =>
  readText(request, context, { command: "snapshot", whole: true });
