/**
 * Marks that stand in the lines of an agent for what only the worker knows. Text of the page never holds them, because
 * control characters are dropped from it.
 */
const refStart = "\u0001";
const cursorStart = "\u0002";
const markEnd = "\u0003";

/** Stands for the reference of an element, by its number in the document. */
export function refMark(local: number): string {
  return `${refStart}${local}${markEnd}`;
}

/** Stands for a cursor, by the number of the place where it goes on. */
export function cursorMark(place: number): string {
  return `${cursorStart}${place}${markEnd}`;
}

/** How many references a line holds. */
export function countRefs(line: string): number {
  let count = 0;
  for (let at = line.indexOf(refStart); at >= 0; at = line.indexOf(refStart, at + 1)) count += 1;
  return count;
}

/** The line with its marks replaced. */
export function replaceMarks(line: string, ref: (local: number) => string, cursor: (place: number) => string): string {
  const withRefs = replaceEach(line, refStart, ref);
  return replaceEach(withRefs, cursorStart, cursor);
}

function replaceEach(line: string, start: string, replacement: (number: number) => string): string {
  if (!line.includes(start)) return line;
  const [head = "", ...rest] = line.split(start);
  const tails = rest.map((part) => {
    const end = part.indexOf(markEnd);
    return replacement(Number(part.slice(0, end))) + part.slice(end + 1);
  });
  return head + tails.join("");
}
