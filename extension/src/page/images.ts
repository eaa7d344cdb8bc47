import { type Entry, entry } from "./entries";
import { nameOf } from "./names";

/** A picture, where it has a name or can be clicked, and the links on its map. */
export function pictureEntries(element: Element, clickable: boolean, whole: boolean): Entry[] {
  const made = entry("leaf", element, "img", nameOf(element, "img"));
  made.actionable = clickable;
  const links = mapLinks(element);
  return made.name !== "" || clickable || whole ? [made, ...links] : links;
}

/** The links on the map of an image. */
function mapLinks(element: Element): Entry[] {
  if (!(element instanceof HTMLImageElement) || element.useMap === "") return [];
  const root = element.getRootNode();
  if (!(root instanceof Document || root instanceof ShadowRoot)) return [];
  const map = root.querySelector(`map[name="${CSS.escape(element.useMap.slice(1))}"]`);
  return [...(map?.querySelectorAll("area[href]") ?? [])].map((area) => {
    const made = entry("control", area, "link", nameOf(area, "link"));
    made.actionable = true;
    return made;
  });
}
