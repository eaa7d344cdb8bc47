import type { WindowService } from "@gen/bsk/tools/v1/window_pb";
import type { ServiceHandlers } from "../handler";
import { resizeWindow } from "./resizeWindow";

export const window: ServiceHandlers<typeof WindowService> = { resizeWindow };
