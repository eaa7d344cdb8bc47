import { boxEntries } from "./boxes";
import { focused } from "./composed";
import { type Entry, entry } from "./entries";
import { closedRootOf, flatChildren, shadowRootOf } from "./flat";
import { pictureEntries } from "./images";
import { leadOf } from "./links";
import { type Look, lookOf } from "./looks";
import { contentName, nameOf } from "./names";
import { controlRoles, isGroupRole, roleOf } from "./roles";
import { statesOf } from "./states";
import { isDataTable, isUniform, spanOf } from "./tables";
import { collapse } from "./text";
import { isEditingHost, valueOf } from "./values";

/** Elements that show nothing. */
const silent = words(
  "area base datalist head link map meta noembed noframes noscript param script source style template title track wbr",
);
/** Elements of a drawing that can hold text or controls. Its shapes cannot. */
const drawingHolders = words("a foreignObject g svg switch text textPath tspan use");
/** Groups that a view tells of even without a name. */
const tellingGroups = words(
  "alert alertdialog article banner complementary contentinfo dialog listbox log main menu menubar navigation " +
    "radiogroup search status tablist tabpanel toolbar tooltip tree",
);
/** Groups that a view never tells of. */
const plainGroups = words("code definition details directory document paragraph rowgroup term");
const tableRoles = words("grid table treegrid");
const cellRoles = words("cell columnheader gridcell rowheader");
const leafRoles = words("audio canvas embed meter progressbar separator video");
/** Elements whose text is the name of the group around them. */
const namingParts = words("caption figcaption legend");

/** How an outline is made. */
export interface OutlineForm {
  /** Every container is told of; otherwise those that say nothing to a reader are passed over. */
  readonly whole: boolean;
  /** Left out with all that it holds. */
  readonly without?: Element;
}

/** The content of an element as entries, in tree order. Looks only: nothing is changed, and no element gets a number. */
export function outlineOf(root: Element, form: OutlineForm): Entry[] {
  const entries: Entry[] = [];
  const walk = new Walk(form, entries);
  walk.element(root, false);
  walk.flush();
  return entries;
}

/** What an element does to the text and the controls in it. */
interface Scope {
  readonly muted?: boolean;
  readonly inControl?: boolean;
}

class Walk {
  readonly #form: OutlineForm;
  readonly #focused = pageFocus();
  #into: Entry[];
  /** The text that was gathered since the last entry. */
  #run = "";
  #runNode: Text | undefined;
  /** The text here is told by the name of something around it. */
  #muted = false;
  #inControl = false;
  #preserved = false;
  /** The table or row that is looked into, without a cell in between. */
  #place: "table" | "row" | undefined;

  constructor(form: OutlineForm, into: Entry[]) {
    this.#form = form;
    this.#into = into;
  }

  /** Ends the text that was gathered, as an entry of its own. */
  flush(): void {
    const node = this.#runNode;
    if (node === undefined) return;
    for (const line of this.#preserved ? this.#run.split("\n") : [this.#run]) {
      const text = collapse(line);
      if (text !== "") this.#into.push(entry("text", node, "", text));
    }
    this.#run = "";
    this.#runNode = undefined;
  }

