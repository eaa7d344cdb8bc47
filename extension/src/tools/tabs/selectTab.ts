import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { requireTab } from "../../browser/tabs";
import { throwIfAborted } from "../../errors";
import type { Handler } from "../handler";

/** Brings a tab to the front of its window. The window itself stays where it is. */
export const selectTab: Handler<(typeof TabsService)["method"]["selectTab"]> = async (request, context) => {
  const tabId = await context.controlledTab(request.tabId);
  throwIfAborted(context.signal);
  await chrome.tabs.update(tabId, { active: true });
  const { windowId } = await requireTab(tabId);
  return { tabId, windowId };
};
