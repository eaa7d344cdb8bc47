/**
 * Places where a reading may go on, numbered within this document. A place is a line: the node that it tells of, and
 * which of the lines of that node it is.
 */
export interface Place {
  readonly node: Node;
  readonly part: number;
}

interface KeptPlace {
  readonly node: WeakRef<Node>;
  readonly part: number;
}

/** Places that are kept; the oldest are forgotten beyond that. */
const PLACES_MAXIMUM = 2_000;

const numbers = new WeakMap<Node, Map<number, number>>();
const places = new Map<number, KeptPlace>();
let last = 0;

/** The number of a place: the same each time it is asked for. */
export function placeNumber({ node, part }: Place): number {
  const parts = numbers.get(node) ?? new Map<number, number>();
  numbers.set(node, parts);
  const known = parts.get(part);
  if (known !== undefined && places.has(known)) return known;
  last += 1;
  parts.set(part, last);
  places.set(last, { node: new WeakRef(node), part });
  for (const oldest of places.keys()) {
    if (places.size <= PLACES_MAXIMUM) break;
    places.delete(oldest);
  }
  return last;
}

/** The place of a number. Undefined when there never was one, or its node has left the document. */
export function placeOf(number: number): Place | undefined {
  const kept = places.get(number);
  const node = kept?.node.deref();
  return kept !== undefined && node?.isConnected ? { node, part: kept.part } : undefined;
}
