import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { isEmptyPage, parseAddress } from "../../browser/address";
import { awaitFirstPage } from "../../browser/navigation";
import { filesAllowed, isIdentified, requireTab, unlessMissing } from "../../browser/tabs";
import { abortFailure, failure, Reason, throwIfAborted } from "../../errors";
import type { Handler } from "../handler";

/** Opens a tab in the Agent Window, without waiting for its page to load. The window keeps its place and focus. */
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
  if (isEmptyPage(url)) await awaitFirstPage(tab.id, signal);
  const now = await requireTab(tab.id);
  return { tabId: now.id, windowId: now.windowId, url: now.url ?? "" };
};
