import { hasTabStop } from "./roles";

/** Elements whose pointing hand belongs to the things in them, not to themselves. */
const collective: ReadonlySet<string> = new Set(["body", "dl", "html", "menu", "nav", "ol", "table", "tbody", "ul"]);
/** Attributes by which a page listens to the pointer. Listeners that a script adds cannot be seen. */
const handlers = ["onclick", "onmousedown", "onpointerdown", "ontouchstart", "ondblclick"];

/** What the style and the attributes of an element mean for a reader. */
export interface Look {
  readonly display: string;
  /** It has no attributes. */
  readonly bare: boolean;
  /** Its own text can be seen; what it holds may decide otherwise. */
  readonly visible: boolean;
  /** The pointing hand begins here: the element is a thing to click, as far as its style tells. */
  readonly boundary: boolean;
  /** It listens to clicks or takes the focus, as far as its attributes tell. */
  readonly handles: boolean;
  /** What it holds has the pointing hand from it. */
  readonly pointing: boolean;
}

/**
 * How an element looks. `pointed` says that the pointing hand comes from around it. Undefined when nothing of the element
 * is shown, `"unrendered"` when it is not part of the rendered tree at all.
 */
export function lookOf(element: Element, tag: string, pointed: boolean): Look | "unrendered" | undefined {
  const style = getComputedStyle(element);
  const display = style.display;
  if (display === "") return "unrendered";
  if (display === "none") return undefined;
  const bare = !element.hasAttributes();
  if (!bare && isConcealed(element, style, display)) return undefined;
  const visible = style.visibility === "visible";
  const hand = style.cursor === "pointer";
  const own = hand && !pointed && !collective.has(tag);
  const page = tag === "body" || tag === "html";
  return {
    display,
    bare,
    visible,
    boundary: own && visible,
    handles: !bare && visible && !page && (handlers.some((name) => element.hasAttribute(name)) || hasTabStop(element)),
    pointing: hand && (own || pointed),
  };
}

/** Whether an element is kept from every reader, with all that it holds. */
function isConcealed(element: Element, style: CSSStyleDeclaration, display: string): boolean {
  if (element.getAttribute("aria-hidden") === "true" || element.hasAttribute("inert")) return true;
  if (style.contentVisibility === "hidden") return true;
  if (style.overflowX === "visible" || display === "inline" || display === "contents") return false;
  // A box of no size that clips what it holds, such as a menu that is rolled up.
  return (element.clientWidth === 0 || element.clientHeight === 0) && !isField(element) && element.localName !== "body";
}

/** Fields are operated through what stands for them, whatever their own size. */
function isField(element: Element): boolean {
  return (
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement || element.localName === "textarea"
  );
}
