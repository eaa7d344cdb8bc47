import type { NavigationService } from "@gen/bsk/tools/v1/navigation_pb";
import { reloadPage } from "../../browser/history";
import type { Handler } from "../handler";
import { load } from "./load";
import { requestedWait } from "./phase";

const defaultTimeoutMs = 15_000;

/** Loads the page of a tab again. */
export const reload: Handler<(typeof NavigationService)["method"]["reload"]> = async (request, context) => {
  const wait = requestedWait(request, defaultTimeoutMs, context.signal);
  const tabId = await context.controlledTab(request.tabId);
  return load(tabId, () => reloadPage(tabId, request.hard ?? false), wait);
};
