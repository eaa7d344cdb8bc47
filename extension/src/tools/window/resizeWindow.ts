import type { WindowService } from "@gen/bsk/tools/v1/window_pb";
import { failure, Reason, throwIfAborted } from "../../errors";
import { WINDOW_SIZE_MAXIMUM, WINDOW_SIZE_MINIMUM } from "../../session/limits";
import type { Handler } from "../handler";

/** Gives the Agent Window another outer size, and answers with the size that the screen allowed. */
export const resizeWindow: Handler<(typeof WindowService)["method"]["resizeWindow"]> = async (request, context) => {
  const { windowId } = context.session;
  const { width, height } = request;
  for (const length of [width, height]) {
    if (length < WINDOW_SIZE_MINIMUM || length > WINDOW_SIZE_MAXIMUM) {
      throw failure(
        Reason.INVALID_PARAMS,
        `a window is ${WINDOW_SIZE_MINIMUM} to ${WINDOW_SIZE_MAXIMUM} pixels wide and high`,
      );
    }
  }
  throwIfAborted(context.signal);
  const before = await chrome.windows.get(windowId);
  if (before.state !== "normal") await chrome.windows.update(windowId, { state: "normal" });
  await chrome.windows.update(windowId, { width, height });
  const now = await chrome.windows.get(windowId);
  return { windowId, width: now.width ?? width, height: now.height ?? height };
};
