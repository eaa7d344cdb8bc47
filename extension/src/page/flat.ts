import { isBlank } from "./text";

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
  return name.includes("-") || (plainHosts.has(name) && isEmpty(element)) ? closedRootOf(element) : null;
}

/** The nodes below an element in the tree as it is rendered: those of its shadow root, and of a slot what was put there. */
export function flatChildren(element: Element): readonly Node[] {
  const root = shadowRootOf(element);
  if (root !== null) return nodesOf(root);
  if (element.localName === "slot" && element instanceof HTMLSlotElement) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  return nodesOf(element);
}

/** Nodes directly below a node. */
export function nodesOf(parent: Node): readonly Node[] {
  const nodes: Node[] = [];
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) nodes.push(node);
  return nodes;
}

/** Whether a node is an element. Quicker than asking for its class. */
export function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

/** Whether a node is text. Quicker than asking for its class. */
export function isText(node: Node): node is Text {
  return node.nodeType === Node.TEXT_NODE;
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

function isEmpty(element: Element): boolean {
  const first = element.firstChild;
  return first === null || (isText(first) && first.nextSibling === null && isBlank(first.data));
}
