import { contextsOf } from "./contexts";
import { elementOf, numberOf } from "./elements";
import { countActionable, type Entry, entry, visit } from "./entries";
import { looseFolds, noFolds, tightFolds } from "./folds";
import { withLabels } from "./labels";
import { type Line, type LineForm, linesOf } from "./lines";
import { countRefs } from "./marks";
import { cutMarkup, documentMarkup, type Markup } from "./markup";
import { coveringDialog } from "./modality";
import { describeFrame, type FrameElement, framePlaces, nesting, type OwnPlace } from "./nesting";
import { outlineOf } from "./outline";
import { type Place, placeNumber, placeOf } from "./places";
import { cap, collapse, counted } from "./text";

/** What a reading shall hold. */
export interface ReadingRequest {
  /** The plain tree with every container, rather than what a reader needs. */
  readonly whole: boolean;
  /** Lines are given until they take this many UTF-16 units. At least one is given. */
  readonly budget: number;
  /** Deepest level whose lines are given, from 1. */
  readonly depth?: number;
  /** Number of the place where the reading begins; from the top otherwise. */
  readonly from?: number;
  /** Number of a frame's element: the reading begins after its line. */
  readonly after?: number;
  /** Frames are looked for in what is folded too. */
  readonly unfolded?: true;
}

/** A frame that the document holds, where its line is among those given. */
export interface FrameLine extends FrameElement {
  /** Index of its line among those given; -1 before them, and beyond the last after them. */
  readonly line: number;
  /** Level of its line, from 0. */
  readonly depth: number;
  /** The address that its element was given. */
  readonly source: string;
}

/** A document as it is read. Lines hold marks in place of references and cursors. */
export interface Reading {
  readonly title: string;
  readonly url: string;
  /** Size of the viewport. CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly own: OwnPlace;
  /** Levels of the lines, from 0, and their texts. */
  readonly depths: readonly number[];
  readonly texts: readonly string[];
  readonly frames: readonly FrameLine[];
  /** Lines and references after those given. */
  readonly restLines: number;
  readonly restRefs: number;
  /** Lines left out because they lie too deep. */
  readonly deepLines: number;
  /** Highest number of an element that can be acted on. */
  readonly highestLocal: number;
  /** Names this reading, to ask for the place of one of its lines. */
  readonly number: number;
  /** The place where the reading was to begin is gone. The reading is then empty. */
  readonly lost?: true;
}

/** How long the nodes of a reading are kept, so that the place of a line can be asked for. */
const KEPT_MS = 10_000;
/** Longest title and address that are given, in UTF-16 units. */
const TITLE_MAXIMUM = 200;
const ADDRESS_MAXIMUM = 500;

let readings = 0;
let kept: { readonly number: number; readonly lines: readonly Line[] } | undefined;

/** The reading methods of the page agent. None of them changes anything of the page. */
export const reading = {
  /** Reads this document, without those in its frames. */
  read(request: ReadingRequest): Reading {
    const begin = beginOf(request);
    const entries = withLabels(() => entriesOf(request, begin ?? undefined));
    const highestLocal = numberEntries(entries);
    const frames = framesIn(entries);
    const lines = begin === null ? [] : writtenLines(entries, request, begin);
    const shallow = lines.filter(({ depth }) => depth < (request.depth ?? Number.POSITIVE_INFINITY));
    const start = begin === null ? -1 : startOf(shallow, begin, request.after !== undefined);
    const end = start < 0 ? start : endOf(shallow, start, request.budget);
    const given = shallow.slice(Math.max(start, 0), Math.max(end, 0));
    const rest = shallow.slice(Math.max(end, 0));
    return {
      ...pageFacts(),
      depths: given.map(({ depth }) => depth),
      texts: given.map(({ text }) => text),
      frames: frameLines(frames, shallow, start),
      restLines: rest.length,
      restRefs: rest.reduce((sum, { text }) => sum + countRefs(text), 0),
      deepLines: lines.length - shallow.length,
      highestLocal,
      number: keep(given.concat(rest.slice(0, 1))),
      ...(start < 0 ? { lost: true } : {}),
    };
  },

  /** Number of the place of a line that a reading gave, or of the first after them. Undefined when that is long ago. */
  placeOfLine(readingNumber: number, line: number): number | undefined {
    const place = kept?.number === readingNumber ? kept.lines[line] : undefined;
    return place === undefined ? undefined : placeNumber(place, place.text);
  },

  /** The HTML of the document, or of one element, cut at a number of bytes. Undefined when the element is gone. */
  markup(local: number | null, maximumBytes: number): Markup | undefined {
    const element = local === null ? undefined : elementOf(local);
    if (local !== null && element === undefined) return undefined;
    return cutMarkup(element?.outerHTML ?? documentMarkup(), maximumBytes);
  },
};

