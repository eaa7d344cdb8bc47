import type { NavigationService } from "@gen/bsk/tools/v1/navigation_pb";
import { traverse } from "../../browser/history";
import type { Handler } from "../handler";
import { load } from "./load";
import { requestedWait } from "./phase";

const defaultTimeoutMs = 15_000;

/** Goes one page forward. Raises `no_history_entry` on the last page. */
export const navigateForward: Handler<(typeof NavigationService)["method"]["navigateForward"]> = async (
  request,
  context,
) => {
  const wait = requestedWait(request, defaultTimeoutMs, context.signal);
  const tabId = await context.controlledTab(request.tabId);
  return load(tabId, () => traverse(tabId, "forward"), wait);
};
