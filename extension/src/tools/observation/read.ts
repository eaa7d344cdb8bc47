import { takeDialogs } from "../../browser/dialogs";
import { callAgent, FrameFailure, framesOf, silenceFailure } from "../../browser/frames";
import { throwIfAborted } from "../../errors";
import type { ReadingRequest } from "../../page/reading";
import { quote } from "../../page/text";
import type { RefSpace } from "../../session/refs";
import type { ToolContext } from "../handler";
import { shownAddress } from "./address";
import { composeText, countShownRefs, fitLines, type LineOfFrame } from "./composing";
import { cursorStale, formatCursor, isCursorOf, parseCursor } from "./cursor";
import { type ReadFrame, readFrames, requireReadable } from "./gathering";
import { CHARACTERS_PER_TOKEN, TOKENS_DEFAULT } from "./limits";
import { holdersOf, outerOf, type Stitched, stitch } from "./stitching";

/** What `observe` and `snapshot` are both asked for. */
export interface TextRequest {
  readonly tabId?: number | undefined;
  readonly maxDepth?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly cursor?: string | undefined;
}

/** How the two differ. */
export interface TextKind {
  readonly command: string;
  /** Every container has its line, and nothing is folded. */
  readonly whole: boolean;
}

/** A page as text, as both of them answer. */
export interface PageText {
  readonly text: string;
  readonly refCount: number;
  readonly truncated?: true;
  readonly nextCursor?: string;
}

/**
 * Reads a page with all its frames as text. Raises `tab_not_found`, `agent_window_scope`, `page_restricted`,
 * `cursor_stale`, `timeout` when the page does not answer, and `cdp_failed` when it was replaced again and again.
 */
export async function readText(request: TextRequest, context: ToolContext, kind: TextKind) {
  const tabId = await context.controlledTab(request.tabId);
  const tab = await requireReadable(tabId);
  const text = await orBlank(tab, () => readPage(tabId, request, context, kind), context.signal);
  return { tabId, ...text, dialogs: takeDialogs(tabId) };
}

/** The text of a page, of a second try when it was replaced during the first, or of a tab that has no page yet. */
async function orBlank(tab: chrome.tabs.Tab, read: () => Promise<PageText>, signal: AbortSignal): Promise<PageText> {
  for (let tries = 2; ; tries -= 1) {
    try {
      return await read();
    } catch (error) {
      throwIfAborted(signal);
      if (!(error instanceof FrameFailure)) throw error;
      if (error.silence === "refused" && tab.url === "about:blank") return blankText(tab);
      if (error.silence !== "gone" || tries <= 1) throw silenceFailure(error);
    }
  }
}

async function readPage(tabId: number, request: TextRequest, context: ToolContext, kind: TextKind): Promise<PageText> {
  const characters = (request.maxTokens ?? TOKENS_DEFAULT) * CHARACTERS_PER_TOKEN;
  const depth = request.maxDepth;
  const asked: ReadingRequest = { whole: kind.whole, budget: characters, ...(depth === undefined ? {} : { depth }) };
  const { cursor } = request;
  const stitched =
    cursor === undefined
      ? stitch(await readFrames(tabId, () => asked, context.signal))
      : await readFrom(tabId, cursor, asked, context.signal);
  await coverRefs(tabId, stitched, context.refs);
  const header = headerOf(stitched.frames[0], cursor !== undefined);
  const fitted = fitLines(stitched, header.length, { characters, depth });
  const nextCursor = fitted.cut === undefined ? undefined : await cursorOf(tabId, fitted.cut);
  const text = composeText(fitted, {
    header,
    command: kind.command,
    nextCursor,
    depth,
    unseen: stitched.unseen,
    refOf: (documentId, local) => context.refs.refOf(documentId, local) ?? "e0",
    cursorOf: formatCursor,
  });
  return {
    text,
    refCount: countShownRefs(fitted),
    ...(fitted.cut === undefined && fitted.deepLines === 0 ? {} : { truncated: true }),
    ...(nextCursor === undefined ? {} : { nextCursor }),
  };
}

/** Reads on from a cursor. The frames around the one where it leads are read from behind that one's element. */
async function readFrom(tabId: number, cursor: string, asked: ReadingRequest, signal: AbortSignal): Promise<Stitched> {
  const where = parseCursor(cursor);
  const document = (await framesOf(tabId)).find(({ documentId }) => isCursorOf(where, documentId))?.documentId;
  if (document === undefined) throw cursorStale(cursor, "the page where that text was cut has gone");
  const requests = new Map<string, ReadingRequest>([[document, { ...asked, from: where.place }]]);
  for (const [outer, after] of await framesAround(tabId, document, signal)) requests.set(outer, { ...asked, after });
  const frames = await readFrames(tabId, ({ documentId }) => requests.get(documentId) ?? asked, signal);
  const begin = frames.find(({ frame }) => frame.documentId === document);
  const lost = frames.some(({ reading }) => reading?.lost);
  if (begin?.reading === undefined || lost) throw cursorStale(cursor, "the page has changed where that text was cut");
  return stitch(frames, begin);
}

/** The documents around one, each with the number of the element that holds the next. */
async function framesAround(tabId: number, documentId: string, signal: AbortSignal): Promise<Map<string, number>> {
  const around = new Map<string, number>();
  const [page] = await framesOf(tabId);
  if (page?.documentId === documentId) return around;
  const frames = await readFrames(tabId, () => ({ whole: false, budget: 0, unfolded: true }), signal);
  const holders = holdersOf(frames);
  let source = frames.find(({ frame }) => frame.documentId === documentId);
  while (source !== undefined) {
    const outer = outerOf(source, frames);
    const local = holders.get(source);
    if (outer !== undefined && local !== undefined) around.set(outer.frame.documentId, local);
    source = outer;
  }
  return around;
}

/** Gives references to the elements of all frames of which lines are there. */
async function coverRefs(tabId: number, stitched: Stitched, refs: RefSpace): Promise<void> {
  const sources = new Set<ReadFrame>(stitched.lines.map(({ source }) => source));
  for (const { frame, reading } of sources) {
    const { frameId, documentId } = frame;
    if (reading !== undefined) await refs.cover({ tabId, frameId, documentId }, reading.highestLocal);
  }
}

/** The cursor for a line. Undefined when its document has gone meanwhile. */
async function cursorOf(tabId: number, { source, index }: LineOfFrame): Promise<string | undefined> {
  const { frame, reading } = source;
  if (reading === undefined) return undefined;
  try {
    const place = await callAgent(tabId, frame.documentId, "placeOfLine", [reading.number, index]);
    return place === undefined ? undefined : formatCursor(place, frame.documentId);
  } catch (error) {
    if (error instanceof FrameFailure) return undefined;
    throw error;
  }
}

function headerOf(page: ReadFrame | undefined, continued: boolean): string {
  if (page?.reading === undefined) return "page";
  const { title, url, width, height } = page.reading;
  return `page ${quote(title)} ${shownAddress(url)} ${width}x${height}${continued ? " (continued)" : ""}`;
}

/** A tab in which nothing was opened yet. The browser lets nobody in, and there is nothing to see. */
function blankText({ width, height }: chrome.tabs.Tab): PageText {
  const size = width === undefined || height === undefined ? "" : ` ${width}x${height}`;
  return { text: `page "" about:blank${size}\nblank: no page was opened in this tab yet`, refCount: 0 };
}
