import { shownIn, shows, topmostAt } from "./composed";
import { elementOf, numberOf } from "./elements";
import { type Box, boxesOf, extentOf, isInViewport, isVisible, type PagePoint, pointsIn } from "./layout";
import { comeToRest, distanceBetween, driftOf, isAnimated } from "./motion";
import { nameOf } from "./naming";
import { lookOutForPointer, mayGoAstray, pointerSeenAt, stopLookingOut } from "./pointing";
import { type Alignment, bringIntoView } from "./scrolling";

/** Why an element cannot be pointed at. */
export type Unreachable =
  | { readonly state: "gone" }
  | { readonly state: "hidden" }
  /** It lies where no scrolling brings it into view. */
  | { readonly state: "outside" }
  | { readonly state: "disabled" }
  | { readonly state: "moving" }
  /** `by` names what a pointer would hit. `ignoring`: the element lets pointers through. */
  | { readonly state: "covered"; readonly by: string; readonly ignoring: boolean };

/** An element that a pointer can hit. */
export interface Reachable {
  readonly state: "reachable";
  /** Points of the viewport of this document that hit it, the best first. At least one. */
  readonly points: readonly PagePoint[];
  /** The box around all of it. */
  readonly box: Box;
}

/** What became of an element that could be hit a moment ago. */
export interface Sighting {
  readonly state: "seen";
  /** How far it has moved since, at most on one side. CSS pixels. */
  readonly moved: number;
  /** The box around all of it now. */
  readonly box: Box;
  /** Whether the pointer has come to the element. */
  readonly arrived: boolean;
  /** Why the point does not hit it any more. */
  readonly missed?: Unreachable;
}

/** An option that shows only while its list is open. */
export interface Folded {
  readonly state: "folded";
}

/** More points than this are of no use to a frame around this one. */
const maximumPoints = 9;

const alignments: readonly (Alignment | "as it is")[] = ["as it is", "center", "start", "end", "nearest"];

/** Methods that bring a pointer onto an element. */
export const targeting = {
  /** Number of the first element in tree order that matches a selector, also inside shadow roots. */
  find(selector: string): { readonly local?: number; readonly invalid?: true } {
    try {
      const found = firstMatch(document, selector);
      return found === undefined ? {} : { local: numberOf(found) };
    } catch {
      return { invalid: true };
    }
  },

  /**
   * Brings an element into view and finds where a pointer hits it. Waits for it to come to rest when it moves. Where
   * `enabled` is asked for, a disabled element is not looked for.
   */
  async locate(local: number, enabled: boolean): Promise<Reachable | Unreachable | Folded> {
    const element = elementOf(local);
    if (element === undefined) return { state: "gone" };
    if (enabled && isDisabled(element)) return { state: "disabled" };
    if (isFolded(element)) return { state: "folded" };
    const target = standIn(element);
    if (target === undefined) return { state: "hidden" };
    if (isAnimated(target) && (await comeToRest(target)) === "fast") return { state: "moving" };
    if (!target.isConnected) return { state: "gone" };
    const reached = reach(target, element);
    if (reached.state === "reachable" && mayGoAstray()) lookOutForPointer();
    return reached;
  },

  /** Looks whether a point found before still hits the element, and where its box is since, without scrolling. */
  async verify(local: number, point: PagePoint, before: Box): Promise<Sighting | Unreachable> {
    const element = elementOf(local);
    if (element === undefined) return { state: "gone" };
    const target = standIn(element);
    if (target === undefined) return { state: "hidden" };
    const drift = await driftOf(target);
    if (!isVisible(target)) return { state: "hidden" };
    const box = extentOf(target);
    const moved = Math.max(drift, distanceBetween(before, box));
    const seen = { state: "seen", box, moved, arrived: hasArrived(element) } as const;
    const hit = topmostAt(point.x, point.y);
    return hit !== undefined && counts(hit, element) ? seen : { ...seen, missed: covered(target, hit) };
  },

  /** Waits until an element has come to rest, for a bounded time. False when it goes on moving fast. */
  async rest(local: number): Promise<boolean> {
    const element = elementOf(local);
    return element === undefined || (await comeToRest(element)) !== "fast";
  },

  /** Brings an element into view, whatever lies over it, and gives the box around it; of a closed list's option, the list's. */
  show(local: number): { readonly state: "shown"; readonly box: Box } | Unreachable {
    const element = elementOf(local);
    if (element === undefined) return { state: "gone" };
    const shown = (isFolded(element) && element.closest("select")) || element;
    if (!isVisible(shown)) return { state: "hidden" };
    bringIntoView(shown, () => extentOf(shown), "nearest");
    return { state: "shown", box: extentOf(shown) };
  },
};

