import type { Entry } from "./entries";
import { refMark } from "./marks";
import { cap, quote } from "./text";

/** Longest name that is shown, in UTF-16 units. */
const NAME_MAXIMUM = 300;

/** An entry in one line, without what it holds: reference, role, name, states and value. */
export function headOf(entry: Entry, context = ""): string {
  if (entry.kind === "text") return quote(entry.name);
  if (entry.kind === "remark") return entry.name;
  const ref = entry.local === 0 ? "" : `${refMark(entry.local)} `;
  const name = entry.name === "" ? "" : ` ${quote(cap(entry.name, NAME_MAXIMUM))}`;
  return `${ref}${entry.role}${name}${context}${entry.tail}`;
}
