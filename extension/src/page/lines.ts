import type { Entry } from "./entries";
import { FOLDED_SHOWN, type Folds } from "./folds";
import { headOf } from "./heads";
import { cursorMark } from "./marks";
import { type Place, placeNumber } from "./places";
import { flatCell, headerOf, needsBlock } from "./rows";
import { counted, pieces, quote } from "./text";

/** One line of a reading. */
export interface Line extends Place {
  /** Level below the page, from 0. */
  depth: number;
  /** Without its indentation. */
  text: string;
}

/** How the entries are written. */
export interface LineForm {
  /** Every container has its line, and nothing is folded. */
  readonly whole: boolean;
  readonly folds: Folds;
  /** Where the reading goes on: what was folded there is written out. */
  readonly from: Place | undefined;
  /** What tells a control from others of the same name. */
  readonly contexts: ReadonlyMap<Entry, string>;
}

/** Longest text in one line, in UTF-16 units. */
const TEXT_MAXIMUM = 1_000;
/** Length after which a line of texts and controls is broken between them, in UTF-16 units. */
const SENTENCE_MAXIMUM = 400;
/** Longest text that stands in the line of the group around it. */
const JOINED_MAXIMUM = 200;
/** What only stands between the controls of a line. */
const separators = /^[.,;|·•›»]+$/;
/** Part of a place that is the line of a fold. */
const FOLD_PART = -1;

/** The lines of entries whose actionable ones have their numbers. */
export function linesOf(entries: readonly Entry[], form: LineForm): Line[] {
  const writer = new Writer(form);
  writer.all(entries, 0);
  return writer.lines;
}

/** A part of a line of text: a text or a control in it. */
interface Token extends Place {
  readonly text: string;
}

class Writer {
  readonly lines: Line[] = [];
  readonly #form: LineForm;
  /** How many parts of each text node were written. */
  readonly #parts = new Map<Node, number>();

  constructor(form: LineForm) {
    this.#form = form;
  }

  all(entries: readonly Entry[], depth: number): void {
    for (let start = 0; start < entries.length; ) {
      const end = this.#lineEnd(entries, start);
      const first = entries[start];
      if (end > start + 1 || first?.kind === "text") this.#sentence(entries.slice(start, end), depth);
      else if (first !== undefined) this.#entry(first, depth);
      start = end;
    }
  }

  /** Index after the entries that stand in one line of text, or after the one entry that does not. */
  #lineEnd(entries: readonly Entry[], start: number): number {
    if (this.#form.whole || !isWord(entries[start])) return start + 1;
    let end = start + 1;
    let texts = entries[start]?.kind === "text" ? 1 : 0;
    for (; entries[end]?.attached && isWord(entries[end]); end += 1) texts += entries[end]?.kind === "text" ? 1 : 0;
    return texts === 0 ? start + 1 : end;
  }

  #entry(entry: Entry, depth: number): void {
    if (this.#form.whole) this.#branch(entry, depth);
    else if (entry.kind === "list") this.#list(entry, depth);
    else if (entry.kind === "item") this.#item(entry, depth);
    else if (entry.kind === "table") this.#table(entry, depth);
    else if (entry.kind === "row") this.#row(entry, depth);
    else this.#branch(entry, depth);
  }

