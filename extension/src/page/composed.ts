import { closedRootOf } from "./flat";

/** The tree as it is shown: through shadow roots, open and closed, and slots. */

/** The shadow root of an element, also a closed one. Those of the browser's own controls are never given. */
export function shadowRootOf(element: Element): ShadowRoot | undefined {
  return element.shadowRoot ?? closedRootOf(element) ?? undefined;
}

/** The element that shows this one inside itself. */
export function shownIn(element: Element): Element | undefined {
  if (element.assignedSlot !== null) return element.assignedSlot;
  const parent = element.parentNode;
  if (parent instanceof ShadowRoot) return parent.host;
  if (!(parent instanceof Element)) return undefined;
  return closedSlotOf(element, parent) ?? parent;
}

/** The element and all that show it, from the inside out. */
export function* showing(element: Element): Generator<Element> {
  for (let at: Element | undefined = element; at !== undefined; at = shownIn(at)) yield at;
}

/** Whether an element shows another inside itself, at any depth, or is it. */
export function shows(outer: Element, inner: Element): boolean {
  for (const element of showing(inner)) if (element === outer) return true;
  return false;
}

/** What lies on top at a point of this document's viewport, inside shadow roots too. */
export function topmostAt(x: number, y: number): Element | undefined {
  let top = document.elementFromPoint(x, y);
  while (top !== null) {
    const inner: Element | null = shadowRootOf(top)?.elementFromPoint(x, y) ?? null;
    if (inner === null || inner === top || !shows(top, inner)) break;
    top = inner;
  }
  return top ?? undefined;
}

/** The element that has the focus in this document, inside shadow roots too. */
export function focused(): Element | undefined {
  let at = document.activeElement;
  while (at !== null) {
    const inner: Element | null = shadowRootOf(at)?.activeElement ?? null;
    if (inner === null) break;
    at = inner;
  }
  return at ?? undefined;
}

/** Closed shadow roots do not tell an element its slot, but their slots name what they show. */
function closedSlotOf(element: Element, parent: Element): Element | undefined {
  if (parent.shadowRoot !== null) return undefined;
  const slots = shadowRootOf(parent)?.querySelectorAll("slot") ?? [];
  for (const slot of slots) if (slot.assignedNodes().includes(element)) return slot;
  return undefined;
}
