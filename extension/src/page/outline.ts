import { boxEntries } from "./boxes";
import { type Entry, entry } from "./entries";
import { closedRootOf, isElement, isText, shadowRootOf } from "./flat";
import { pageFocus } from "./focus";
import type { Folds } from "./folds";
import { pictureEntries } from "./images";
import {
  cellRoles,
  isControl,
  isSilent,
  leafRoles,
  levelOf,
  namingParts,
  plainGroups,
  tableRoles,
  tellingGroups,
} from "./kinds";
import { isBasedHere, leadOf } from "./links";
import { type Look, lookOf } from "./looks";
import { contentName, nameOf } from "./names";
import { optionEntries } from "./options";
import { isGroupRole, roleOf } from "./roles";
import { TextRun } from "./run";
import { statesOf } from "./states";
import { isDataTable, isUniform, spanOf } from "./tables";
import { collapse } from "./text";
import { isEditingHost, valueTail } from "./values";

/** Deepest level of elements that is looked at. Below it there is only text. */
const LEVEL_MAXIMUM = 700;

/** How an outline is made. */
export interface OutlineForm {
  /** Every container is told of; otherwise those that say nothing to a reader are passed over. */
  readonly whole: boolean;
  /** Left out with all that it holds. */
  readonly without?: Element | undefined;
  /** Rows and items beyond this many are only counted, as they are not going to be shown. */
  readonly folds: Folds;
  /** A node in a table or a list of which nothing is only counted. */
  readonly from?: Node | undefined;
}

