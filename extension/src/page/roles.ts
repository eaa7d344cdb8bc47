/** Roles that can be acted on: elements with one of them get a reference. */
export const controlRoles: ReadonlySet<string> = new Set([
  "button",
  "checkbox",
  "combobox",
  "link",
  "menuitem",
  "menuitemcheckbox",
  "menuitemradio",
  "option",
  "radio",
  "scrollbar",
  "searchbox",
  "slider",
  "spinbutton",
  "switch",
  "tab",
  "textbox",
  "treeitem",
]);

/** Roles of places and groups, which stand around what they hold. */
const groupRoles: ReadonlySet<string> = new Set([
  "alert",
  "alertdialog",
  "application",
  "article",
  "banner",
  "blockquote",
  "code",
  "complementary",
  "contentinfo",
  "definition",
  "dialog",
  "directory",
  "document",
  "feed",
  "figure",
  "form",
  "group",
  "list",
  "listbox",
  "log",
  "main",
  "marquee",
  "math",
  "menu",
  "menubar",
  "navigation",
  "note",
  "paragraph",
  "radiogroup",
  "region",
  "search",
  "status",
  "tablist",
  "tabpanel",
  "term",
  "timer",
  "toolbar",
  "tooltip",
  "tree",
]);

/** Further roles that mean something here. */
const otherRoles: ReadonlySet<string> = new Set([
  "cell",
  "columnheader",
  "grid",
  "gridcell",
  "heading",
  "image",
  "img",
  "listitem",
  "meter",
  "progressbar",
  "row",
  "rowgroup",
  "rowheader",
  "separator",
  "table",
  "treegrid",
]);

/** Roles by tag, where nothing else decides. */
const rolesByTag = new Map<string, string>(
  Object.entries({
    article: "article",
    aside: "complementary",
    blockquote: "blockquote",
    button: "button",
    canvas: "canvas",
    datalist: "listbox",
    details: "details",
    dialog: "dialog",
    embed: "embed",
    fieldset: "group",
    figure: "figure",
    frame: "frame",
    h1: "heading",
    h2: "heading",
    h3: "heading",
    h4: "heading",
    h5: "heading",
    h6: "heading",
    hr: "separator",
    iframe: "frame",
    li: "listitem",
    main: "main",
    math: "math",
    menu: "list",
    meter: "meter",
    nav: "navigation",
    ol: "list",
    optgroup: "group",
    option: "option",
    output: "status",
    p: "paragraph",
    progress: "progressbar",
    search: "search",
    summary: "summary",
    table: "table",
    tbody: "rowgroup",
    td: "cell",
    textarea: "textbox",
    tfoot: "rowgroup",
    thead: "rowgroup",
    th: "columnheader",
    tr: "row",
    ul: "list",
  }),
);

const inputRoles = new Map<string, string>(
  Object.entries({
    button: "button",
    checkbox: "checkbox",
    file: "button",
    hidden: "",
    image: "button",
    number: "spinbutton",
    radio: "radio",
    range: "slider",
    reset: "button",
    submit: "button",
  }),
);

const sectioning = "article,aside,main,nav,section";

/** Whether elements with this role stand around what they hold. */
export function isGroupRole(role: string): boolean {
  return groupRoles.has(role);
}

/** The role of an element: the one that the page gives it, or that of its tag. Empty for an element without one. */
export function roleOf(element: Element, tag: string): string {
  const given = element.hasAttributes() ? element.getAttribute("role") : null;
  if (given !== null) {
    const role = givenRole(given);
    if (role === "none") return keepsOwnRole(element) ? ownRole(element, tag) : "";
    if (role !== undefined) return role;
  }
  return ownRole(element, tag);
}

/** Whether an element takes the focus when the page says so, by a number that is not negative. */
export function hasTabStop(element: Element): boolean {
  const index = element.getAttribute("tabindex");
  return index !== null && Number.parseInt(index, 10) >= 0;
}

/** The first role of a list that is known; `none` for one that takes the role away. */
function givenRole(list: string): string | undefined {
  for (const word of list.toLowerCase().split(/\s+/)) {
    if (word === "image") return "img";
    if (word === "none" || word === "presentation" || word === "generic") return "none";
    if (controlRoles.has(word) || groupRoles.has(word) || otherRoles.has(word)) return word;
  }
  return undefined;
}

/** A role is not taken away from what takes the focus. */
function keepsOwnRole(element: Element): boolean {
  return element.hasAttribute("tabindex") || element.matches("a[href],button,input,select,textarea,summary,iframe");
}

function ownRole(element: Element, tag: string): string {
  switch (tag) {
    case "a":
    case "area":
      return element.hasAttribute("href") || element.hasAttribute("xlink:href") ? "link" : "";
    case "input":
      return inputRole(element);
    case "select":
      return isDropDown(element) ? "combobox" : "listbox";
    case "img":
      return element.getAttribute("alt") === "" && !element.hasAttribute("aria-label") ? "" : "img";
    case "svg":
      return "svg";
    case "header":
      return element.closest(sectioning) === null ? "banner" : "";
    case "footer":
      return element.closest(sectioning) === null ? "contentinfo" : "";
    case "section":
      return hasGivenName(element) ? "region" : "";
    case "form":
      return hasGivenName(element) ? "form" : "";
    case "audio":
    case "video":
      return tag;
    case "object":
      return "frame";
    default:
      return rolesByTag.get(tag) ?? "";
  }
}

function inputRole(element: Element): string {
  if (!(element instanceof HTMLInputElement)) return "";
  const role = inputRoles.get(element.type);
  if (role !== undefined) return role === "checkbox" && element.hasAttribute("switch") ? "switch" : role;
  if (element.list !== null) return "combobox";
  return element.type === "search" ? "searchbox" : "textbox";
}

/** Whether a select shows one option at a time. */
function isDropDown(element: Element): boolean {
  return element instanceof HTMLSelectElement && !element.multiple && element.size <= 1;
}

function hasGivenName(element: Element): boolean {
  return element.hasAttribute("aria-label") || element.hasAttribute("aria-labelledby") || element.hasAttribute("title");
}
