import { isText, shadowRootOf } from "./flat";
import { roleOf } from "./roles";
import { isBlank } from "./text";

/** Parts that only a table of data has. */
const dataParts = "caption,thead,tfoot,th,[scope],[headers]";
/** Widest span of a cell that is followed. */
const SPAN_MAXIMUM = 50;
/** Children from which on an element whose children are all alike counts as a list. */
const UNIFORM_MINIMUM = 40;

/** Whether a table says something by its rows and columns, rather than only placing things on the page. */
export function isDataTable(element: Element): boolean {
  if (!(element instanceof HTMLTableElement) || element.getAttribute("role") !== null) return true;
  if (element.querySelector("table") !== null) return false;
  if (element.querySelector(dataParts) !== null) return true;
  const rows = element.rows;
  return rows.length > 1 && (rows[0]?.cells.length ?? 0) > 1;
}

/** How many columns a cell takes. */
export function spanOf(cell: Element): number {
  if (!cell.hasAttributes()) return 1;
  const given = cell instanceof HTMLTableCellElement ? cell.colSpan : Number(cell.getAttribute("aria-colspan") ?? 1);
  return Number.isInteger(given) ? Math.min(Math.max(given, 1), SPAN_MAXIMUM) : 1;
}

/** Whether an element holds a long run of elements of one kind, and hardly anything else. */
export function isUniform(element: Element): boolean {
  const count = element.childElementCount;
  const first = element.firstElementChild;
  if (count < UNIFORM_MINIMUM || first === null || shadowRootOf(element) !== null) return false;
  if (roleOf(first, first.localName) === "row") return false;
  for (const node of element.childNodes) if (isText(node) && !isBlank(node.data)) return false;
  const children = [...element.children];
  const alike = children.filter((child) => child.localName === first.localName && child.className === first.className);
  return alike.length >= count * 0.9;
}
