import { showing } from "./composed";
import { type Box, boxesOf, extentOf } from "./layout";

/** Longest wait for one frame: a page that does not paint gives none. */
const frameTimeoutMilliseconds = 50;

/** How long an element that moves is waited for. */
const settleBudgetMilliseconds = 800;

/** Frames that are looked at to tell how fast something moves that never stops. */
const driftFrames = 2;

/** Movement below this does not count. CSS pixels. */
const tolerance = 1;

const movingProperties = new Set(
  (
    "transform translate rotate scale offsetDistance left right top bottom inset insetInlineStart insetInlineEnd " +
    "insetBlockStart insetBlockEnd width height maxWidth maxHeight minWidth minHeight flexBasis flexGrow fontSize zoom " +
    "gridTemplateRows gridTemplateColumns marginTop marginRight marginBottom marginLeft marginBlockStart " +
    "marginBlockEnd marginInlineStart marginInlineEnd paddingTop paddingRight paddingBottom paddingLeft"
  ).split(" "),
);

/** How an element moves. */
export type Motion = "still" | "slow" | "fast";

/** Whether a style animation moves an element, or one that it is shown in, and will come to an end. */
export function isAnimated(element: Element): boolean {
  return movingAnimations(element).some((animation) => !isEndless(animation));
}

/**
 * How far an element moves from one frame to the next, of a few that are looked at where an animation without end
 * moves it. CSS pixels.
 */
export async function driftOf(element: Element): Promise<number> {
  if (!movingAnimations(element).some(isEndless)) return 0;
  let most = 0;
  let before = extentOf(element);
  for (let frame = 0; frame < driftFrames && boxesOf(element).length > 0; frame += 1) {
    await nextFrame();
    const now = extentOf(element);
    most = Math.max(most, distanceBetween(before, now));
    before = now;
  }
  return most;
}

/**
 * Waits until an element stays where it is for two frames, for a bounded time. An element that moves on is `slow` when
 * it covers less than a quarter of its size in a frame, so that a point in it can still be hit.
 */
export async function comeToRest(element: Element): Promise<Motion> {
  const until = performance.now() + settleBudgetMilliseconds;
  let before = boxesOf(element).length > 0 ? extentOf(element) : undefined;
  let quiet = 0;
  let distance = 0;
  while (before !== undefined && performance.now() < until) {
    await nextFrame();
    if (boxesOf(element).length === 0) return "still";
    const now = extentOf(element);
    distance = distanceBetween(before, now);
    quiet = distance <= tolerance ? quiet + 1 : 0;
    if (quiet === 2) return "still";
    before = now;
  }
  if (before === undefined) return "still";
  return distance < Math.min(before.width, before.height) / 4 ? "slow" : "fast";
}

/** How far the sides of a box have moved. CSS pixels. */
export function distanceBetween(before: Box, now: Box): number {
  return Math.max(
    Math.abs(now.x - before.x),
    Math.abs(now.y - before.y),
    Math.abs(now.x + now.width - before.x - before.width),
    Math.abs(now.y + now.height - before.y - before.height),
  );
}

function movingAnimations(element: Element): Animation[] {
  return [...showing(element)].flatMap((carrier) => carrier.getAnimations().filter(movesItsTarget));
}

function movesItsTarget(animation: Animation): boolean {
  const { effect, playState } = animation;
  if (playState !== "running" || !(effect instanceof KeyframeEffect)) return false;
  return effect.getKeyframes().some((frame) => Object.keys(frame).some((property) => movingProperties.has(property)));
}

function isEndless({ effect }: Animation): boolean {
  return effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY;
}

function nextFrame(): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, frameTimeoutMilliseconds);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
