/** Elements that may have a shadow root without a name of their own. */
const plainHosts = new Set([
  "article",
  "aside",
  "blockquote",
  "body",
  "div",
  "footer",
  "h1",
  "h2",
  "h3",
  "h4",
  "h5",
  "h6",
  "header",
  "main",
  "nav",
  "p",
  "section",
  "span",
]);

/** The shadow root of an element, open or closed. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = element.shadowRoot;
  if (open !== null) return open;
  const name = element.localName;
  // Asking for a closed root is slow, so plain elements are asked only when they have nothing of their own to show.
  const asked = name.includes("-") || (element.firstElementChild === null && plainHosts.has(name) && isBlank(element));
  return asked ? closedRootOf(element) : null;
}

/**
 * The first node below an element in the tree as it is rendered: below its shadow root, and below a slot what was put
 * into it. Go on with the function that comes with it.
 */
export function flatChildren(element: Element): Iterable<Node> {
  const root = shadowRootOf(element);
  if (root !== null) return siblings(root.firstChild);
  if (element.localName === "slot" && element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return siblings(element.firstChild);
}

/** The element around a node in the tree as it is rendered. */
export function flatParent(node: Node): Element | null {
  const slot = node instanceof Element || node instanceof Text ? node.assignedSlot : null;
  if (slot !== null) return slot;
  const parent = node.parentNode;
  return parent instanceof ShadowRoot ? parent.host : parent instanceof Element ? parent : null;
}

/** The shadow root of an element whose children are not rendered, which is then closed. */
export function closedRootOf(element: Element): ShadowRoot | null {
  if (!(element instanceof HTMLElement)) return null;
  try {
    return chrome.dom.openOrClosedShadowRoot(element);
  } catch {
    // An extension that was updated leaves its old agents behind without the interface.
    return null;
  }
}

function* siblings(first: Node | null): Iterable<Node> {
  for (let node = first; node !== null; node = node.nextSibling) yield node;
}

function isBlank(element: Element): boolean {
  return element.firstChild === null || element.textContent.trim() === "";
}
