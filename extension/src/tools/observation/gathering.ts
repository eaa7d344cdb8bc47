import { callAgent, type Frame, FrameFailure, framesOf, type Silence } from "../../browser/frames";
import { refuseRestricted } from "../../browser/restriction";
import { requireTab } from "../../browser/tabs";
import { withDeadline, withSignal } from "../../deadline";
import { failure, Reason } from "../../errors";
import type { Reading, ReadingRequest } from "../../page/reading";
import { FRAME_PATIENCE_MS, PAGE_TIMEOUT_MS } from "./limits";

/** A frame with what was read in it, or why nothing was. */
export interface ReadFrame {
  readonly frame: Frame;
  readonly reading?: Reading;
  readonly silence?: Silence;
}

/** What shall be read in a frame. */
export type RequestOf = (frame: Frame) => ReadingRequest;

/**
 * Refuses a tab that extensions may not touch, before anything touches it. Raises `tab_not_found`, `page_restricted`,
 * and `cdp_failed` for a tab whose page the browser has dropped to save memory.
 */
export async function requireReadable(tabId: number): Promise<chrome.tabs.Tab> {
  const tab = await requireTab(tabId);
  refuseRestricted(tab.url);
  if (tab.discarded) throw failure(Reason.CDP_FAILED, "the browser has put this tab to sleep; reload it");
  return tab;
}

/**
 * Reads all frames of a tab at once. A frame that does not answer in time is not waited for. Raises `FrameFailure` when
 * the page itself does not answer.
 */
export async function readFrames(tabId: number, requestOf: RequestOf, signal: AbortSignal): Promise<ReadFrame[]> {
  const [page, ...others] = await framesOf(tabId);
  if (page === undefined) throw new FrameFailure("gone", "the tab shows no page yet");
  const pending = others.map((frame) => readFrame(tabId, frame, requestOf(frame)));
  const reading = callAgent(tabId, page.documentId, "read", [requestOf(page)]);
  const late = new FrameFailure("busy", "the page does not answer");
  const first = {
    frame: page,
    reading: await withSignal(
      withDeadline(reading, PAGE_TIMEOUT_MS, () => late),
      signal,
    ),
  };
  return [first, ...(await withSignal(answersOf(pending, others), signal))];
}

async function readFrame(tabId: number, frame: Frame, request: ReadingRequest): Promise<ReadFrame> {
  try {
    return { frame, reading: await callAgent(tabId, frame.documentId, "read", [request]) };
  } catch (error) {
    if (error instanceof FrameFailure) return { frame, silence: error.silence };
    throw error;
  }
}

/** The answers that come while they come: once none has come for a while, the rest counts as busy. */
function answersOf(pending: readonly Promise<ReadFrame>[], frames: readonly Frame[]): Promise<ReadFrame[]> {
  const answers = frames.map((frame): ReadFrame => ({ frame, silence: "busy" }));
  let left = pending.length;
  return new Promise((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = () => {
      clearTimeout(timer);
      if (left === 0) resolve(answers);
      else timer = setTimeout(() => resolve(answers), FRAME_PATIENCE_MS);
    };
    wait();
    pending.forEach((promise, index) => {
      promise.then((answer) => {
        answers[index] = answer;
        left -= 1;
        wait();
      }, reject);
    });
  });
}