function entriesOf({ whole, unfolded }: ReadingRequest, from: Place | undefined): Entry[] {
  const root = document.documentElement as Element | null;
  if (root === null) return [];
  const form = { whole, folds: whole || unfolded ? noFolds : looseFolds, from: from?.node };
  const dialog = coveringDialog();
  return dialog === undefined ? outlineOf(root, form) : [...outlineOf(dialog, form), ...remarksOn(root, dialog)];
}

/** What is out of reach behind a dialog is only counted. */
function remarksOn(root: Element, dialog: Element): Entry[] {
  const behind = outlineOf(root, { whole: false, folds: noFolds, without: dialog });
  const lines = linesOf(behind, { whole: false, folds: noFolds, from: undefined, contexts: new Map() });
  if (lines.length === 0) return [];
  const size = `${counted(lines.length, "line")} with ${counted(countActionable(behind), "control")}`;
  return [entry("remark", root, "", `behind the dialog, out of reach: ${size}`)];
}

/** Numbers what can be acted on, in tree order. Gives the highest of the numbers. */
function numberEntries(entries: readonly Entry[]): number {
  let highest = 0;
  visit(entries, (entry) => {
    if (!entry.actionable || !(entry.node instanceof Element)) return;
    entry.local = numberOf(entry.node);
    highest = Math.max(highest, entry.local);
  });
  return highest;
}

function framesIn(entries: readonly Entry[]): HTMLElement[] {
  const frames: HTMLElement[] = [];
  visit(entries, ({ kind, node }) => {
    if (kind === "frame" && node instanceof HTMLElement) frames.push(node);
  });
  return frames;
}

/**
 * Where the reading begins: undefined at the top, null when the place is gone. A node that the page has put anew is found
 * by what its line said.
 */
function beginOf(request: ReadingRequest): Place | undefined | null {
  const { whole, from, after } = request;
  if (after !== undefined) {
    const frame = elementOf(after);
    return frame === undefined ? null : { node: frame, part: 0 };
  }
  if (from === undefined) return undefined;
  const place = placeOf(from);
  if (place === undefined || "node" in place) return place ?? null;
  const entries = withLabels(() => entriesOf({ ...request, unfolded: true }, undefined));
  const lines = linesOf(entries, { whole, folds: noFolds, from: undefined, contexts: new Map() });
  const same = lines.filter(({ text }) => text === place.text);
  return same.length === 1 ? (same[0] ?? null) : null;
}

function writtenLines(entries: readonly Entry[], request: ReadingRequest, from: Place | undefined): Line[] {
  const contexts = request.whole ? new Map<Entry, string>() : contextsOf(entries);
  const form: LineForm = { whole: request.whole, folds: request.whole ? noFolds : looseFolds, from, contexts };
  const lines = linesOf(entries, form);
  if (request.whole || sizeOf(lines) <= request.budget) return lines;
  return linesOf(entries, { ...form, folds: tightFolds });
}

/** Index of the first line to give: -1 when the place where the reading begins is not shown any more. */
function startOf(lines: readonly Line[], begin: Place | undefined, after: boolean): number {
  if (begin === undefined) return 0;
  const exact = lines.findIndex(({ node, part }) => node === begin.node && part === begin.part);
  if (exact >= 0) return after ? exact + 1 : exact;
  return lines.findIndex(({ node, part }) => node === begin.node && part >= 0);
}

/** Index after the last line that fits. */
function endOf(lines: readonly Line[], start: number, budget: number): number {
  let size = 0;
  for (let index = start; index < lines.length; index += 1) {
    size += lineSize(lines[index]);
    if (size > budget && index > start) return index;
  }
  return lines.length;
}

function sizeOf(lines: readonly Line[]): number {
  return lines.reduce((sum, line) => sum + lineSize(line), 0);
}

function lineSize(line: Line | undefined): number {
  return line === undefined ? 0 : line.text.length + 2 * line.depth + 1;
}

function frameLines(frames: readonly HTMLElement[], lines: readonly Line[], start: number): FrameLine[] {
  if (frames.length === 0) return [];
  const places = framePlaces();
  return frames.map((frame) => {
    const line = lines.findIndex(({ node }) => node === frame);
    const depth = lines[line]?.depth ?? 0;
    return {
      ...describeFrame(frame, places),
      source: sourceOf(frame),
      depth,
      line: line < start ? -1 : line - Math.max(start, 0),
    };
  });
}

function sourceOf(frame: HTMLElement): string {
  const source = frame instanceof HTMLObjectElement ? frame.data : "src" in frame ? String(frame.src) : "";
  return cap(source, ADDRESS_MAXIMUM);
}

function pageFacts() {
  return {
    title: cap(collapse(document.title), TITLE_MAXIMUM),
    url: cap(location.href, ADDRESS_MAXIMUM),
    width: innerWidth,
    height: innerHeight,
    own: nesting.ownPlace(),
  };
}

function keep(lines: readonly Line[]): number {
  readings += 1;
  const number = readings;
  kept = { number, lines };
  setTimeout(() => {
    if (kept?.number === number) kept = undefined;
  }, KEPT_MS);
  return number;
}
