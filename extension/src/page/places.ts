/**
 * Places where a reading may go on, numbered within this document. A place is a line: the node that it tells of, and
 * which of the lines of that node it is.
 */
export interface Place {
  readonly node: Node;
  readonly part: number;
}

/** A place by what its line said, when its node is gone. */
export interface FormerPlace {
  readonly text: string;
}

interface KeptPlace {
  readonly node: WeakRef<Node>;
  readonly part: number;
  readonly text: string;
}

/** Places that are kept; the oldest are forgotten beyond that. */
const PLACES_MAXIMUM = 2_000;

const numbers = new WeakMap<Node, Map<number, number>>();
const places = new Map<number, KeptPlace>();
let last = 0;

/** The number of a place: the same each time it is asked for. `text` is what its line says. */
export function placeNumber({ node, part }: Place, text: string): number {
  const parts = numbers.get(node) ?? new Map<number, number>();
  numbers.set(node, parts);
  const known = parts.get(part);
  if (known !== undefined && places.has(known)) return known;
  last += 1;
  parts.set(part, last);
  places.set(last, { node: new WeakRef(node), part, text });
  for (const oldest of places.keys()) {
    if (places.size <= PLACES_MAXIMUM) break;
    places.delete(oldest);
  }
  return last;
}

/** The place of a number, or what its line said when its node has left the document. Undefined for an unknown number. */
export function placeOf(number: number): Place | FormerPlace | undefined {
  const kept = places.get(number);
  if (kept === undefined) return undefined;
  const node = kept.node.deref();
  return node?.isConnected ? { node, part: kept.part } : { text: kept.text };
}