  #add(depth: number, text: string, { node, part }: Place): void {
    this.lines.push({ depth, text: text.trimEnd(), node, part });
  }

  /** Texts and the controls between them in one line, or in several where that would be too long. */
  #sentence(entries: readonly Entry[], depth: number): void {
    let line: Token[] = [];
    let length = 0;
    const end = () => {
      const [first] = line;
      if (first !== undefined) this.#add(depth, line.map(({ text }) => text).join(" "), first);
      line = [];
      length = 0;
    };
    for (const token of entries.flatMap((entry) => this.#tokens(entry))) {
      if (length + token.text.length > SENTENCE_MAXIMUM) end();
      line.push(token);
      length += token.text.length + 1;
    }
    end();
  }

  #tokens(entry: Entry): Token[] {
    const { node } = entry;
    if (entry.attached && separators.test(entry.name) && entry.kind === "text") return [];
    if (entry.kind !== "text") return [{ text: this.#head(entry), node, part: 0 }];
    return pieces(entry.name, TEXT_MAXIMUM).map((piece) => {
      const part = this.#parts.get(node) ?? 0;
      this.#parts.set(node, part + 1);
      return { text: quote(piece), node, part };
    });
  }

  /** A line with what the entry holds below it, or beside it where that is one text or one control of the same name. */
  #branch(entry: Entry, depth: number): void {
    const only = entry.children.length === 1 ? entry.children[0] : undefined;
    if (only?.kind === "text" && only.name.length <= JOINED_MAXIMUM) {
      this.#add(depth, `${this.#head(entry)}: ${quote(only.name)}`, own(entry));
    } else if (
      !this.#form.whole &&
      entry.kind === "heading" &&
      !entry.actionable &&
      only?.name === entry.name &&
      only.actionable
    ) {
      this.#add(depth, `heading ${this.#head(only)}`, own(only));
      this.all(only.children, depth + 1);
    } else {
      this.#add(depth, this.#head(entry), own(entry));
      this.all(entry.children, depth + 1);
    }
  }

  #head(entry: Entry): string {
    return headOf(entry, this.#form.contexts.get(entry));
  }

  #list(entry: Entry, depth: number): void {
    const headed = entry.name !== "" || entry.actionable;
    if (headed) this.#add(depth, this.#head(entry), own(entry));
    this.#folded(entry, entry.children, headed ? depth + 1 : depth, this.#form.folds.items, "items");
  }

  /** An item of several lines begins with a dash, and its further lines stand below. */
  #item(entry: Entry, depth: number): void {
    if (entry.actionable) {
      this.#branch(entry, depth);
      return;
    }
    const start = this.lines.length;
    this.all(entry.children, depth);
    const first = this.lines[start];
    if (first === undefined || this.lines.length === start + 1) return;
    first.text = `- ${first.text}`;
    for (let index = start + 1; index < this.lines.length; index += 1) {
      const line = this.lines[index];
      if (line !== undefined) line.depth += 1;
    }
  }

  #table(entry: Entry, depth: number): void {
    const { header, rows, others } = headerOf(entry);
    const columns = header === undefined ? "" : `: ${header.children.map(flatCell).join(" | ")}`;
    const count = counted(rows.length + entry.omitted, "row");
    this.#add(depth, `${this.#head(entry)} ${count}${columns}`, own(entry));
    this.all(others, depth + 1);
    this.#folded(entry, rows, depth + 1, this.#form.folds.rows, "rows");
  }

  #row(entry: Entry, depth: number): void {
    const states = entry.actionable || entry.tail !== "" ? headOf(entry) : "";
    if (needsBlock(entry)) {
      this.#add(depth, states || "row", own(entry));
      const cells = entry.children.flatMap((cell) => (cell.actionable ? [cell] : cell.children));
      this.all(cells, depth + 1);
    } else {
      const cells = entry.children.map(flatCell).join(" | ");
      this.#add(depth, states === "" ? cells : `${states}: ${cells}`, own(entry));
    }
  }

  /** Entries of a long table or list: only the first of them, unless the reading goes on among the others. */
  #folded(holder: Entry, entries: readonly Entry[], depth: number, bound: number, noun: string): void {
    const count = entries.length + holder.omitted;
    const folded = count > bound && !isWithin(this.#form.from, entries.slice(FOLDED_SHOWN));
    this.all(folded ? entries.slice(0, FOLDED_SHOWN) : entries, depth);
    if (!folded) return;
    const next = this.#firstLine(entries.slice(FOLDED_SHOWN));
    if (next === undefined) return;
    const more = count - FOLDED_SHOWN;
    const text = `... ${more} more ${noun} (observe --cursor ${cursorMark(placeNumber(next, next.text))})`;
    this.#add(depth, text, { node: next.node, part: FOLD_PART });
  }

  /** The first line that entries would have. */
  #firstLine(entries: readonly Entry[]): Line | undefined {
    for (const entry of entries) {
      const [line] = linesOf([entry], this.#form);
      if (line !== undefined) return line;
    }
    return undefined;
  }
}

function own({ node }: Entry): Place {
  return { node, part: 0 };
}

/** Whether an entry can stand within a line of text. */
function isWord(entry: Entry | undefined): boolean {
  return entry !== undefined && (entry.kind === "text" || isBareControl(entry));
}

function isBareControl({ kind, children }: Entry): boolean {
  return (kind === "control" || kind === "leaf") && children.length === 0;
}

/** Whether the place where a reading goes on is in one of the entries. The line of a fold is not: it comes before. */
function isWithin(place: Place | undefined, entries: readonly Entry[]): boolean {
  if (place === undefined || place.part === FOLD_PART) return false;
  return entries.some(({ node }) => node === place.node || node.contains(place.node));
}
