import { hasTabStop } from "./roles";

/** Elements whose pointing hand belongs to the things in them, not to themselves. */
const collective: ReadonlySet<string> = new Set(["body", "dl", "html", "menu", "nav", "ol", "table", "tbody", "ul"]);
/** Attributes by which a page listens to the pointer. Listeners that a script adds cannot be seen. */
const handlers = ["onclick", "onmousedown", "onpointerdown", "ontouchstart", "ondblclick"];

/**
 * What the style and the attributes of an element mean for a reader. Asking the browser for a property of a style is
 * slow, so each is asked for only when it matters.
 */
export class Look {
  readonly #element: Element;
  readonly #style: CSSStyleDeclaration;
  #visible: boolean | undefined;

  constructor(
    element: Element,
    style: CSSStyleDeclaration,
    readonly display: string,
    /** It has no attributes. */
    readonly bare: boolean,
    /** The pointing hand begins here, whether or not the element can be seen. */
    readonly beginsHand: boolean,
    /** What it holds has the pointing hand from it. */
    readonly pointing: boolean,
  ) {
    this.#element = element;
    this.#style = style;
  }

  /** Its own text can be seen; what it holds may decide otherwise. */
  get visible(): boolean {
    this.#visible ??= this.#style.visibility === "visible";
    return this.#visible;
  }

  /** It is a thing to click, as far as its style tells. */
  get boundary(): boolean {
    return this.beginsHand && this.visible;
  }

  /** It listens to clicks or takes the focus, as far as its attributes tell. */
  get handles(): boolean {
    if (this.bare) return false;
    const element = this.#element;
    const page = element === document.body || element === document.documentElement;
    return !page && (handlers.some((name) => element.hasAttribute(name)) || hasTabStop(element)) && this.visible;
  }

  /** It stands in a line of text. */
  get inline(): boolean {
    return this.display === "inline" || this.display === "contents" || this.display.startsWith("ruby");
  }
}

/** The pointing hand around an element: it comes from there, it does not, or it does not matter. */
export type Hand = "around" | "none" | "ignored";

/**
 * How an element looks. Undefined when nothing of the element is shown, `"unrendered"` when it is not part of the
 * rendered tree at all.
 */
export function lookOf(element: Element, tag: string, hand: Hand): Look | "unrendered" | undefined {
  const style = getComputedStyle(element);
  const display = style.display;
  if (display === "") return "unrendered";
  if (display === "none") return undefined;
  const bare = !element.hasAttributes();
  if (!bare && isConcealed(element, style, display)) return undefined;
  const begins = hand === "none" && style.cursor === "pointer" && !collective.has(tag);
  return new Look(element, style, display, bare, begins, begins || hand !== "none");
}

/** Whether an element is kept from every reader, with all that it holds. */
function isConcealed(element: Element, style: CSSStyleDeclaration, display: string): boolean {
  if (element.getAttribute("aria-hidden") === "true" || element.hasAttribute("inert")) return true;
  if (display === "inline" || display === "contents") return false;
  if (style.contentVisibility === "hidden") return true;
  if (style.overflowX === "visible") return false;
  // A box of no size that clips what it holds, such as a menu that is rolled up.
  return (element.clientWidth === 0 || element.clientHeight === 0) && !isField(element) && element.localName !== "body";
}

/** Fields are operated through what stands for them, whatever their own size. */
function isField(element: Element): boolean {
  return ["input", "select", "textarea"].includes(element.localName);
}
