import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { parseAddress } from "../../browser/address";
import { filesAllowed, isIdentified, unlessMissing } from "../../browser/tabs";
import { abortFailure, failure, Reason, throwIfAborted } from "../../errors";
import type { Handler } from "../handler";

/** Opens a tab in the Agent Window, without waiting for its page. The window keeps its place and focus. */
export const createTab: Handler<(typeof TabsService)["method"]["createTab"]> = async (request, context) => {
  const { session, signal } = context;
  const url = parseAddress(request.url ?? "about:blank", await filesAllowed());
  throwIfAborted(signal);
  const tab = await chrome.tabs.create({
    windowId: session.windowId,
    url,
    active: request.active ?? true,
    ...(request.index === undefined ? {} : { index: request.index }),
  });
  if (!isIdentified(tab)) throw failure(Reason.CDP_FAILED, "the browser opened no tab");
  if (signal.aborted) {
    await unlessMissing(chrome.tabs.remove(tab.id));
    throw abortFailure(signal);
  }
  session.adopt(tab.id);
  return { tabId: tab.id, windowId: tab.windowId, url: tab.url ?? "" };
};
