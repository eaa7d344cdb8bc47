import type { ObservationService } from "@gen/bsk/tools/v1/observation_pb";
import { takeDialogs } from "../../browser/dialogs";
import { callAgent, FrameFailure, framesOf, isDocumentGone, silenceFailure } from "../../browser/frames";
import { withDeadline, withSignal } from "../../deadline";
import type { Markup } from "../../page/markup";
import { type RefSpace, type RefTarget, refNotFound } from "../../session/refs";
import type { Handler } from "../handler";
import { requireReadable } from "./gathering";
import { HTML_BYTES_DEFAULT, PAGE_TIMEOUT_MS } from "./limits";

/** What stands in a tab where nothing was opened yet. */
const blankPage: Markup = { html: "<html><head></head><body></body></html>", byteSize: 39 };

/** Gives the HTML of the page, or the outer HTML of one element, cut at a number of bytes. */
export const getHtml: Handler<(typeof ObservationService)["method"]["getHtml"]> = async (request, context) => {
  const tabId = await context.controlledTab(request.tabId);
  const tab = await requireReadable(tabId);
  const maximumBytes = request.maxBytes ?? HTML_BYTES_DEFAULT;
  const target = request.ref === undefined ? undefined : await locate(request.ref, tabId, context.refs);
  const read = target === undefined ? readPage(tab, tabId, maximumBytes) : readElement(target, maximumBytes);
  const { html, byteSize } = await withSignal(read, context.signal);
  return {
    tabId,
    html,
    byteSize,
    ...(byteSize > maximumBytes ? { truncated: true } : {}),
    dialogs: takeDialogs(tabId),
  };
};

async function locate(ref: string, tabId: number, refs: RefSpace): Promise<RefTarget> {
  const target = await refs.locate(ref);
  if (target.tabId !== tabId) throw refNotFound(ref, `belongs to tab ${target.tabId}, and tab ${tabId} was meant`);
  return target;
}

async function readPage(tab: chrome.tabs.Tab, tabId: number, maximumBytes: number): Promise<Markup> {
  for (let tries = 2; ; tries -= 1) {
    try {
      const [page] = await framesOf(tabId);
      if (page === undefined) throw new FrameFailure("gone", "the tab shows no page yet");
      const markup = await soon(callAgent(tabId, page.documentId, "markup", [null, maximumBytes]));
      if (markup !== undefined) return markup;
    } catch (error) {
      if (!(error instanceof FrameFailure)) throw error;
      if (error.silence === "refused" && tab.url === "about:blank") return blankPage;
      if (error.silence !== "gone" || tries <= 1) throw silenceFailure(error);
    }
  }
}

async function readElement({ ref, tabId, documentId, local }: RefTarget, maximumBytes: number): Promise<Markup> {
  try {
    const markup = await soon(callAgent(tabId, documentId, "markup", [local, maximumBytes]));
    if (markup !== undefined) return markup;
  } catch (error) {
    if (!(error instanceof FrameFailure)) throw error;
    if (!isDocumentGone(error)) throw silenceFailure(error);
  }
  throw refNotFound(ref, "names an element that is gone");
}

function soon<T>(answer: Promise<T>): Promise<T> {
  return withDeadline(answer, PAGE_TIMEOUT_MS, () => new FrameFailure("busy", "the page does not answer"));
}
