import { flatChildren, isText, shadowRootOf } from "./flat";
import { labelsOf } from "./labels";
import { chosenOptions } from "./options";
import { isSecret } from "./secrets";
import { collapse } from "./text";

/** Roles whose elements are named by what they hold. */
const namedByContent: ReadonlySet<string> = new Set([
  "button",
  "checkbox",
  "clickable",
  "heading",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "summary",
  "switch",
  "tab",
  "treeitem",
]);

/** Groups that belong to an item without being part of its name. */
const innerGroups = /^(?:group|list|listbox|menu|tree|tablist)$/;

/** Depth at which the content of a name is not followed further. */
const DEPTH_MAXIMUM = 60;

/** The name of an element by the rules of the accessible-name computation. Empty when it has none. */
export function nameOf(element: Element, role: string): string {
  return collapse(
    labelledName(element) ||
      ownLabel(element) ||
      nativeName(element) ||
      (namedByContent.has(role) ? contentName(element) : "") ||
      (element.getAttribute("title") ?? "") ||
      placeholderOf(element),
  );
}

/** The hint that stands in an empty field. */
export function placeholderOf(element: Element): string {
  return collapse(element.getAttribute("placeholder") || element.getAttribute("aria-placeholder") || "");
}

/** The text of what an element holds, as far as it is part of a name. */
export function contentName(element: Element): string {
  const only = element.firstChild;
  if (only !== null && isText(only) && only.nextSibling === null && shadowRootOf(element) === null) {
    const text = collapse(only.data);
    if (text !== "") return text;
  }
  const parts: string[] = [];
  addContent(element, parts, element, 0, false);
  const text = collapse(parts.join(""));
  return text === "" ? collapse(pseudoText(element)) : text;
}

/** The elements that label this one by reference. */
function labellers(element: Element): readonly Element[] {
  const ids = element.getAttribute("aria-labelledby");
  if (ids === null) return [];
  if (ids === "") {
    // Set from a script, the list may name elements without an id and leaves an empty attribute.
    const linked = "ariaLabelledByElements" in element ? element.ariaLabelledByElements : null;
    return Array.isArray(linked) ? linked.filter((item): item is Element => item instanceof Element) : [];
  }
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  return ids
    .split(/\s+/)
    .map((id) => root.getElementById(id))
    .filter((found) => found !== null);
}

function labelledName(element: Element): string {
  const parts = labellers(element).map((labeller) => collapse(labellerText(labeller, element)));
  return parts.filter((part) => part !== "").join(" ");
}

/** The text of an element that labels another. It counts even where it is hidden. */
function labellerText(labeller: Element, labelled: Element): string {
  const own = ownLabel(labeller);
  if (own !== "") return own;
  if (labeller !== labelled) {
    const value = embeddedValue(labeller);
    if (value !== undefined) return value;
  }
  const native = labeller === labelled ? "" : nativeName(labeller);
  if (native !== "") return native;
  const parts: string[] = [];
  addContent(labeller, parts, labelled, 0, isHidden(labeller));
  return collapse(parts.join("")) || (labeller.getAttribute("title") ?? "");
}

function ownLabel(element: Element): string {
  return collapse(element.getAttribute("aria-label") ?? "");
}

/** The name that the element's own language gives it: labels, captions, alternatives. */
function nativeName(element: Element): string {
  switch (element.localName) {
    case "input":
      return element instanceof HTMLInputElement ? inputName(element) : "";
    case "button":
    case "meter":
    case "output":
    case "progress":
    case "select":
    case "textarea":
      return labelsName(element);
    case "area":
    case "img":
      return element.getAttribute("alt") ?? "";
    case "fieldset":
      return childText(element, "legend");
    case "figure":
      return childText(element, "figcaption");
    case "optgroup":
      return element.getAttribute("label") ?? "";
    case "svg":
      return childText(element, "title");
    case "table":
      return childText(element, "caption");
    default:
      return "";
  }
}

function inputName(input: HTMLInputElement): string {
  switch (input.type) {
    case "button":
      return labelsName(input) || input.value;
    case "submit":
      return labelsName(input) || input.value || "Submit";
    case "reset":
      return labelsName(input) || input.value || "Reset";
    case "image":
      return labelsName(input) || input.alt || input.title || input.value || "Submit";
    case "file":
      return labelsName(input) || (input.title === "" ? "Choose File" : "");
    default:
      return labelsName(input);
  }
}

