/** Kinds of input whose form of value is their own, so that a reader has to know the kind. */
const tellingTypes: ReadonlySet<string> = new Set([
  "color",
  "date",
  "datetime-local",
  "file",
  "month",
  "password",
  "time",
  "week",
]);

/** Elements that a group around them may disable. */
const fieldTags: ReadonlySet<string> = new Set([
  "button",
  "fieldset",
  "input",
  "optgroup",
  "option",
  "select",
  "summary",
  "textarea",
]);

const popups: ReadonlySet<string> = new Set(["true", "menu", "listbox", "tree", "grid", "dialog"]);

/** The states of an element, each in brackets with a space before it. */
export function statesOf(element: Element, role: string, focused: Element | null): string {
  // Most elements of a page are plain: cells, items and the like without a single attribute.
  if (!element.hasAttributes() && !fieldTags.has(element.localName)) return "";
  const words: string[] = [];
  const aria = hasAria(element);
  if (element.localName === "input" && element instanceof HTMLInputElement && tellingTypes.has(element.type))
    words.push(element.type);
  addChoice(element, role, aria, words);
  addExpansion(element, role, aria, words);
  if (isDisabled(element)) words.push("disabled");
  if (isReadonly(element, aria)) words.push("readonly");
  if (isRequired(element, aria)) words.push("required");
  if (aria) addFurther(element, words);
  if (element === focused) words.push("focused");
  return words.length === 0 ? "" : words.map((word) => ` [${word}]`).join("");
}

/** Whether a control takes no input: by itself, by a group around it, or because the page says so. */
export function isDisabled(element: Element): boolean {
  return ("disabled" in element && element.matches(":disabled")) || element.closest('[aria-disabled="true"]') !== null;
}

/** Whether a control is shown checked: `mixed` when only in part. */
export function checkedState(element: Element): "true" | "false" | "mixed" | undefined {
  if (element instanceof HTMLInputElement && (element.type === "checkbox" || element.type === "radio")) {
    if (element.indeterminate) return "mixed";
    return element.checked ? "true" : "false";
  }
  const given = element.getAttribute("aria-checked");
  return given === "true" || given === "false" || given === "mixed" ? given : undefined;
}

function addChoice(element: Element, role: string, aria: boolean, words: string[]): void {
  const checked = aria || element.localName === "input" ? checkedState(element) : undefined;
  if (checked === "true") words.push("checked");
  if (checked === "mixed") words.push("mixed");
  if (role === "option" && element instanceof HTMLOptionElement && element.selected) words.push("selected");
  if (!aria) return;
  const pressed = element.getAttribute("aria-pressed");
  if (pressed === "true") words.push("pressed");
  if (pressed === "mixed") words.push("half pressed");
  if (isTrue(element, "aria-selected")) words.push("selected");
  const sorted = role === "columnheader" ? element.getAttribute("aria-sort") : null;
  if (sorted === "ascending" || sorted === "descending") words.push(sorted);
}

function addExpansion(element: Element, role: string, aria: boolean, words: string[]): void {
  const parent = role === "summary" ? element.parentElement : null;
  if (parent instanceof HTMLDetailsElement) {
    words.push(parent.open ? "expanded" : "collapsed");
    return;
  }
  if (!aria) return;
  const expanded = element.getAttribute("aria-expanded");
  if (expanded === "true") words.push("expanded");
  if (expanded === "false") words.push("collapsed");
  const popup = element.getAttribute("aria-haspopup") ?? "";
  if (expanded === null && popups.has(popup)) words.push(`opens ${popup === "true" ? "menu" : popup}`);
}

function addFurther(element: Element, words: string[]): void {
  if (isSaid(element, "aria-invalid")) words.push("invalid");
  if (isSaid(element, "aria-current")) words.push("current");
  if (isTrue(element, "aria-busy")) words.push("busy");
}

/** Whether an element has any attribute of ARIA but its name. Most have none, and are then asked for none. */
function hasAria(element: Element): boolean {
  return (
    element.hasAttributes() &&
    element.getAttributeNames().some((name) => name.startsWith("aria-") && !name.startsWith("aria-label"))
  );
}

function isReadonly(element: Element, aria: boolean): boolean {
  return ("readOnly" in element && element.readOnly === true) || (aria && isTrue(element, "aria-readonly"));
}

function isRequired(element: Element, aria: boolean): boolean {
  return ("required" in element && element.required === true) || (aria && isTrue(element, "aria-required"));
}

/** Whether an attribute of several words says anything but no. */
function isSaid(element: Element, attribute: string): boolean {
  return !["", "false"].includes(element.getAttribute(attribute) ?? "");
}

function isTrue(element: Element, attribute: string): boolean {
  return element.getAttribute(attribute) === "true";
}
