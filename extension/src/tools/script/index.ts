import type { ScriptService } from "@gen/bsk/tools/v1/script_pb";
import type { ServiceHandlers } from "../handler";
import { evaluate } from "./evaluate";

export const script: ServiceHandlers<typeof ScriptService> = { evaluate };
