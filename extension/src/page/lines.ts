import type { Entry } from "./entries";
import { cursorMark, refMark } from "./marks";
import { type Place, placeNumber } from "./places";
import { flatCell, headerOf, needsBlock } from "./rows";
import { cap, pieces, quote } from "./text";

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

/** When long tables and lists are folded. */
export interface Folds {
  /** Rows and items from which on a table and a list are folded. */
  readonly rows: number;
  readonly items: number;
}

/** Folding of a page that fits its bound. */
export const looseFolds: Folds = { rows: 50, items: 100 };
/** Folding of a page that would not fit. */
export const tightFolds: Folds = { rows: 15, items: 20 };
/** Nothing is folded. */
export const noFolds: Folds = { rows: Number.POSITIVE_INFINITY, items: Number.POSITIVE_INFINITY };

/** Rows and items of a folded table or list that are still shown. */
const SHOWN = 10;
/** Longest name and longest line of text, in UTF-16 units. */
const NAME_MAXIMUM = 300;
const TEXT_MAXIMUM = 1_000;
/** Longest text that stands in the line of the group around it. */
const JOINED_MAXIMUM = 200;
/** Part of a place that is the line of a fold. */
const FOLD_PART = -1;

/** The lines of entries whose actionable ones have their numbers. */
export function linesOf(entries: readonly Entry[], form: LineForm): Line[] {
  const writer = new Writer(form);
  writer.all(entries, 0);
  return writer.lines;
}

/** An entry in one line, without what it holds: reference, role, name, states and value. */
export function headOf(entry: Entry, context = ""): string {
  if (entry.kind === "text") return quote(entry.name);
  const ref = entry.local === 0 ? "" : `${refMark(entry.local)} `;
  const name = entry.name === "" ? "" : ` ${quote(cap(entry.name, NAME_MAXIMUM))}`;
  return `${ref}${entry.role}${name}${context}${entry.tail}`;
}

class Writer {
  readonly lines: Line[] = [];
  readonly #form: LineForm;

  constructor(form: LineForm) {
    this.#form = form;
  }

  all(entries: readonly Entry[], depth: number): void {
    for (const entry of entries) this.#entry(entry, depth);
  }

  #entry(entry: Entry, depth: number): void {
    if (entry.kind === "text") return this.#text(entry, depth);
    if (this.#form.whole) return this.#branch(entry, depth);
    switch (entry.kind) {
      case "list":
        return this.#list(entry, depth);
      case "item":
        return this.#item(entry, depth);
      case "table":
        return this.#table(entry, depth);
      case "row":
        return this.#row(entry, depth);
      default:
        return this.#branch(entry, depth);
    }
  }

  #add(depth: number, text: string, node: Node, part = 0): void {
    this.lines.push({ depth, text, node, part });
  }

  #text(entry: Entry, depth: number): void {
    pieces(entry.name, TEXT_MAXIMUM).forEach((piece, part) => this.#add(depth, quote(piece), entry.node, part));
  }

  /** A line with what the entry holds below it, or beside it where that is one text or one control of the same name. */
  #branch(entry: Entry, depth: number): void {
    const only = entry.children.length === 1 ? entry.children[0] : undefined;
    if (only?.kind === "text" && only.name.length <= JOINED_MAXIMUM) {
      return this.#add(depth, `${this.#head(entry)}: ${quote(only.name)}`, entry.node);
    }
    if (entry.kind === "heading" && !entry.actionable && only?.name === entry.name && only.actionable) {
      this.#add(depth, `heading ${this.#head(only)}`, only.node);
      return this.all(only.children, depth + 1);
    }
    this.#add(depth, this.#head(entry), entry.node);
    this.all(entry.children, depth + 1);
  }

  #head(entry: Entry): string {
    return headOf(entry, this.#form.contexts.get(entry));
  }

  #list(entry: Entry, depth: number): void {
    const headed = entry.name !== "" || entry.actionable;
    if (headed) this.#add(depth, this.#head(entry), entry.node);
    this.#folded(entry.children, headed ? depth + 1 : depth, this.#form.folds.items, "items");
  }

  /** An item of several lines begins with a dash, and its further lines stand below. */
  #item(entry: Entry, depth: number): void {
    const start = this.lines.length;
    if (entry.actionable) this.#branch(entry, depth);
    else this.all(entry.children, depth);
    const first = this.lines[start];
    if (entry.actionable || first === undefined || this.lines.length === start + 1) return;
    first.text = `- ${first.text}`;
    for (const line of this.lines.slice(start + 1)) line.depth += 1;
  }

  #table(entry: Entry, depth: number): void {
    const { header, rows, others } = headerOf(entry);
    const columns = header === undefined ? "" : `: ${header.children.map(flatCell).join(" | ")}`;
    const count = `${rows.length} ${rows.length === 1 ? "row" : "rows"}`;
    this.#add(depth, `${this.#head(entry)} ${count}${columns}`, entry.node);
    this.all(others, depth + 1);
    this.#folded(rows, depth + 1, this.#form.folds.rows, "rows");
  }

  #row(entry: Entry, depth: number): void {
    const states = entry.actionable || entry.tail !== "" ? `${headOf(entry)} ` : "";
    if (!needsBlock(entry)) {
      return this.#add(depth, states + entry.children.map(flatCell).join(" | "), entry.node);
    }
    this.#add(depth, states.trim() || "row", entry.node);
    this.all(
      entry.children.flatMap((cell) => (cell.actionable ? [cell] : cell.children)),
      depth + 1,
    );
  }

  /** Entries of a long table or list: only the first of them, unless the reading goes on among the others. */
  #folded(entries: readonly Entry[], depth: number, bound: number, noun: string): void {
    const folded = entries.length > bound && !isWithin(this.#form.from, entries.slice(SHOWN));
    this.all(folded ? entries.slice(0, SHOWN) : entries, depth);
    if (!folded) return;
    const end = this.lines.length;
    this.all(entries.slice(SHOWN), depth);
    const next = this.lines[end];
    this.lines.length = end;
    if (next === undefined) return;
    const more = entries.length - SHOWN;
    const text = `... ${more} more ${noun} (observe --cursor ${cursorMark(placeNumber(next))})`;
    this.lines.push({ depth, text, node: next.node, part: FOLD_PART });
  }
}

/** Whether the place where a reading goes on is in one of the entries. The line of a fold is not: it comes before. */
function isWithin(place: Place | undefined, entries: readonly Entry[]): boolean {
  if (place === undefined || place.part === FOLD_PART) return false;
  return entries.some(({ node }) => node === place.node || node.contains(place.node));
}
