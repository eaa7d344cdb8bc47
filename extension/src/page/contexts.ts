import { type Entry, visit } from "./entries";
import { cap, quote } from "./text";

/** Longest context, in UTF-16 units. */
const CONTEXT_MAXIMUM = 60;
/** Entries before a control that are looked at. */
const REACH = 40;

/**
 * What tells controls of the same role and name from each other: the heading or the text before each of them. Controls
 * in the rows of tables and in items of several lines have that beside them and get none.
 */
export function contextsOf(entries: readonly Entry[]): Map<Entry, string> {
  const order: Entry[] = [];
  gather(entries, order);
  const contexts = new Map<Entry, string>();
  for (const positions of repeated(order)) {
    const gap = (positions[1] ?? 0) - (positions[0] ?? 0);
    positions.forEach((position, index) => {
      const control = order[position];
      const start = index === 0 ? position - gap : (positions[index - 1] ?? 0);
      const context = nearest(order, Math.max(start, position - REACH), position);
      if (control !== undefined && context !== "") contexts.set(control, ` [ctx: ${context}]`);
    });
  }
  return contexts;
}

/** The entries in tree order, without those that stand in a table or an item that shows what they belong to. */
function gather(entries: readonly Entry[], order: Entry[]): void {
  for (const entry of entries) {
    if (entry.kind === "table") continue;
    if (entry.kind === "item" && tellsItself(entry)) continue;
    order.push(entry);
    gather(entry.children, order);
  }
}

/** Whether an item holds more than one thing, so that its parts are told by each other. */
function tellsItself(item: Entry): boolean {
  let count = 0;
  visit(item.children, (each) => {
    if (each.name !== "") count += 1;
  });
  return count > 1;
}

/** Positions of the controls whose role and name come more than once. */
function repeated(order: readonly Entry[]): number[][] {
  const positions = new Map<string, number[]>();
  order.forEach((entry, position) => {
    if (entry.kind !== "control" || entry.attached || entry.role === "option") return;
    const key = `${entry.role} ${entry.name}`;
    const known = positions.get(key);
    if (known === undefined) positions.set(key, [position]);
    else known.push(position);
  });
  return [...positions.values()].filter((found) => found.length > 1);
}

/** The last heading or named group after `start` and before `end`, else the first text. */
function nearest(order: readonly Entry[], start: number, end: number): string {
  let text = "";
  for (let index = end - 1; index > start; index -= 1) {
    const entry = order[index];
    if (entry === undefined || entry.name === "") continue;
    if (entry.kind === "heading" || entry.kind === "group") return shown(entry.name);
    if (entry.kind === "text") text = entry.name;
  }
  return text === "" ? "" : shown(text);
}

function shown(name: string): string {
  return quote(cap(name, CONTEXT_MAXIMUM)).slice(1, -1);
}
