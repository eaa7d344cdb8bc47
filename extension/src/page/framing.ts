import { showing, shows, topmostAt } from "./composed";
import { elementOf } from "./elements";
import { type Box, isInViewport, isVisible, type PagePoint } from "./layout";
import { nameOf } from "./naming";
import { type Alignment, bringIntoView } from "./scrolling";
import type { Unreachable } from "./targeting";

/** What becomes of points of a frame in the document that holds the frame. */
export interface Passage {
  readonly state: "passing";
  /** The points in this document's viewport, in their order. Null where something else would be hit. */
  readonly points: readonly (PagePoint | null)[];
  /** The box in this document's viewport. */
  readonly box: Box;
}

/** A place in a frame's viewport turned into a place in the viewport of the document that holds the frame. */
type Projection = (point: PagePoint) => PagePoint;

const alignments: readonly (Alignment | "as it is")[] = ["as it is", "center", "start", "end", "nearest"];

/** Methods that carry places in a frame over to the document that holds the frame. */
export const framing = {
  /**
   * Carries points of a frame outwards, and says which of them a pointer would bring into the frame. Where `scrolling`
   * is allowed and none does, what has to be is scrolled until one does. `local` is the frame's element.
   */
  passOutwards(
    local: number,
    points: readonly (PagePoint | null)[],
    box: Box,
    scrolling: boolean,
  ): Passage | Unreachable {
    const frame = elementOf(local);
    if (!(frame instanceof HTMLElement)) return { state: "gone" };
    if (!isVisible(frame)) return { state: "hidden" };
    let missed: Element | undefined;
    for (const alignment of scrolling ? alignments : alignments.slice(0, 1)) {
      if (alignment !== "as it is") bringIntoView(frame, () => projectBox(box, projectionOf(frame)), alignment);
      const project = projectionOf(frame);
      const passed = points.map((point) => {
        if (point === null) return null;
        const place = project(point);
        const hit = isInViewport(place) ? topmostAt(place.x, place.y) : undefined;
        if (hit !== undefined && shows(frame, hit)) return place;
        missed ??= hit;
        return null;
      });
      if (passed.some((point) => point !== null)) {
        return { state: "passing", points: passed, box: projectBox(box, project) };
      }
    }
    if (missed === undefined) return { state: "outside" };
    const ignoring = getComputedStyle(frame).pointerEvents === "none";
    return { state: "covered", ignoring, by: nameOf(missed) };
  },

  /** Brings a box of a frame into view and gives it in this document's viewport. */
  showOutwards(local: number, box: Box): { readonly state: "shown"; readonly box: Box } | Unreachable {
    const frame = elementOf(local);
    if (!(frame instanceof HTMLElement)) return { state: "gone" };
    if (!isVisible(frame)) return { state: "hidden" };
    bringIntoView(frame, () => projectBox(box, projectionOf(frame)), "nearest");
    return { state: "shown", box: projectBox(box, projectionOf(frame)) };
  },
};

/**
 * How a frame's viewport lies in this one's: its borders and padding, and the transforms of all that it is shown in.
 * The transforms give direction and size; the place follows from the box that the browser reports.
 */
function projectionOf(frame: HTMLElement): Projection {
  const style = getComputedStyle(frame);
  const left = frame.clientLeft + Number.parseFloat(style.paddingLeft);
  const top = frame.clientTop + Number.parseFloat(style.paddingTop);
  const { offsetWidth: width, offsetHeight: height } = frame;
  const turned = linearPart(frame);
  const corners = [
    [0, 0],
    [width, 0],
    [0, height],
    [width, height],
  ].map(([x = 0, y = 0]) => ({ x: turned.a * x + turned.c * y, y: turned.b * x + turned.d * y }));
  const least = { x: Math.min(...corners.map(({ x }) => x)), y: Math.min(...corners.map(({ y }) => y)) };
  const most = { x: Math.max(...corners.map(({ x }) => x)), y: Math.max(...corners.map(({ y }) => y)) };
  const seen = frame.getBoundingClientRect();
  // What is left between the two is zoom, which is no transform.
  const zoomX = seen.width / (most.x - least.x) || 1;
  const zoomY = seen.height / (most.y - least.y) || 1;
  return (point) => {
    const x = point.x + left;
    const y = point.y + top;
    return {
      x: seen.left + (turned.a * x + turned.c * y - least.x) * zoomX,
      y: seen.top + (turned.b * x + turned.d * y - least.y) * zoomY,
    };
  };
}

/** Product of the transforms of an element and all that it is shown in, without their shifts. */
function linearPart(element: Element): DOMMatrix {
  let whole = new DOMMatrix();
  for (const carrier of showing(element)) {
    const { transform, rotate, scale } = getComputedStyle(carrier);
    if (transform === "none" && rotate === "none" && scale === "none") continue;
    const own = new DOMMatrix(rotate === "none" ? "" : rotationOf(rotate))
      .multiply(new DOMMatrix(scale === "none" ? "" : `scale(${scale.trim().split(/\s+/).slice(0, 2).join(",")})`))
      .multiply(new DOMMatrix(transform === "none" ? "" : transform));
    whole = own.multiply(whole);
  }
  return whole;
}

/** The `rotate` property as a transform: an angle, or an axis before it. */
function rotationOf(rotate: string): string {
  const words = rotate.trim().split(/\s+/);
  const angle = words.pop() ?? "0deg";
  if (words.length === 3) return `rotate3d(${words.join(",")},${angle})`;
  return words.length === 1 && words[0] !== "z" ? `rotate${words[0]?.toUpperCase()}(${angle})` : `rotate(${angle})`;
}

function projectBox(box: Box, project: Projection): Box {
  const corners = [
    project({ x: box.x, y: box.y }),
    project({ x: box.x + box.width, y: box.y }),
    project({ x: box.x, y: box.y + box.height }),
    project({ x: box.x + box.width, y: box.y + box.height }),
  ];
  const x = Math.min(...corners.map((corner) => corner.x));
  const y = Math.min(...corners.map((corner) => corner.y));
  return {
    x,
    y,
    width: Math.max(...corners.map((corner) => corner.x)) - x,
    height: Math.max(...corners.map((corner) => corner.y)) - y,
  };
}
