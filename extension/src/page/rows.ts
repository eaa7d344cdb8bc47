import { type Entry, visit } from "./entries";
import { headOf } from "./heads";

/** Longest text of a cell that stands in the line of its row, in UTF-16 units. */
const CELL_MAXIMUM = 400;
/** Texts of a cell that could be taken for something else, and so are quoted. */
const misleading = /[|"@]|^(?:\.\.\. |- )|\b(?:button|link|textbox|checkbox|clickable) $/;

/** A table's row of column names, its rows of data, and what else stands in it. */
export function headerOf(table: Entry): { header: Entry | undefined; rows: Entry[]; others: Entry[] } {
  const rows = table.children.filter((child) => child.kind === "row");
  const others = table.children.filter((child) => child.kind !== "row");
  const first = rows[0];
  const heads = first?.children.every((cell) => cell.kind === "cell" && cell.role === "columnheader") ?? false;
  return heads ? { header: first, rows: rows.slice(1), others } : { header: undefined, rows, others };
}

/** The content of a cell in one line, with empty columns for those that it spans. */
export function flatCell(cell: Entry): string {
  const content = cell.kind === "cell" ? flatAll(cell.children) : headOf(cell);
  const stated = cell.actionable || cell.tail !== "";
  const text = !stated || cell.kind !== "cell" ? content : stateOf(cell, content);
  return text + " | ".repeat(cell.span - 1);
}

/** Whether a row has a cell that is too much for one line. */
export function needsBlock(row: Entry): boolean {
  let size = 0;
  let nested = false;
  for (const cell of row.children) {
    visit(cell.children, (each) => {
      size += each.name.length + each.tail.length;
      nested ||= each.kind === "table" || each.kind === "frame";
    });
    if (nested || size > CELL_MAXIMUM) return true;
    size = 0;
  }
  return false;
}

function stateOf(cell: Entry, content: string): string {
  if (!cell.actionable) return `${content}${cell.tail}`;
  const only = cell.children.length === 1 ? cell.children[0] : undefined;
  if (only?.kind === "text") return headOf({ ...cell, name: only.name });
  const ref = headOf({ ...cell, tail: "" });
  return `${ref}${content === "" ? "" : ` ${content}`}${cell.tail}`;
}

function flatAll(entries: readonly Entry[]): string {
  return entries.map(flat).join(" ");
}

function flat(entry: Entry): string {
  if (entry.kind === "text") return misleading.test(entry.name) ? headOf(entry) : entry.name;
  const own = entry.kind === "item" || (entry.kind === "list" && entry.name === "") ? "" : headOf(entry);
  const inner = entry.kind === "heading" && entry.children.some((child) => child.name === entry.name) ? "" : own;
  return [inner, flatAll(entry.children)].filter((part) => part !== "").join(" ");
}
