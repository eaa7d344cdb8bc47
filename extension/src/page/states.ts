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

const popups: ReadonlySet<string> = new Set(["true", "menu", "listbox", "tree", "grid", "dialog"]);

/** The states of an element, each in brackets with a space before it. */
export function statesOf(element: Element, role: string, focused: Element | null): string {
  const words: string[] = [];
  if (element instanceof HTMLInputElement && tellingTypes.has(element.type)) words.push(element.type);
  addChoice(element, role, words);
  addExpansion(element, role, words);
  if (isDisabled(element)) words.push("disabled");
  if (isReadonly(element)) words.push("readonly");
  if (element.matches(":required") || isTrue(element, "aria-required")) words.push("required");
  const invalid = element.getAttribute("aria-invalid");
  if (invalid !== null && invalid !== "" && invalid !== "false") words.push("invalid");
  const current = element.getAttribute("aria-current");
  if (current !== null && current !== "" && current !== "false") words.push("current");
  if (isTrue(element, "aria-busy")) words.push("busy");
  if (element === focused) words.push("focused");
  return words.map((word) => ` [${word}]`).join("");
}

/** Whether a control takes no input: by itself, by a group around it, or because the page says so. */
export function isDisabled(element: Element): boolean {
  return element.matches(":disabled") || element.closest('[aria-disabled="true"]') !== null;
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

function addChoice(element: Element, role: string, words: string[]): void {
  const checked = checkedState(element);
  if (checked === "true") words.push("checked");
  if (checked === "mixed") words.push("mixed");
  const pressed = element.getAttribute("aria-pressed");
  if (pressed === "true") words.push("pressed");
  if (pressed === "mixed") words.push("half pressed");
  const selected = element instanceof HTMLOptionElement ? element.selected : isTrue(element, "aria-selected");
  if (selected) words.push("selected");
  const sorted = role === "columnheader" ? element.getAttribute("aria-sort") : null;
  if (sorted === "ascending" || sorted === "descending") words.push(sorted);
}

function addExpansion(element: Element, role: string, words: string[]): void {
  const parent = role === "summary" ? element.parentElement : null;
  if (parent instanceof HTMLDetailsElement) {
    words.push(parent.open ? "expanded" : "collapsed");
    return;
  }
  const expanded = element.getAttribute("aria-expanded");
  if (expanded === "true") words.push("expanded");
  if (expanded === "false") words.push("collapsed");
  const popup = element.getAttribute("aria-haspopup");
  if (popup !== null && expanded === null && popups.has(popup)) words.push("opens");
}

function isReadonly(element: Element): boolean {
  if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) {
    if (element.readOnly) return true;
  }
  return isTrue(element, "aria-readonly");
}

function isTrue(element: Element, attribute: string): boolean {
  return element.getAttribute(attribute) === "true";
}