  /** Adds an element with what it holds. False when it is not part of the rendered tree. */
  element(element: Element, pointed: boolean): boolean {
    const tag = element.localName;
    if (silent.has(tag) || element === this.#form.without) return true;
    if (element instanceof SVGElement && !drawingHolders.has(tag)) return true;
    const look = lookOf(element, tag, pointed);
    if (look === undefined || look === "unrendered") return look === undefined;
    const role = look.visible ? roleOf(element, tag) : "";
    if (tag === "br") this.flush();
    else if (look.visible && isEditingHost(element)) this.#control(element, role || "textbox");
    else if (controlRoles.has(role)) this.#control(element, role);
    else if (role === "summary" && element.parentElement instanceof HTMLDetailsElement) this.#control(element, role);
    else if (role === "img" || role === "svg") this.#picture(element, role, look);
    else if (leafRoles.has(role)) this.#leaf(element, role);
    else if (role === "frame") this.#frame(element, look);
    else if (element instanceof HTMLLabelElement && look.visible) this.#label(element, look);
    else if (namingParts.has(tag)) this.#within(this.#into, element, look, { muted: true });
    else if (role !== "" && role !== "summary" && !this.#muted) this.#group(element, role, look);
    else this.#generic(element, tag, look);
    return true;
  }

  #control(element: Element, role: string): void {
    this.flush();
    const shown = role === "summary" ? "button" : role;
    const made = entry("control", element, shown, nameOf(element, role));
    made.actionable = true;
    made.tail = statesOf(element, role, this.#focused) + valueOf(element, role, made.name) + leadOf(element);
    this.#into.push(made);
    if (element instanceof HTMLSelectElement) {
      if (role === "listbox" || this.#form.whole) made.children = this.#options(element);
    } else if (!isEditingHost(element) && (element.firstElementChild !== null || shadowRootOf(element) !== null)) {
      this.#within(made.children, element, undefined, { muted: true, inControl: true });
    }
  }

  #options(select: HTMLSelectElement): Entry[] {
    const shown = [...select.options].filter((option) => getComputedStyle(option).display !== "none");
    return shown.map((option) => {
      const made = entry("control", option, "option", collapse(option.label));
      made.actionable = true;
      made.tail = statesOf(option, "option", null);
      return made;
    });
  }

  #picture(element: Element, role: string, look: Look): void {
    const clickable = this.#isClickable(look);
    if (this.#muted && !clickable) return;
    if (role === "svg" && nameOf(element, "") === "" && !clickable) return this.#generic(element, "svg", look);
    this.flush();
    const made = pictureEntries(element, clickable, this.#form.whole);
    for (const each of made) if (each.actionable) each.tail = statesOf(element, "img", this.#focused);
    this.#into.push(...made);
  }

  #leaf(element: Element, role: string): void {
    if (this.#inControl || (role === "separator" && !this.#form.whole)) return;
    this.flush();
    const made = entry("leaf", element, role, nameOf(element, role));
    made.actionable = role === "canvas" || (element instanceof HTMLMediaElement && element.controls);
    made.tail = statesOf(element, role, this.#focused) + valueOf(element, role, made.name);
    this.#into.push(made);
  }

  #frame(element: Element, look: Look): void {
    if (element instanceof HTMLObjectElement && element.contentWindow === null) {
      return this.#generic(element, "object", look);
    }
    const { width, height } = element.getBoundingClientRect();
    if (width <= 1 || height <= 1) return;
    this.flush();
    this.#into.push(entry("frame", element, "frame", nameOf(element, "frame")));
  }

  /** The text of a label is the name of its field. Of a field that is not shown, the label is what can be clicked. */
  #label(label: HTMLLabelElement, look: Look): void {
    const field = label.control;
    if (field === null || !controlRoles.has(roleOf(field, field.localName))) return this.#generic(label, "label", look);
    if (field.checkVisibility({ visibilityProperty: true })) {
      if (look.display !== "inline") this.flush();
      return this.#within(this.#into, label, look, { muted: true });
    }
    if (!(field instanceof HTMLInputElement && ["checkbox", "file", "radio"].includes(field.type))) {
      return this.#generic(label, "label", look);
    }
    this.flush();
    const role = roleOf(field, "input");
    const made = entry("control", label, role, nameOf(field, role));
    made.actionable = true;
    made.tail = statesOf(field, role, this.#focused) + valueOf(field, role, made.name);
    this.#into.push(made);
  }

  /** A group of others, or only what it holds where the group says nothing to a reader. */
  #group(element: Element, role: string, look: Look): void {
    this.flush();
    const actionable = this.#isClickable(look);
    if (role === "heading") return this.#heading(element, look, actionable);
    if (tableRoles.has(role) && (this.#form.whole || isDataTable(element))) {
      return this.#placed(entry("table", element, role, nameOf(element, role)), look, false, "table");
    }
    if (role === "row" && this.#place === "table")
      return this.#placed(entry("row", element, role), look, actionable, "row");
    if (cellRoles.has(role) && this.#place === "row") return this.#cell(element, role, look, actionable);
    if (role === "listitem") return this.#grouped(entry("item", element, role), look, actionable);
    const name = isGroupRole(role) ? nameOf(element, role) : "";
    if (role === "list" || role === "feed") return this.#grouped(entry("list", element, role, name), look, actionable);
    const telling = tellingGroups.has(role) || (name !== "" && !plainGroups.has(role)) || actionable;
    if (telling || this.#form.whole) return this.#grouped(entry("group", element, role, name), look, actionable);
    this.#within(this.#into, element, look);
  }

  /** Adds a group with its content. One without content is left out. */
  #grouped(made: Entry, look: Look, actionable: boolean): void {
    const element = made.node;
    if (!(element instanceof Element)) return;
    made.actionable = actionable;
    made.tail = statesOf(element, made.role, this.#focused);
    this.#within(made.children, element, look);
    if (made.children.length > 0 || actionable) this.#into.push(made);
  }

  #placed(made: Entry, look: Look, actionable: boolean, place: "table" | "row" | undefined): void {
    const outer = this.#place;
    this.#place = place;
    this.#grouped(made, look, actionable);
    this.#place = outer;
  }

  #cell(element: Element, role: string, look: Look, actionable: boolean): void {
    const made = entry("cell", element, role);
    made.span = spanOf(element);
    const count = this.#into.length;
    this.#placed(made, look, actionable, undefined);
    // An empty cell still takes its column.
    if (this.#into.length === count) this.#into.push(made);
  }

  #heading(element: Element, look: Look, actionable: boolean): void {
    const made = entry("heading", element, "heading", nameOf(element, "heading") || contentName(element));
    made.actionable = actionable;
    if (this.#form.whole) made.tail = levelOf(element);
    this.#within(made.children, element, look, { muted: true });
    if (made.name !== "" || made.children.length > 0) this.#into.push(made);
  }

  #generic(element: Element, tag: string, look: Look): void {
    if (this.#isClickable(look)) return this.#box(element, look);
    const inline = look.display === "inline" || look.display === "contents" || look.display.startsWith("ruby");
    const block = !inline && !look.display.startsWith("inline");
    if (block) this.flush();
    else if (!inline && this.#run !== "") this.#run += " ";
    if (tag === "pre" && !this.#preserved) this.#preformatted(element, look);
    else if (block && !this.#form.whole && !this.#muted && isUniform(element)) this.#uniform(element, look);
    else this.#children(element, look);
    if (block) this.flush();
    else if (!inline && this.#run !== "") this.#run += " ";
  }

  #box(element: Element, look: Look): void {
    this.flush();
    const made = entry("control", element, "clickable");
    made.actionable = true;
    made.tail = statesOf(element, "clickable", this.#focused);
    this.#within(made.children, element, { ...look, pointing: true }, { muted: false });
    this.#into.push(...boxEntries(made, look.handles));
  }

  #preformatted(element: Element, look: Look): void {
    this.#preserved = true;
    this.#children(element, look);
    this.flush();
    this.#preserved = false;
  }

  /** A long run of elements of one kind is a list, whatever its tags. */
  #uniform(element: Element, look: Look): void {
    const list = entry("list", element, "list");
    const outer = this.#into;
    for (const child of element.children) {
      const item = entry("item", child, "listitem");
      this.#into = item.children;
      this.element(child, look.pointing);
      this.flush();
      const only = item.children.length === 1 ? item.children[0] : undefined;
      if (only?.kind === "item") list.children.push(only);
      else if (item.children.length > 0) list.children.push(item);
    }
    this.#into = outer;
    if (list.children.length > 0) outer.push(list);
  }

  /** Adds what an element holds to a list of its own. Without a look, it comes from around a control. */
  #within(into: Entry[], element: Element, look: Look | undefined, scope: Scope = {}): void {
    const outer = { into: this.#into, muted: this.#muted, inControl: this.#inControl };
    this.#into = into;
    this.#muted = scope.muted ?? this.#muted;
    this.#inControl = scope.inControl ?? this.#inControl;
    this.#children(element, look);
    this.flush();
    this.#into = outer.into;
    this.#muted = outer.muted;
    this.#inControl = outer.inControl;
  }

  #children(element: Element, look: Look | undefined): void {
    const closed = element instanceof HTMLDetailsElement && !element.open;
    const pointed = look?.pointing ?? true;
    for (const child of flatChildren(element)) {
      if (child instanceof Text) {
        if (!closed && !this.#muted && look?.visible !== false) this.#text(child);
      } else if (child instanceof Element && (!closed || child.localName === "summary")) {
        if (this.element(child, pointed) || shadowRootOf(element) !== null) continue;
        const root = closedRootOf(element);
        if (root === null) continue;
        for (const inner of root.children) this.element(inner, pointed);
        return;
      }
    }
  }

  #text(text: Text): void {
    const data = text.data;
    if (this.#runNode === undefined) {
      if (collapse(data) === "") return;
      this.#runNode = text;
    }
    this.#run += data;
  }

  /** Within a control only what has a handler of its own is another. */
  #isClickable(look: Look): boolean {
    return look.handles || (look.boundary && !this.#inControl);
  }
}

function levelOf(element: Element): string {
  const level = element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1];
  return level === undefined ? "" : ` [level=${collapse(level)}]`;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}

/** The element with the focus. Null when the page as a whole has it. */
function pageFocus(): Element | null {
  const element = focused();
  return element === undefined || element === document.body || element === document.documentElement ? null : element;
}
