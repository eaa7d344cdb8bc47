import type { WindowService } from "@gen/bsk/tools/v1/window_pb";
import { checkSize, withinScreen } from "../../browser/windows";
import { throwIfAborted } from "../../errors";
import type { Handler } from "../handler";

/** Gives the Agent Window another outer size, and answers with the size that the screen allowed. */
export const resizeWindow: Handler<(typeof WindowService)["method"]["resizeWindow"]> = async (request, context) => {
  const { windowId } = context.session;
  const { width, height } = request;
  checkSize({ width, height });
  throwIfAborted(context.signal);
  const before = await chrome.windows.get(windowId);
  // A window that is put away stays so: bringing it back would bring it to the front.
  if (before.state !== "normal" && before.state !== "minimized")
    await chrome.windows.update(windowId, { state: "normal" });
  await withinScreen(chrome.windows.update(windowId, { width, height }));
  const now = await chrome.windows.get(windowId);
  return { windowId, width: now.width ?? width, height: now.height ?? height };
};
