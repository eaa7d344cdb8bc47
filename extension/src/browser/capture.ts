import { withDeadline } from "../deadline";
import { failure, isAbort, Reason, ToolError } from "../errors";
import type { Box } from "../page/layout";
import type { Action } from "./action";
import { CAPTURE_TIMEOUT_MS, PICTURE_SIDE_MAXIMUM_PX } from "./limits";

/** A picture of a page. */
export interface Picture {
  /** The PNG file. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Size in device pixels, as the file says. */
  readonly width: number;
  readonly height: number;
}

/**
 * Takes a picture of a tab, in front or not: of its viewport, or of a box of its top-level viewport (CSS pixels), which
 * may reach beyond it. The tab has to be painting. Raises `screenshot_capture_failed`, also when the browser takes too
 * long over it.
 */
export async function capture(action: Action, box?: Box): Promise<Picture> {
  const taken = box === undefined ? action.ask("Page.captureScreenshot", { format: "png" }) : captureBox(action, box);
  const late = () => captureFailure(`the browser gave no picture within ${CAPTURE_TIMEOUT_MS} ms`);
  try {
    const { data } = await withDeadline(taken, CAPTURE_TIMEOUT_MS, late);
    return readPicture(data);
  } catch (error) {
    if (isAbort(error) || !(error instanceof ToolError) || error.reason !== "cdp_failed") throw error;
    throw captureFailure(error.message);
  }
}

/** Reads the size of a PNG file out of its first chunk. Raises `screenshot_capture_failed` when it is none. */
export function readPicture(base64: string): Picture {
  const bytes = decode(base64);
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  if (bytes.length < 24 || signature.some((byte, index) => bytes[index] !== byte)) {
    throw captureFailure("the browser gave something that is no PNG picture");
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return { bytes, width: view.getUint32(16), height: view.getUint32(20) };
}

async function captureBox(action: Action, box: Box): Promise<{ data: string }> {
  const { cssLayoutViewport, cssVisualViewport, layoutViewport } = await action.ask("Page.getLayoutMetrics");
  const { pageX, pageY, clientWidth, clientHeight } = cssLayoutViewport;
  const beyond = box.x < 0 || box.y < 0 || box.x + box.width > clientWidth || box.y + box.height > clientHeight;
  const largest = PICTURE_SIDE_MAXIMUM_PX / (layoutViewport.clientWidth / clientWidth || 1);
  // The clip is in pixels of the window, which the zoom of the tab makes larger than those of the page.
  const zoom = cssVisualViewport.zoom ?? 1;
  return action.ask("Page.captureScreenshot", {
    format: "png",
    captureBeyondViewport: beyond,
    clip: {
      x: (box.x + pageX) * zoom,
      y: (box.y + pageY) * zoom,
      width: Math.min(box.width, largest) * zoom,
      height: Math.min(box.height, largest) * zoom,
      scale: 1,
    },
  });
}

function decode(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64);
  const bytes = new Uint8Array(text.length);
  for (let index = 0; index < text.length; index += 1) bytes[index] = text.charCodeAt(index);
  return bytes;
}

function captureFailure(why: string): ToolError {
  return failure(Reason.SCREENSHOT_CAPTURE_FAILED, `no picture could be taken: ${why}`);
}
