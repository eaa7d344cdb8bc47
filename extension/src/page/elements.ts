/**
 * Numbers for elements, local to this document: 1, 2, 3 … in the order of first sight. A number belongs to one element
 * for as long as the document lives and is never given again.
 */
const numbers = new WeakMap<Element, number>();
const references: WeakRef<Element>[] = [];

/** The number of an element, given now when it has none yet. */
export function numberOf(element: Element): number {
  const known = numbers.get(element);
  if (known !== undefined) {
    return known;
  }
  const given = references.push(new WeakRef(element));
  numbers.set(element, given);
  return given;
}

/** The element of a number: undefined when the number was never given, or the element has left the document. */
export function elementOf(local: number): Element | undefined {
  const element = references[local - 1]?.deref();
  return element?.isConnected && element.ownerDocument === document ? element : undefined;
}