/** Whether an element cannot be operated, or lies in a control that cannot. */
export function isDisabled(element: Element): boolean {
  const control = element.closest("button, input, select, textarea, option, optgroup, fieldset");
  if (control?.matches(":disabled") && (control === element || control.localName === "button")) return true;
  for (let at: Element | undefined = element; at !== undefined; at = shownIn(at)) {
    if (at.getAttribute("aria-disabled") === "true") return true;
  }
  return false;
}

/** The element itself where it shows, or the label that shows in its place. */
export function standIn(element: Element): Element | undefined {
  if (isVisible(element)) return element;
  return labelsOf(element).find(isVisible);
}

function reach(target: Element, element: Element): Reachable | Unreachable {
  const wanted = window.top === window ? 1 : maximumPoints;
  let missed: Element | undefined;
  for (const alignment of alignments) {
    if (alignment !== "as it is") bringIntoView(target, () => extentOf(target), alignment);
    const points: PagePoint[] = [];
    for (const point of pointsIn(boxesOf(target), alignment === "as it is" ? "near" : "all")) {
      const hit = topmostAt(point.x, point.y);
      if (hit !== undefined && counts(hit, element)) points.push(point);
      else if (alignment === "center") missed ??= hit;
      if (points.length === wanted) break;
    }
    if (points.length > 0) return { state: "reachable", points, box: extentOf(target) };
  }
  return covered(target, missed ?? atMiddle(target));
}

function hasArrived(element: Element): boolean {
  if (!mayGoAstray()) return true;
  const at = pointerSeenAt();
  const hit = at === undefined ? undefined : topmostAt(at.x, at.y);
  if (hit === undefined || !counts(hit, element)) return false;
  stopLookingOut();
  return true;
}

function covered(target: Element, hit: Element | undefined): Unreachable {
  if (hit === undefined) return { state: "outside" };
  return { state: "covered", ignoring: getComputedStyle(target).pointerEvents === "none", by: nameOf(hit) };
}

function atMiddle(target: Element): Element | undefined {
  const { x, y, width, height } = extentOf(target);
  const middle = { x: x + width / 2, y: y + height / 2 };
  return isInViewport(middle) ? topmostAt(middle.x, middle.y) : undefined;
}

/** Whether a pointer that hits one element acts on the other: on what it shows, or by way of a label. */
function counts(hit: Element, element: Element): boolean {
  if (shows(element, hit)) return true;
  if (labelsOf(element).some((label) => shows(label, hit))) return true;
  const control = element instanceof HTMLLabelElement ? element.control : null;
  return control !== null && shows(control, hit);
}

function labelsOf(element: Element): HTMLLabelElement[] {
  return "labels" in element && element.labels instanceof NodeList ? ([...element.labels] as HTMLLabelElement[]) : [];
}

function isFolded(element: Element): boolean {
  const isOption = element instanceof HTMLOptionElement && element.closest("select") !== null;
  return isOption && boxesOf(element).length === 0;
}

function firstMatch(root: Document | ShadowRoot, selector: string): Element | undefined {
  const direct = root.querySelector(selector);
  if (direct !== null) return direct;
  for (const element of root.querySelectorAll("*")) {
    const inner = element.shadowRoot === null ? undefined : firstMatch(element.shadowRoot, selector);
    if (inner !== undefined) return inner;
  }
  return undefined;
}
