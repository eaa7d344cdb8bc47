import { shownIn } from "./composed";
import type { Box } from "./layout";

/** Where a target shall come to lie in what scrolls. */
export type Alignment = "center" | "nearest" | "start" | "end";

interface Span {
  readonly from: number;
  readonly to: number;
}

/**
 * Scrolls all that has to be scrolled in this document so that a box comes into view. `element` is what the box belongs
 * to and `boxOf` gives it anew after each step. Jumps, whatever the page says about smooth scrolling.
 */
export function bringIntoView(element: Element, boxOf: () => Box, alignment: Alignment): void {
  const viewport = document.scrollingElement ?? document.documentElement;
  if (isFixed(element)) return;
  for (let at = shownIn(element); at !== undefined && at !== viewport; at = shownIn(at)) {
    if (isScroller(at)) scroll(at, innerBox(at), boxOf(), alignment, scaleOf(at));
    if (isFixed(at)) return;
  }
  const { clientWidth, clientHeight } = document.documentElement;
  const seen = { x: 0, y: 0, width: Math.min(clientWidth, innerWidth), height: Math.min(clientHeight, innerHeight) };
  if (document.compatMode === "BackCompat") Object.assign(seen, { width: innerWidth, height: innerHeight });
  scroll(viewport, seen, boxOf(), alignment, { x: 1, y: 1 });
}

/** How far to scroll so that `target` comes to lie in `view`. */
export function scrollDistance(target: Span, view: Span, alignment: Alignment): number {
  const targetLength = target.to - target.from;
  const viewLength = view.to - view.from;
  switch (alignment) {
    case "start":
      return target.from - view.from;
    case "end":
      return target.to - view.to;
    case "center":
      return (target.from + target.to) / 2 - (view.from + view.to) / 2;
    case "nearest":
      if (target.from >= view.from && target.to <= view.to) return 0;
      if (target.from <= view.from && target.to >= view.to) return 0;
      return target.from < view.from === targetLength <= viewLength ? target.from - view.from : target.to - view.to;
  }
}

function scroll(scroller: Element, view: Box, box: Box, alignment: Alignment, scale: Scale): void {
  const across = { from: box.x, to: box.x + box.width };
  const down = { from: box.y, to: box.y + box.height };
  const seenAcross = { from: view.x, to: view.x + view.width };
  const seenDown = { from: view.y, to: view.y + view.height };
  const isInside = scrollDistance(across, seenAcross, "nearest") === 0;
  // Sideways nothing moves without need: what is in the way there is rarely stuck to a side.
  const left = isInside ? 0 : scrollDistance(across, seenAcross, alignment === "center" ? "center" : "nearest");
  const top = scrollDistance(down, seenDown, alignment);
  if (left === 0 && top === 0) return;
  scroller.scrollBy({ left: left / scale.x, top: top / scale.y, behavior: "instant" });
}

interface Scale {
  readonly x: number;
  readonly y: number;
}

function isScroller(element: Element): boolean {
  if (element.scrollHeight <= element.clientHeight && element.scrollWidth <= element.clientWidth) return false;
  const { overflowX, overflowY } = getComputedStyle(element);
  return [overflowX, overflowY].some((overflow) => overflow !== "visible" && overflow !== "clip");
}

function isFixed(element: Element): boolean {
  return getComputedStyle(element).position === "fixed";
}

function innerBox(element: Element): Box {
  const { x, y } = element.getBoundingClientRect();
  const scale = scaleOf(element);
  return {
    x: x + element.clientLeft * scale.x,
    y: y + element.clientTop * scale.y,
    width: element.clientWidth * scale.x,
    height: element.clientHeight * scale.y,
  };
}

function scaleOf(element: Element): Scale {
  if (!(element instanceof HTMLElement) || element.offsetWidth === 0 || element.offsetHeight === 0) {
    return { x: 1, y: 1 };
  }
  const { width, height } = element.getBoundingClientRect();
  return { x: width / element.offsetWidth || 1, y: height / element.offsetHeight || 1 };
}
