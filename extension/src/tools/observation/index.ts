import type { ObservationService } from "@gen/bsk/tools/v1/observation_pb";
import type { ServiceHandlers } from "../handler";
import { getHtml } from "./getHtml";
import { observe } from "./observe";
import { screenshot } from "./screenshot";
import { snapshot } from "./snapshot";

export const observation: ServiceHandlers<typeof ObservationService> = { observe, snapshot, getHtml, screenshot };
