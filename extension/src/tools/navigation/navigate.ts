import type { NavigationService } from "@gen/bsk/tools/v1/navigation_pb";
import { parseAddress } from "../../browser/address";
import { open } from "../../browser/history";
import { filesAllowed } from "../../browser/tabs";
import type { Handler } from "../handler";
import { load } from "./load";
import { requestedWait } from "./phase";

const defaultTimeoutMs = 30_000;

/** Opens an address in a tab. An address that cannot be opened is refused before the tab is touched. */
export const navigate: Handler<(typeof NavigationService)["method"]["navigate"]> = async (request, context) => {
  const wait = requestedWait(request, defaultTimeoutMs, context.signal);
  const address = parseAddress(request.url, await filesAllowed());
  const tabId = await context.controlledTab(request.tabId);
  const { previousUrl: _, ...loaded } = await load(tabId, () => open(tabId, address), wait);
  return { ...loaded, url: request.url };
};
