import { flatChildren } from "./flat";
import { placeholderOf } from "./names";
import { chosenOptions } from "./options";
import { isSecret } from "./secrets";
import { cap, collapse, quote } from "./text";

/** Longest value of a field that is shown, in UTF-16 units. */
const VALUE_MAXIMUM = 500;
/** Options of a drop-down list that are shown in its line, and their longest label. */
const OPTIONS_MAXIMUM = 12;
const OPTION_MAXIMUM = 60;

/** Roles whose value is typed in. */
const textRoles: ReadonlySet<string> = new Set(["combobox", "searchbox", "spinbutton", "textbox"]);

/** Whether the content of an element can be edited in place, and it is the outermost such element. */
export function isEditingHost(element: Element): boolean {
  const editable = element.getAttribute("contenteditable");
  return editable !== null && ["", "true", "plaintext-only"].includes(editable.toLowerCase());
}

/** The end of a control's line: whether it is filled, its hint, its value and what it offers. Begins with a space. */
export function valueTail(element: Element, role: string, name: string): string {
  if (element instanceof HTMLSelectElement) return selectValue(element);
  if (element instanceof HTMLInputElement) return inputValue(element, role, name);
  if (element instanceof HTMLTextAreaElement) return textValue(element, element.value, name);
  if (textRoles.has(role)) return editedValue(element, role, name);
  return rangeValue(element, role);
}

function inputValue(input: HTMLInputElement, role: string, name: string): string {
  switch (input.type) {
    case "button":
    case "submit":
    case "reset":
    case "image":
    case "checkbox":
    case "radio":
      return "";
    case "range":
      return ` = ${input.value} (${input.min || "0"}..${input.max || "100"})`;
    case "color":
      return ` = ${input.value}`;
    case "file":
      return fileValue(input);
    default:
      return textValue(input, input.value, name) + (role === "combobox" ? suggestions(input) : "");
  }
}

function fileValue(input: HTMLInputElement): string {
  const names = [...(input.files ?? [])].map((file) => quote(cap(collapse(file.name), VALUE_MAXIMUM)));
  return names.length === 0 ? " [empty]" : ` [filled] = ${names.join(", ")}`;
}

function textValue(field: Element, value: string, name: string): string {
  const placeholder = placeholderOf(field);
  const hint =
    placeholder === "" || placeholder === name ? "" : ` placeholder ${quote(cap(placeholder, VALUE_MAXIMUM))}`;
  if (value === "") return ` [empty]${hint}`;
  return ` [filled]${hint} = ${isSecret(field) ? "***" : shown(value)}`;
}

/** A value in quotes. Its lines stay apart, and a cut says how long the whole is. */
function shown(value: string): string {
  const text = value.split("\n").map(collapse).join("\n").trim();
  const cut = cap(text, VALUE_MAXIMUM);
  const mark = cut === text ? "" : ` (${value.length} characters)`;
  return `${quote(cut).replace(/\n/g, "\\n")}${mark}`;
}

function selectValue(select: HTMLSelectElement): string {
  // A list that is open on the page shows its options in lines of their own.
  if (select.multiple || select.size > 1) return "";
  const chosen = chosenOptions(select).map((label) => quote(cap(label, OPTION_MAXIMUM)));
  const value = chosen.length === 0 ? "" : ` = ${chosen.join(", ")}`;
  return `${value}${offered([...select.options].filter((option) => !option.hidden))}`;
}

/** The options of a list, as many as fit in its line. */
function offered(options: readonly HTMLOptionElement[]): string {
  if (options.length === 0) return "";
  const labels = options.slice(0, OPTIONS_MAXIMUM).map((option) => {
    const label = cap(collapse(option.label), OPTION_MAXIMUM);
    return option.matches(":disabled") ? `${label} (disabled)` : label;
  });
  const more = options.length - labels.length;
  return ` [options: ${labels.join(" | ")}${more > 0 ? ` | … ${more} more` : ""}]`;
}

function suggestions(input: HTMLInputElement): string {
  return offered([...(input.list?.options ?? [])]);
}

/** The value of what is not a field of its own but is used like one. */
function editedValue(element: Element, role: string, name: string): string {
  if (role === "spinbutton") return rangeValue(element, role);
  const inner = innerField(element);
  if (inner !== null) return "";
  const text = editedText(element);
  if (role !== "combobox" || isEditingHost(element)) return textValue(element, text, name);
  const value = collapse(text);
  return value === "" || value === name ? "" : ` = ${quote(cap(value, VALUE_MAXIMUM))}`;
}

/** The field within a composed control, which then has the value. */
function innerField(element: Element): Element | null {
  return element.querySelector("input,textarea,select,[contenteditable]");
}

/** The text in an element that is edited in place, with its lines. */
function editedText(element: Element): string {
  const parts: string[] = [];
  addText(element, parts);
  return parts
    .join("")
    .replace(/\u00a0/g, " ")
    .replace(/^\n+|\n+$/g, "");
}

function addText(element: Element, parts: string[]): void {
  for (const child of flatChildren(element)) {
    if (child instanceof Text) {
      parts.push(child.data.replace(/[ \t\r\n]+/g, " "));
    } else if (child instanceof Element) {
      const display = getComputedStyle(child).display;
      if (display === "none") continue;
      const apart = child.localName === "br" || !display.startsWith("inline");
      if (apart && parts.length > 0 && parts.at(-1) !== "\n") parts.push("\n");
      addText(child, parts);
    }
  }
}

function rangeValue(element: Element, role: string): string {
  if (element instanceof HTMLProgressElement) {
    return element.position < 0 ? "" : ` = ${Math.round(element.position * 100)}%`;
  }
  if (element instanceof HTMLMeterElement) return ` = ${element.value} (${element.min}..${element.max})`;
  if (!["meter", "progressbar", "scrollbar", "slider", "spinbutton"].includes(role)) return "";
  const text = collapse(element.getAttribute("aria-valuetext") ?? "");
  const now = collapse(element.getAttribute("aria-valuenow") ?? "");
  if (text === "" && now === "") return "";
  const low = element.getAttribute("aria-valuemin");
  const high = element.getAttribute("aria-valuemax");
  const bounds = low === null || high === null ? "" : ` (${collapse(low)}..${collapse(high)})`;
  return ` = ${text === "" ? now : quote(cap(text, VALUE_MAXIMUM))}${bounds}`;
}