/** The content of an element as entries, in tree order. Looks only: nothing is changed, and no element gets a number. */
export function outlineOf(root: Element, form: OutlineForm): Entry[] {
  const entries: Entry[] = [];
  const walk = new Walk(form, entries);
  walk.element(root, false);
  walk.endLine();
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
  readonly #based = isBasedHere();
  #into: Entry[];
  readonly #run = new TextRun();
  /** The text here is told by the name of something around it. */
  #muted = false;
  #inControl = false;
  /** Elements around the one that is looked at. */
  #level = 0;
  /** The table or list whose rows or items are looked for. */
  #holder: Entry | undefined;
  /** The table or row that is looked into, without a cell in between. */
  #place: "table" | "row" | undefined;

  constructor(form: OutlineForm, into: Entry[]) {
    this.#form = form;
    this.#into = into;
  }

  /** Ends the line of text that was gathered. */
  endLine(): void {
    this.#run.endLine(this.#into);
  }

  /** Adds an element with what it holds. False when it is not part of the rendered tree. */
  element(element: Element, pointed: boolean): boolean {
    if (this.#level >= LEVEL_MAXIMUM) return this.#tooDeep(element);
    this.#level += 1;
    const rendered = this.#element(element, pointed);
    this.#level -= 1;
    return rendered;
  }

  /** The call stack has an end, and pages made by scripts may be deeper. What is cut off is told of. */
  #tooDeep(element: Element): boolean {
    const text = collapse(element.textContent);
    if (text !== "" && !this.#muted) {
      this.endLine();
      this.#into.push(entry("text", element, "", text));
    }
    return true;
  }

  #element(element: Element, pointed: boolean): boolean {
    const tag = element.localName;
    if (element === this.#form.without || isSilent(element, tag)) return true;
    const role = roleOf(element, tag);
    const control = isControl(tag, role);
    const look = lookOf(element, tag, control ? "ignored" : pointed ? "around" : "none");
    if (look === undefined || look === "unrendered") return look === undefined;
    if (tag === "br") this.endLine();
    else if (!look.bare && isEditingHost(element) && look.visible) this.#control(element, role || "textbox", look);
    else if (control && look.visible) this.#control(element, role, look);
    else if (role === "") this.#roleless(element, tag, look);
    else if (role === "summary") this.#summary(element, look);
    else if (role === "img" || role === "svg") this.#picture(element, role, look);
    else if (leafRoles.has(role)) this.#leaf(element, role, look);
    else if (role === "frame") this.#frame(element, look);
    else if (this.#isBeyondFold(role)) this.#omit();
    else if (control || this.#muted) this.#generic(element, tag, look);
    else this.#group(element, role, look);
    return true;
  }

  #roleless(element: Element, tag: string, look: Look): void {
    if (tag === "label" && look.visible) this.#label(element, look);
    else if (namingParts.has(tag)) this.#block(element, look, { muted: true });
    else this.#generic(element, tag, look);
  }

  /** The part of a `details` that opens it. Elsewhere the tag means nothing. */
  #summary(element: Element, look: Look): void {
    if (element.parentElement instanceof HTMLDetailsElement && look.visible) this.#control(element, "summary", look);
    else this.#generic(element, "summary", look);
  }

  #control(element: Element, role: string, look: Look): void {
    const made = this.#describe(element, element, role);
    this.#push(made, look);
    if (element.localName === "select" && element instanceof HTMLSelectElement) {
      if (role === "listbox" || this.#form.whole) made.children = optionEntries(element);
    } else if (!isEditingHost(element) && (element.firstElementChild !== null || shadowRootOf(element) !== null)) {
      this.#within(made.children, element, undefined, { muted: true, inControl: true });
    }
  }

  /** A control that shows as one element, and is another: a label may show in place of its field. */
  #describe(shown: Element, field: Element, role: string): Entry {
    const made = entry("control", field, role === "summary" ? "button" : role, nameOf(field, role));
    made.actionable = true;
    made.tail = statesOf(field, role, this.#focused) + valueTail(field, role, made.name) + leadOf(shown, this.#based);
    return made;
  }

  #push(made: Entry, look: Look): void {
    this.#run.push(this.#into, made, look.display.startsWith("inline") || look.display === "contents");
  }

  #picture(element: Element, role: string, look: Look): void {
    if (!look.visible) return;
    const clickable = this.#isClickable(look);
    if (role === "svg" && !clickable && nameOf(element, "") === "") {
      this.#generic(element, "svg", look);
    } else if (clickable || !this.#muted) {
      for (const made of pictureEntries(element, clickable, this.#form.whole)) {
        if (made.actionable) made.tail = statesOf(element, "img", this.#focused);
        this.#push(made, look);
      }
    }
  }

  #leaf(element: Element, role: string, look: Look): void {
    if (this.#inControl || (role === "separator" && !this.#form.whole) || !look.visible) return;
    const made = entry("leaf", element, role, nameOf(element, role));
    made.actionable = role === "canvas" || (element instanceof HTMLMediaElement && element.controls);
    made.tail = statesOf(element, role, this.#focused) + valueTail(element, role, made.name);
    this.#push(made, look);
  }

  #frame(element: Element, look: Look): void {
    const { width, height } = element.getBoundingClientRect();
    if (element instanceof HTMLObjectElement && element.contentWindow === null) {
      this.#generic(element, "object", look);
    } else if (width > 1 && height > 1 && look.visible) {
      this.endLine();
      this.#into.push(entry("frame", element, "frame", nameOf(element, "frame")));
    }
  }

  /** The text of a label is the name of its field. Of a field that does not show, the label is what shows. */
  #label(label: Element, look: Look): void {
    const field = label instanceof HTMLLabelElement ? label.control : null;
    const role = field === null ? "" : roleOf(field, field.localName);
    if (field === null || !isControl(field.localName, role)) this.#generic(label, "label", look);
    else if (field.checkVisibility({ visibilityProperty: true })) this.#generic(label, "label", look, { muted: true });
    else if (this.#isOperatedByLabel(field)) this.#push(this.#describe(label, field, role), look);
    else this.#generic(label, "label", look);
  }

  #isOperatedByLabel(field: Element): boolean {
    return field instanceof HTMLInputElement && ["checkbox", "file", "radio"].includes(field.type);
  }

  /** A group of others, or only what it holds where the group says nothing to a reader. */
  #group(element: Element, role: string, look: Look): void {
    this.endLine();
    const actionable = this.#isClickable(look);
    if (role === "heading") this.#heading(element, look, actionable);
    else if (tableRoles.has(role) && (this.#form.whole || isDataTable(element))) {
      this.#placed(entry("table", element, role, nameOf(element, role)), look, false, "table");
    } else if (role === "row" && this.#place === "table") {
      this.#placed(entry("row", element, role), look, actionable, "row");
    } else if (cellRoles.has(role) && this.#place === "row") this.#cell(element, role, look, actionable);
    else if (role === "listitem" && actionable) this.#box(element, look);
    else if (role === "listitem") this.#grouped(entry("item", element, role), look, actionable);
    else {
      const name = isGroupRole(role) ? nameOf(element, role) : "";
      const telling = tellingGroups.has(role) || (name !== "" && !plainGroups.has(role)) || actionable;
      const list = role === "list" || role === "feed";
      if (list) this.#grouped(entry("list", element, role, name), look, actionable);
      else if (telling || this.#form.whole) this.#grouped(entry("group", element, role, name), look, actionable);
      else this.#block(element, look);
    }
  }

  /** Whether a row or an item comes after so many others that it is not going to be shown. */
  #isBeyondFold(role: string): boolean {
    const holder = this.#holder;
    if (holder === undefined || holder.children !== this.#into) return false;
    const { rows, items } = this.#form.folds;
    const bound = role === "row" && this.#place === "table" ? rows : role === "listitem" ? items : undefined;
    // One more for the row with the names of the columns, and one from which to read on.
    if (bound === undefined || holder.children.length < bound + 2) return false;
    return this.#form.from === undefined || !holder.node.contains(this.#form.from);
  }

  #omit(): void {
    if (this.#holder !== undefined) this.#holder.omitted += 1;
  }

  /** Adds a group with its content. One without content is left out. */
  #grouped(made: Entry, look: Look, actionable: boolean): void {
    const element = made.node;
    if (!(element instanceof Element)) return;
    const outer = this.#holder;
    this.#holder = made;
    made.actionable = actionable;
    made.tail = statesOf(element, made.role, this.#focused);
    this.#within(made.children, element, look);
    this.#holder = outer;
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

  #generic(element: Element, tag: string, look: Look, scope?: Scope): void {
    if (scope === undefined && this.#isClickable(look)) this.#box(element, look);
    else if (look.inline) this.#scoped(element, look, scope);
    else if (look.display.startsWith("inline")) {
      this.#run.addSpace();
      this.#scoped(element, look, scope);
      this.#run.addSpace();
    } else if (tag === "pre" && !this.#run.preserved) this.#preformatted(element, look);
    else if (!this.#form.whole && !this.#muted && isUniform(element)) this.#uniform(element, look);
    else this.#block(element, look, scope);
  }

  #scoped(element: Element, look: Look, scope: Scope | undefined): void {
    if (scope === undefined) {
      this.#children(element, look);
      return;
    }
    const outer = this.#muted;
    this.#muted = scope.muted ?? outer;
    this.#children(element, look);
    this.#muted = outer;
  }

  #block(element: Element, look: Look, scope?: Scope): void {
    this.endLine();
    this.#scoped(element, look, scope);
    this.endLine();
  }

  #box(element: Element, look: Look): void {
    const made = entry("control", element, "clickable");
    made.actionable = true;
    made.tail = statesOf(element, "clickable", this.#focused);
    this.#run.end(this.#into);
    this.#within(made.children, element, look, { muted: false });
    for (const each of boxEntries(made, look.handles)) this.#push(each, look);
  }

  #preformatted(element: Element, look: Look): void {
    this.endLine();
    this.#run.preserved = true;
    this.#children(element, look);
    this.endLine();
    this.#run.preserved = false;
  }

  /** A long run of elements of one kind is a list, whatever its tags. */
  #uniform(element: Element, look: Look): void {
    this.endLine();
    const list = entry("list", element, "list");
    const outer = { into: this.#into, holder: this.#holder };
    this.#holder = list;
    for (const child of element.children) {
      this.#into = list.children;
      if (this.#isBeyondFold("listitem")) {
        if (typeof lookOf(child, child.localName, "ignored") === "object") this.#omit();
      } else this.#uniformItem(list, child, look);
    }
    this.#into = outer.into;
    this.#holder = outer.holder;
    if (list.children.length > 0) this.#into.push(list);
    else this.#block(element, look);
  }

  #uniformItem(list: Entry, child: Element, look: Look): void {
    const item = entry("item", child, "listitem");
    this.#into = item.children;
    this.element(child, look.pointing);
    this.endLine();
    const only = item.children.length === 1 ? item.children[0] : undefined;
    if (only?.kind === "item") list.children.push(only);
    else if (item.children.length > 0) list.children.push(item);
  }

  /** Adds what an element holds to a list of its own. Without a look, it comes from around a control. */
  #within(into: Entry[], element: Element, look: Look | undefined, scope: Scope = {}): void {
    const outer = { into: this.#into, muted: this.#muted, inControl: this.#inControl, lineOpen: this.#run.open };
    this.#into = into;
    this.#muted = scope.muted ?? this.#muted;
    this.#inControl = scope.inControl ?? this.#inControl;
    this.#run.open = false;
    this.#children(element, look);
    this.endLine();
    this.#into = outer.into;
    this.#muted = outer.muted;
    this.#inControl = outer.inControl;
    this.#run.open = outer.lineOpen;
  }

  #children(element: Element, look: Look | undefined): void {
    const tag = element.localName;
    const root = shadowRootOf(element);
    if (root !== null) this.#nodes(root.firstChild, look);
    else if (tag === "details" && !element.hasAttribute("open")) {
      this.#nodes(element.querySelector(":scope > summary"), look, 1);
    } else if (tag === "slot" && element instanceof HTMLSlotElement && element.assignedNodes().length > 0) {
      for (const node of element.assignedNodes()) this.#child(node, look);
    } else if (!this.#nodes(element.firstChild, look)) this.#nodes(closedRootOf(element)?.firstChild ?? null, look);
  }

  /** Adds a node and those after it. False as soon as one is not part of the rendered tree. */
  #nodes(first: Node | null, look: Look | undefined, maximum = Number.POSITIVE_INFINITY): boolean {
    let count = 0;
    for (let node = first; node !== null && count < maximum; node = node.nextSibling) {
      if (!this.#child(node, look)) return false;
      count += 1;
    }
    return true;
  }

  /** False when the node is not part of the rendered tree. */
  #child(node: Node, look: Look | undefined): boolean {
    if (isElement(node)) return this.element(node, look?.pointing ?? true);
    if (isText(node) && !this.#muted) this.#run.add(node, () => look?.visible !== false);
    return true;
  }

  /** Within a control only what has a handler of its own is another. */
  #isClickable(look: Look): boolean {
    return look.handles || (look.boundary && !this.#inControl);
  }
}
