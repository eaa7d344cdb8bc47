import type { WaitsService } from "@gen/bsk/tools/v1/waits_pb";
import { takeDialogs } from "../../browser/dialogs";
import { awaitPhase } from "../../browser/navigation";
import type { Handler } from "../handler";
import { requestedWait } from "../navigation/phase";

const defaultTimeoutMs = 30_000;

/**
 * Waits until the page of a tab has reached a phase. A page that is complete already is given a moment to begin with
 * another, because what a click sets off may start late.
 */
export const waitForNavigation: Handler<(typeof WaitsService)["method"]["waitForNavigation"]> = async (
  request,
  context,
) => {
  const wait = requestedWait(request, defaultTimeoutMs, context.signal);
  const tabId = await context.controlledTab(request.tabId);
  const outcome = await awaitPhase(tabId, wait);
  return { ...outcome, tabId, dialogs: takeDialogs(tabId) };
};
