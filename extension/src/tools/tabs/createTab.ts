import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { isEmptyPage, parseAddress } from "../../browser/address";
import { awaitFirstPage } from "../../browser/navigation";
import { filesAllowed, openTab, requireTab, unlessMissing } from "../../browser/tabs";
import { throwIfAborted } from "../../errors";
import type { Handler } from "../handler";

/** Opens a tab in the Agent Window, without waiting for its page to load. The window keeps its place and focus. */
export const createTab: Handler<(typeof TabsService)["method"]["createTab"]> = async (request, context) => {
  const { session, signal } = context;
  const url = parseAddress(request.url ?? "about:blank", await filesAllowed());
  throwIfAborted(signal);
  const { active = true, index } = request;
  const tab = await openTab({ windowId: session.windowId, url, active, index });
  try {
    throwIfAborted(signal);
    session.adopt(tab.id);
    if (isEmptyPage(url)) await awaitFirstPage(tab.id, signal);
  } catch (error) {
    await unlessMissing(chrome.tabs.remove(tab.id));
    throw error;
  }
  const now = await requireTab(tab.id);
  return { tabId: now.id, windowId: now.windowId, url: now.url ?? "" };
};
