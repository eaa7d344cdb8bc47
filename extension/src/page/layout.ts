/** A point of a document's viewport, in CSS pixels. */
export interface PagePoint {
  readonly x: number;
  readonly y: number;
}

/** A rectangle of a document's viewport, in CSS pixels. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Places inside a box that a pointer may try, as parts of its width and height: the middle first, then around it. */
const innerPlaces: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.5, 0.3],
  [0.5, 0.7],
  [0.3, 0.5],
  [0.7, 0.5],
  [0.3, 0.3],
  [0.7, 0.3],
  [0.3, 0.7],
  [0.7, 0.7],
];

const outerPlaces: readonly (readonly [number, number])[] = [0.05, 0.5, 0.95].flatMap((down) =>
  [0.05, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95].map((across) => [across, down] as const),
);

/** Lines of a text that runs over more boxes than this are not all tried. */
const maximumBoxes = 8;

/** The boxes in which an element is laid out. Empty when it has none of any size. */
export function boxesOf(element: Element): Box[] {
  const own = sized(element.getClientRects());
  if (own.length > 0) return own;
  // An element without a box of its own may still show what it contains.
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return sized(range.getClientRects());
}

/** Whether an element has a box and is not hidden by its style. */
export function isVisible(element: Element): boolean {
  return boxesOf(element).length > 0 && getComputedStyle(element).visibility === "visible";
}

/** The box that holds all boxes of an element. */
export function extentOf(element: Element): Box {
  const boxes = boxesOf(element);
  const left = Math.min(...boxes.map(({ x }) => x));
  const top = Math.min(...boxes.map(({ y }) => y));
  const right = Math.max(...boxes.map(({ x, width }) => x + width));
  const bottom = Math.max(...boxes.map(({ y, height }) => y + height));
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Size of the content box of an element, before any transform. CSS pixels. */
export function innerSizeOf(element: HTMLElement): { width: number; height: number } {
  const style = getComputedStyle(element);
  const across = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  const down = Number.parseFloat(style.paddingTop) + Number.parseFloat(style.paddingBottom);
  return { width: element.clientWidth - across, height: element.clientHeight - down };
}

/** Points of the boxes that lie in the viewport, the best first. `near` keeps to those around the middle. */
export function* pointsIn(boxes: readonly Box[], reach: "near" | "all"): Generator<PagePoint> {
  const tried = boxes.slice(0, maximumBoxes);
  for (const places of reach === "near" ? [innerPlaces] : [innerPlaces, outerPlaces]) {
    for (const box of tried) {
      const seen = reach === "near" ? box : clipped(box);
      if (seen === undefined) continue;
      for (const [across, down] of places) {
        const point = { x: seen.x + seen.width * across, y: seen.y + seen.height * down };
        if (isInViewport(point)) yield point;
      }
    }
  }
}

/** Whether a point lies in the viewport of this document. */
export function isInViewport({ x, y }: PagePoint): boolean {
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
}

function clipped(box: Box): Box | undefined {
  const x = Math.max(box.x, 0);
  const y = Math.max(box.y, 0);
  const width = Math.min(box.x + box.width, innerWidth) - x;
  const height = Math.min(box.y + box.height, innerHeight) - y;
  return width > 0 && height > 0 ? { x, y, width, height } : undefined;
}

function sized(boxes: DOMRectList): Box[] {
  return Array.from(boxes)
    .filter(({ width, height }) => width > 0 && height > 0)
    .map(({ x, y, width, height }) => ({ x, y, width, height }));
}
