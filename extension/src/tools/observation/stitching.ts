import { matchFrames } from "../../browser/nesting";
import { countRefs } from "../../page/marks";
import type { FrameLine, Reading } from "../../page/reading";
import { shownAddress } from "./address";
import type { ReadFrame } from "./gathering";

/** One line of a text that is put together from all frames. */
export interface StitchedLine {
  /** Level below the page, from 0. */
  readonly depth: number;
  /** Holds marks of the document that it comes from. */
  readonly text: string;
  /** The frame that it comes from, and which of its lines it is. */
  readonly source: ReadFrame;
  readonly index: number;
}

/** All frames in one text. */
export interface Stitched {
  readonly frames: readonly ReadFrame[];
  readonly lines: readonly StitchedLine[];
  /** Lines and references that the frames have beyond their bounds. */
  readonly restLines: number;
  readonly restRefs: number;
  /** Where the text stops although a frame has more. */
  readonly stop?: { readonly source: ReadFrame; readonly index: number };
  /** What could not be seen, each in a few words. */
  readonly unseen: readonly string[];
}

/**
 * Puts the lines of all frames together: those of a frame below the line of the element that holds it. The text begins
 * in the page, or in another frame, and then goes on with those around it, which were read from there on.
 */
export function stitch(frames: readonly ReadFrame[], begin: ReadFrame | undefined = frames[0]): Stitched {
  const stitcher = new Stitcher(frames);
  for (let source = begin; source !== undefined; source = outerOf(source, frames)) {
    stitcher.add(source, stitcher.depthOf(source));
  }
  return stitcher;
}

/** The frame around a frame. */
export function outerOf({ frame }: ReadFrame, frames: readonly ReadFrame[]): ReadFrame | undefined {
  return frames.find((each) => each.frame.frameId === frame.parentFrameId);
}

/** For each frame with an element that holds it: the number of that element in the document around the frame. */
export function holdersOf(frames: readonly ReadFrame[]): Map<ReadFrame, number> {
  const holders = new Map<ReadFrame, number>();
  for (const outer of frames) {
    const inner = frames.filter(({ frame }) => frame.parentFrameId === outer.frame.frameId);
    if (inner.length === 0 || outer.reading === undefined) continue;
    const placed = inner.map(({ frame: { documentId, url }, reading }) => ({
      documentId,
      address: url,
      ...(reading?.own ?? { width: 0, height: 0 }),
    }));
    const matched = matchFrames(placed, outer.reading.frames);
    const left = outer.reading.frames.filter(({ local }) => ![...matched.values()].includes(local));
    for (const each of inner) {
      const local = matched.get(each.frame.documentId) ?? takeOf(each, left);
      if (local !== undefined) holders.set(each, local);
    }
  }
  return holders;
}

/** Takes the element of a frame that did not say where it is: by its address, or because no other is left. */
function takeOf({ frame, reading }: ReadFrame, left: FrameLine[]): number | undefined {
  if (reading !== undefined) return undefined;
  const found = left.findIndex(({ source }) => source === frame.url);
  const index = found < 0 && left.length === 1 ? 0 : found;
  return index < 0 ? undefined : left.splice(index, 1)[0]?.local;
}

class Stitcher implements Stitched {
  readonly lines: StitchedLine[] = [];
  readonly unseen: string[] = [];
  restLines = 0;
  restRefs = 0;
  stop?: { readonly source: ReadFrame; readonly index: number };
  readonly frames: readonly ReadFrame[];
  readonly #holders: ReadonlyMap<ReadFrame, number>;

  constructor(frames: readonly ReadFrame[]) {
    this.frames = frames;
    this.#holders = holdersOf(frames);
  }

  /** Level of the lines of a frame: below that of the line of its element. */
  depthOf(source: ReadFrame): number {
    const outer = outerOf(source, this.frames);
    if (outer === undefined) return 0;
    const local = this.#holders.get(source);
    const held = outer.reading?.frames.find((frame) => frame.local === local);
    return this.depthOf(outer) + (held?.depth ?? 0) + 1;
  }

  add(source: ReadFrame, depth: number): void {
    const { reading } = source;
    if (reading === undefined) return;
    reading.texts.forEach((text, index) => {
      const level = depth + (reading.depths[index] ?? 0);
      const held = reading.frames.find((frame) => frame.line === index);
      if (held === undefined) this.#line(level, text, source, index);
      else this.#frame(source, held, level, text, index);
    });
    this.#rest(source, reading);
  }

  /** A frame's line, and below it what the frame holds. */
  #frame(outer: ReadFrame, held: FrameLine, depth: number, text: string, index: number): void {
    const inner = this.#innerOf(outer, held.local);
    const address = addressOf(inner, held);
    this.#line(depth, address === "" ? text : `${text} ${address}`, outer, index);
    const missing = inner === undefined ? "not loaded" : missingOf(inner, held);
    if (missing !== undefined && !this.#stopped())
      this.unseen.push(`frame ${address || "without address"} (${missing})`);
    if (inner !== undefined) this.add(inner, depth + 1);
  }

  #line(depth: number, text: string, source: ReadFrame, index: number): void {
    if (this.#stopped()) {
      this.restLines += 1;
      this.restRefs += countRefs(text);
    } else {
      this.lines.push({ depth, text, source, index });
    }
  }

  /** Notes what a frame has beyond its bound: the text goes no further than there. */
  #rest(source: ReadFrame, reading: Reading): void {
    if (reading.restLines === 0) return;
    this.stop ??= { source, index: reading.texts.length };
    this.restLines += reading.restLines;
    this.restRefs += reading.restRefs;
    const count = reading.texts.length;
    const inner = reading.frames.filter(({ line }) => line >= count).map(({ local }) => this.#innerOf(source, local));
    for (const each of inner) this.#countAll(each);
  }

  #countAll(source: ReadFrame | undefined): void {
    const reading = source?.reading;
    if (source === undefined || reading === undefined) return;
    this.restLines += reading.texts.length + reading.restLines;
    this.restRefs += reading.texts.reduce((sum, text) => sum + countRefs(text), reading.restRefs);
    for (const { local } of reading.frames) this.#countAll(this.#innerOf(source, local));
  }

  #innerOf(outer: ReadFrame, local: number): ReadFrame | undefined {
    return this.frames.find(
      (each) => each.frame.parentFrameId === outer.frame.frameId && this.#holders.get(each) === local,
    );
  }

  #stopped(): boolean {
    return this.stop !== undefined;
  }
}

/** The address that a frame shows, or was given when it shows none of its own. */
function addressOf(inner: ReadFrame | undefined, held: FrameLine): string {
  const shown = inner?.reading?.url ?? inner?.frame.url ?? "";
  return shownAddress([shown, held.source].find((address) => address !== "" && !isInner(address)) ?? "");
}

/** Addresses of documents that have their content from the page around them. */
function isInner(address: string): boolean {
  return address === "about:srcdoc" || address === "about:blank";
}

/** Why a frame shows nothing. Undefined when it was read. */
function missingOf({ silence, frame, reading }: ReadFrame, held: FrameLine): string | undefined {
  switch (silence) {
    case "refused":
      return "refused";
    case "busy":
      return "no answer";
    case "gone":
      return "was replaced";
    case "failed":
      return "failed";
    default: {
      const waits = frame.url === "about:blank" && !isInner(held.source) && held.source !== "";
      return waits && reading?.texts.length === 0 ? "not loaded" : undefined;
    }
  }
}
