import type { Passage } from "../page/framing";
import type { Box, PagePoint } from "../page/layout";
import type { Unreachable } from "../page/targeting";
import type { Action } from "./action";
import type { Point } from "./input";
import { holdersOf } from "./nesting";
import { askTarget, type PageTarget, refusal } from "./target";

/** An element with a point that hits it. */
export interface Aim {
  /** The point in the top-level viewport. CSS pixels. */
  readonly point: Point;
  /** The same point in the viewport of the element's own document. */
  readonly inside: PagePoint;
  /** The box around the element in that viewport. */
  readonly box: Box;
  /** The elements of the frames around the element's document, from the inside out. */
  readonly holders: readonly PageTarget[];
}

/** The pointer went somewhere else, for the browser has not yet painted the page as it is. */
export interface Astray {
  readonly state: "astray";
}

/** Movement below this does not count. CSS pixels. */
const tolerance = 1;

/** What an element may move in a frame, as a part of its smaller side, without a point in it missing it. */
const harmlessPart = 1 / 8;

/**
 * Brings an element into view through all frames, and finds a point that hits it. `folded` for an option that has no
 * place to point at while its list is closed. Raises why the element cannot be hit.
 */
export async function aim(action: Action, target: PageTarget, enabled: boolean): Promise<Aim | "folded"> {
  const located = await askTarget(action, target, "locate", enabled);
  if (located.state === "folded") return located.state;
  if (located.state !== "reachable") throw refusal(target, located);
  const holders = await holdersOfTarget(action, target);
  let points: readonly (PagePoint | null)[] = located.points;
  let box = located.box;
  for (const holder of holders) ({ points, box } = await passOutwards(action, target, holder, points, box, true));
  const index = points.findIndex((point) => point !== null);
  const point = points[index];
  const inside = located.points[index];
  if (!point || inside === undefined) throw refusal(target, { state: "outside" });
  return { point, inside, box: located.box, holders };
}

/**
 * Why the pointer does not hit the element at the point that was found, or not any more; `astray` when it has not come
 * to the element's document. Undefined when it does. Raises when the element is gone.
 */
export async function lossOf(
  action: Action,
  target: PageTarget,
  aimed: Aim,
): Promise<Unreachable | Astray | undefined> {
  const seen = await askTarget(action, target, "verify", aimed.inside, aimed.box);
  if (seen.state === "gone") throw refusal(target, seen);
  if (seen.state !== "seen") return seen;
  const { width, height } = aimed.box;
  const allowance = Math.max(tolerance, Math.min(width, height) * harmlessPart);
  if (seen.moved > allowance) return { state: "moving" };
  if (seen.missed !== undefined) return seen.missed;
  let point: PagePoint | null = aimed.inside;
  let box = seen.box;
  for (const holder of aimed.holders) {
    const passed: Passage | Unreachable = await askTarget(action, holder, "passOutwards", [point], box, false);
    if (passed.state !== "passing") return passed;
    point = passed.points[0] ?? null;
    box = passed.box;
    if (point === null) return { state: "outside" };
  }
  const isThere = Math.hypot(point.x - aimed.point.x, point.y - aimed.point.y) <= allowance;
  if (!isThere) return { state: "moving" };
  return seen.arrived ? undefined : { state: "astray" };
}

/** Brings an element into view through all frames. Returns its box in the top-level viewport. */
export async function show(action: Action, target: PageTarget): Promise<Box> {
  const shown = await askTarget(action, target, "show");
  if (shown.state !== "shown") throw refusal(target, shown);
  let { box } = shown;
  for (const holder of await holdersOfTarget(action, target)) {
    const outside = await askTarget(action, holder, "showOutwards", box);
    if (outside.state !== "shown") throw refusal(target, outside);
    box = outside.box;
  }
  return box;
}

/** Whether the focus of each document around the element's own is on the frame that leads to it. */
export async function leadsToFocus(action: Action, target: PageTarget): Promise<boolean> {
  const holders = await holdersOfTarget(action, target);
  const focused = await Promise.all(holders.map((holder) => askTarget(action, holder, "hasFocus")));
  return focused.every(Boolean);
}

async function passOutwards(
  action: Action,
  target: PageTarget,
  holder: PageTarget,
  points: readonly (PagePoint | null)[],
  box: Box,
  scrolling: boolean,
): Promise<{ points: readonly (PagePoint | null)[]; box: Box }> {
  const passed = await askTarget(action, holder, "passOutwards", points, box, scrolling);
  if (passed.state !== "passing") throw refusal(target, passed);
  return passed;
}

/** The frames' elements, named in messages as the target is: it is the target that cannot be reached. */
async function holdersOfTarget(action: Action, target: PageTarget): Promise<PageTarget[]> {
  if (target.isTop) return [];
  const holders = await action.unlessAborted(holdersOf(action.tabId, target.documentId));
  if (holders === undefined) throw refusal(target, { state: "outside" });
  return holders.map(({ documentId, local }) => ({ ...target, documentId, local }));
}
