import { focused, shows } from "./composed";
import { elementOf } from "./elements";
import { accepts, isSetWhole, wantedForm } from "./formats";
import { isVisible } from "./layout";
import { isSecret } from "./secrets";
import { isDisabled } from "./targeting";

/** Why a field cannot be filled, or an element not get the focus. */
export type NotReady =
  | { readonly state: "gone" }
  | { readonly state: "hidden" }
  | { readonly state: "disabled" }
  | { readonly state: "readOnly" }
  | { readonly state: "notAField"; readonly kind: string }
  | { readonly state: "invalid"; readonly wanted: string }
  | { readonly state: "unfocused"; readonly tag: string };

/** A field that has the focus, with its text selected. */
export interface Prepared {
  readonly state: "prepared";
  /** Whether nothing stands in the field. */
  readonly empty: boolean;
  /** Text to type in the place of what is selected. */
  readonly text: string;
}

/** What stands in a field. */
export interface Content {
  readonly state: "content";
  /** Absent where it is a secret. */
  readonly value?: string;
}

/** A field whose value was set at once. */
export interface Assigned {
  readonly state: "assigned";
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLElement;

const typedKinds = new Set(["email", "password", "search", "tel", "text", "url"]);

/** Methods for fields and the focus. */
export const fields = {
  /**
   * Makes a field ready to be typed into: focus, and what stands there selected, or only its end where it is to be
   * kept. A field whose value cannot be typed, such as a date, is given the value at once instead.
   */
  prepareFill(local: number, value: string, keep: boolean): Prepared | Assigned | NotReady {
    const field = fieldOf(local);
    if ("state" in field) return field;
    if (field instanceof HTMLInputElement && isSetWhole(field)) return assign(field, value);
    if (!takeFocus(field)) return { state: "unfocused", tag: field.localName };
    const before = textOf(field);
    const text = keep ? selectEnd(field, before, value) : value;
    if (!keep) selectAll(field);
    return { state: "prepared", empty: before === "", text };
  },

  /** What stands in a field now. */
  content(local: number): Content | NotReady {
    const field = fieldOf(local);
    if ("state" in field) return field;
    return { state: "content", ...(isSecret(field) ? {} : { value: textOf(field) }) };
  },

  /** Whether an element, or something in it, has the focus of this document. */
  hasFocus(local: number): boolean {
    const element = elementOf(local);
    return element !== undefined && hasFocus(element);
  },

  /** Gives an element the focus. */
  focus(local: number): { readonly state: "focused" } | NotReady {
    const element = elementOf(local);
    if (element === undefined) return { state: "gone" };
    const target = (element instanceof HTMLLabelElement ? element.control : element) ?? element;
    if (!isVisible(target)) return { state: "hidden" };
    if (isDisabled(target)) return { state: "disabled" };
    return target instanceof HTMLElement || target instanceof SVGElement
      ? takeFocus(target)
        ? { state: "focused" }
        : { state: "unfocused", tag: target.localName }
      : { state: "unfocused", tag: target.localName };
  },
};

function fieldOf(local: number): Field | NotReady {
  const element = elementOf(local);
  if (element === undefined) return { state: "gone" };
  const field = (element instanceof HTMLLabelElement ? element.control : element) ?? element;
  if (!isField(field)) return { state: "notAField", kind: kindOf(field) };
  if (!isVisible(field)) return { state: "hidden" };
  if (isDisabled(field)) return { state: "disabled" };
  const isReadOnly = "readOnly" in field ? field.readOnly : field.getAttribute("aria-readonly") === "true";
  return isReadOnly ? { state: "readOnly" } : field;
}

function isField(element: Element): element is Field {
  if (element instanceof HTMLInputElement) return typedKinds.has(element.type) || isSetWhole(element);
  return element instanceof HTMLTextAreaElement || (element instanceof HTMLElement && element.isContentEditable);
}

function kindOf(element: Element): string {
  return element instanceof HTMLInputElement ? `input of type ${element.type}` : element.localName;
}

function assign(input: HTMLInputElement, value: string): Assigned | NotReady {
  if (!accepts(input, value)) return { state: "invalid", wanted: wantedForm(input) };
  if (!takeFocus(input)) return { state: "unfocused", tag: input.localName };
  const before = input.value;
  input.value = value;
  if (input.value === before) return { state: "assigned" };
  input.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  input.dispatchEvent(new Event("change", { bubbles: true }));
  return { state: "assigned" };
}

/** Focuses an element, or what edits it, and says whether the focus stayed there. */
function takeFocus(element: HTMLElement | SVGElement): boolean {
  const host = element instanceof HTMLElement && element.isContentEditable ? editingHostOf(element) : element;
  // In a frame that has lost the focus to another, an element can still be the one that had it there.
  if (!hasFocus(host) || !document.hasFocus()) host.focus();
  return hasFocus(host);
}

function hasFocus(element: Element): boolean {
  const at = focused();
  return at !== undefined && shows(element, at);
}

/** The outermost editable element around an element: the one that takes the focus. */
function editingHostOf(element: HTMLElement): HTMLElement {
  let host = element;
  while (host.parentElement?.isContentEditable) host = host.parentElement;
  return host;
}

function textOf(field: Field): string {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) return field.value;
  // biome-ignore lint/performance/useDomNodeTextContent: lines are part of what stands there
  return field.innerText.replaceAll("\u00a0", " ").replace(/\n$/, "");
}

function selectAll(field: Field): void {
  if (field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement) field.select();
  else getSelection()?.selectAllChildren(field);
}

/** Puts the caret behind what stands in a field. Where it cannot be put, all is selected, to be typed again. */
function selectEnd(field: Field, before: string, value: string): string {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) {
    selectAll(field);
    getSelection()?.collapseToEnd();
    return value;
  }
  if (field.selectionStart === null) {
    field.select();
    return before + value;
  }
  field.setSelectionRange(field.value.length, field.value.length);
  return value;
}
