import type { WaitsService } from "@gen/bsk/tools/v1/waits_pb";
import type { ServiceHandlers } from "../handler";
import { waitForNavigation } from "./waitForNavigation";

export const waits: ServiceHandlers<typeof WaitsService> = { waitForNavigation };
