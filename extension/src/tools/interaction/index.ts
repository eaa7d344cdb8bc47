import type { InteractionService } from "@gen/bsk/tools/v1/interaction_pb";
import type { ServiceHandlers } from "../handler";
import { click } from "./click";
import { fill } from "./fill";
import { hover } from "./hover";
import { press } from "./press";
import { select } from "./select";

export const interaction: ServiceHandlers<typeof InteractionService> = { click, fill, hover, press, select };