function labelsName(field: Element): string {
  const names = labelsOf(field).map((label) => {
    const own = ownLabel(label);
    if (own !== "") return own;
    const parts: string[] = [];
    addContent(label, parts, field, 0, false);
    return collapse(parts.join(""));
  });
  return names.filter((name) => name !== "").join(" ");
}

function childText(element: Element, tag: string): string {
  for (const child of element.children) {
    if (child.localName === tag) return contentName(child);
  }
  return "";
}

/** Adds the text alternatives of what an element holds. `named` is the element whose name is sought. */
function addContent(element: Element, parts: string[], named: Element, depth: number, evenHidden: boolean): void {
  if (depth > DEPTH_MAXIMUM) return;
  for (const child of flatChildren(element)) {
    if (isText(child)) {
      if (evenHidden || depth > 0 || isVisible(element)) parts.push(child.data);
    } else if (child instanceof Element) {
      addElement(child, parts, named, depth + 1, evenHidden);
    }
  }
}

function addElement(element: Element, parts: string[], named: Element, depth: number, evenHidden: boolean): void {
  const tag = element.localName;
  if (tag === "br") parts.push(" ");
  if (tag === "br" || tag === "script" || tag === "style" || tag === "template" || tag === "noscript") return;
  if (element === named) return;
  const style = getComputedStyle(element);
  if (!evenHidden && (style.display === "none" || style.display === "")) return;
  if (!evenHidden && element.getAttribute("aria-hidden") === "true") return;
  const seen = evenHidden || style.visibility === "visible";
  const apart = !style.display.startsWith("inline") && style.display !== "contents";
  const inlineBox = style.display.length > "inline".length && style.display.startsWith("inline-");
  if (apart || inlineBox) parts.push(" ");
  if (seen) addAlternative(element, parts, named, depth, evenHidden);
  else addContent(element, parts, named, depth, evenHidden);
  if (apart || inlineBox) parts.push(" ");
}

function addAlternative(element: Element, parts: string[], named: Element, depth: number, evenHidden: boolean): void {
  const text = embeddedValue(element) ?? (ownLabel(element) || alternative(element));
  if (text !== undefined) {
    parts.push(text);
    return;
  }
  const role = element.getAttribute("role");
  if (role !== null && innerGroups.test(role) && depth > 0 && named.getAttribute("role") !== null) return;
  addContent(element, parts, named, depth, evenHidden);
}

/** What stands for a field within a name: its value. Undefined for other elements. */
function embeddedValue(element: Element): string | undefined {
  if (element instanceof HTMLSelectElement) return chosenOptions(element).join(" ");
  if (element instanceof HTMLTextAreaElement) return element.value;
  if (!(element instanceof HTMLInputElement)) return undefined;
  switch (element.type) {
    case "hidden":
      return "";
    case "checkbox":
    case "radio":
    case "button":
    case "submit":
    case "reset":
    case "image":
    case "file":
      return undefined;
    default:
      return isSecret(element) ? "" : element.value;
  }
}

/** What stands for an element that is not read by its content. Undefined for one that is. */
function alternative(element: Element): string | undefined {
  if (element instanceof HTMLImageElement) return element.alt || element.title;
  if (element instanceof HTMLInputElement) return /^(?:checkbox|radio)$/.test(element.type) ? "" : nativeName(element);
  if (element instanceof SVGElement) return element.localName === "svg" ? childText(element, "title") : undefined;
  if (element instanceof HTMLIFrameElement || element instanceof HTMLCanvasElement) return element.title;
  return undefined;
}

/** Text that the style of an element puts before and after its content. */
function pseudoText(element: Element): string {
  return ["::before", "::after"].map((pseudo) => generatedText(getComputedStyle(element, pseudo).content)).join(" ");
}

/** The text in a value of the style property `content`: its strings, or the alternative after a slash. */
function generatedText(content: string): string {
  if (content === "none" || content === "normal" || content === "") return "";
  const spoken = content.split(" / ").at(-1) ?? "";
  return [...spoken.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map((match) => (match[1] ?? "").replace(/\\(.)/g, "$1")).join("");
}

function isVisible(element: Element): boolean {
  return getComputedStyle(element).visibility === "visible";
}

function isHidden(element: Element): boolean {
  return !element.checkVisibility({ visibilityProperty: true }) || element.closest('[aria-hidden="true"]') !== null;
}
