import type { TabsService } from "@gen/bsk/tools/v1/tabs_pb";
import { isIdentified } from "../../browser/tabs";
import { failure, Reason } from "../../errors";
import type { Handler } from "../handler";

const choices = ["all", "agent", "user"];

/** Lists the session's tabs and the person's, in the browser's order. Other sessions' tabs do not exist for it. */
export const listTabs: Handler<(typeof TabsService)["method"]["listTabs"]> = async (request, context) => {
  const wanted = request.scope ?? "all";
  if (!choices.includes(wanted)) {
    throw failure(Reason.INVALID_PARAMS, `scope is one of ${choices.join(", ")}, not ${wanted}`);
  }
  const open = await chrome.tabs.query({});
  const tabs = open.filter(isIdentified).flatMap((tab) => {
    const scope = context.scopeOf(tab);
    if (scope === "hidden" || (wanted !== "all" && wanted !== scope)) return [];
    const url = tab.url || tab.pendingUrl;
    return [{ tabId: tab.id, title: tab.title, url, windowId: tab.windowId, active: tab.active, scope }];
  });
  return { tabs };
};
