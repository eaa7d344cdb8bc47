import type { NavigationService } from "@gen/bsk/tools/v1/navigation_pb";
import { traverse } from "../../browser/history";
import type { Handler } from "../handler";
import { load } from "./load";
import { requestedWait } from "./phase";

const defaultTimeoutMs = 15_000;

/** Goes one page back. Raises `no_history_entry` on the first page. */
export const navigateBack: Handler<(typeof NavigationService)["method"]["navigateBack"]> = async (request, context) => {
  const wait = requestedWait(request, defaultTimeoutMs, context.signal);
  const tabId = await context.controlledTab(request.tabId);
  return load(tabId, () => traverse(tabId, "back"), wait);
};
