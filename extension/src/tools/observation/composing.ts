import { countRefs, replaceMarks } from "../../page/marks";
import { counted } from "../../page/text";
import type { ReadFrame } from "./gathering";
import { CLOSING_RESERVE } from "./limits";
import type { Stitched, StitchedLine } from "./stitching";

/** Bounds of a text. */
export interface TextBounds {
  readonly characters: number;
  /** Deepest level, from 1. */
  readonly depth?: number | undefined;
}

/** A line of a frame, by its number among those that the frame gave. */
export interface LineOfFrame {
  readonly source: ReadFrame;
  readonly index: number;
}

/** The lines of a text that fit its bounds. */
export interface FittedLines {
  readonly shown: readonly StitchedLine[];
  /** The first line that does not fit. */
  readonly cut?: LineOfFrame;
  /** Lines and references from the cut on. */
  readonly restLines: number;
  readonly restRefs: number;
  /** Lines left out because they lie too deep. */
  readonly deepLines: number;
}

/** What goes around and into the lines of a text. */
export interface TextParts {
  readonly header: string;
  /** Command that takes the cursors, such as `observe`. */
  readonly command: string;
  /** Cursor for the cut, where there is one. */
  readonly nextCursor: string | undefined;
  readonly depth?: number | undefined;
  readonly unseen: readonly string[];
  readonly refOf: (documentId: string, local: number) => string;
  readonly cursorOf: (place: number, documentId: string) => string;
}

/** Takes the lines that fit: always the first, so that each text goes further than the one before it. */
export function fitLines(stitched: Stitched, headerLength: number, { characters, depth }: TextBounds): FittedLines {
  const shallow = stitched.lines.filter((line) => line.depth < (depth ?? Number.POSITIVE_INFINITY));
  const deepLines =
    stitched.lines.length -
    shallow.length +
    stitched.frames.reduce((sum, { reading }) => sum + (reading?.deepLines ?? 0), 0);
  const end = endOf(shallow, characters - headerLength - CLOSING_RESERVE);
  const rest = shallow.slice(end);
  const cut = rest[0] ?? stitched.stop;
  return {
    shown: shallow.slice(0, end),
    ...(cut === undefined ? {} : { cut }),
    restLines: rest.length + stitched.restLines,
    restRefs: rest.reduce((sum, { text }) => sum + countRefs(text), stitched.restRefs),
    deepLines,
  };
}

/** The text of a reading: its header, its lines, and what was left out. */
export function composeText(fitted: FittedLines, parts: TextParts): string {
  const lines = fitted.shown.map(({ depth, text, source }) => {
    const { documentId } = source.frame;
    const ref = (local: number) => `@${parts.refOf(documentId, local)}`;
    return "  ".repeat(depth) + replaceMarks(text, ref, (place) => parts.cursorOf(place, documentId));
  });
  return [parts.header, ...lines, ...closingLines(fitted, parts)].join("\n");
}

/** How many references the lines show. */
export function countShownRefs({ shown }: FittedLines): number {
  return shown.reduce((sum, { text }) => sum + countRefs(text), 0);
}

function closingLines(fitted: FittedLines, { command, nextCursor, depth, unseen }: TextParts): string[] {
  const { cut, restLines, restRefs, deepLines } = fitted;
  const lines: string[] = [];
  if (deepLines > 0 && depth !== undefined) lines.push(`not shown: ${counted(deepLines, "line")} below level ${depth}`);
  if (unseen.length > 0) lines.push(`not seen: ${unseen.join(", ")}`);
  if (cut !== undefined) {
    const how = nextCursor === undefined ? "" : ` (${command} --cursor ${nextCursor})`;
    const controls = restRefs === 0 ? "" : ` with ${counted(restRefs, "control")}`;
    lines.push(`... ${counted(restLines, "more line")}${controls}${how}`);
  }
  return lines;
}

function endOf(lines: readonly StitchedLine[], room: number): number {
  let size = 0;
  for (const [index, { depth, text }] of lines.entries()) {
    size += text.length + 2 * depth + 1;
    if (size > room && index > 0) return index;
  }
  return lines.length;
}
