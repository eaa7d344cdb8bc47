import { controlRoles } from "./roles";
import { collapse } from "./text";

const drawingNamespace = "http://www.w3.org/2000/svg";
/** Elements that show nothing. */
const silent = words(
  "area base datalist head link map meta noembed noframes noscript param script source style template title track wbr",
);
/** Elements of a drawing that can hold text or controls. Its shapes cannot. */
const drawingHolders = words("a foreignObject g svg switch text textPath tspan use");
/** Groups that a view tells of even without a name. */
export const tellingGroups = words(
  "alert alertdialog article banner complementary contentinfo dialog listbox log main menu menubar navigation " +
    "radiogroup search status tablist tabpanel toolbar tooltip tree",
);
/** Groups that a view never tells of. */
export const plainGroups = words("code definition details directory document paragraph rowgroup term");
/** Roles of what is told of by its rows, of cells, and of what holds nothing to tell of. */
export const tableRoles = words("grid table treegrid");
export const cellRoles = words("cell columnheader gridcell rowheader");
export const leafRoles = words("audio canvas embed meter progressbar separator video");
/** Elements whose text is the name of the group around them. */
export const namingParts = words("caption figcaption legend");

/** Whether an element never shows anything by itself or by what it holds. */
export function isSilent(element: Element, tag: string): boolean {
  return silent.has(tag) || (element.namespaceURI === drawingNamespace && !drawingHolders.has(tag));
}

/** Whether an element can be operated. A list whose options show can be, beside its options. */
export function isControl(tag: string, role: string): boolean {
  return controlRoles.has(role) || tag === "select";
}

/** The state that tells the level of a heading. Begins with a space when it is not empty. */
export function levelOf(element: Element): string {
  const level = element.getAttribute("aria-level") ?? /^h([1-6])$/.exec(element.localName)?.[1];
  return level === undefined ? "" : ` [level=${collapse(level)}]`;
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(" "));
}
