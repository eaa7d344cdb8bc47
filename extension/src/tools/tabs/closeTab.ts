import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { closeTab as close } from "../../browser/closing";
import { isIdentified, openTab, requireTab } from "../../browser/tabs";
import { throwIfAborted } from "../../errors";
import type { Handler } from "../handler";

/**
 * Closes a tab of the session. Closing the last one in the Agent Window leaves an empty tab in its place, so that the
 * window and the session go on.
 */
export const closeTab: Handler<(typeof TabsService)["method"]["closeTab"]> = async (request, context) => {
  const { session } = context;
  const tabId = await context.controlledTab(request.tabId);
  const { windowId, active } = await requireTab(tabId);
  throwIfAborted(context.signal);
  if (windowId === session.windowId) {
    const others = (await chrome.tabs.query({ windowId })).filter(isIdentified);
    if (!others.some((tab) => tab.id !== tabId && session.tabIds.has(tab.id))) {
      const empty = await openTab({ windowId, url: "about:blank", active });
      session.adopt(empty.id);
    }
  }
  await close(tabId);
  return { tabId };
};
