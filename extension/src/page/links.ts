import { cap } from "./text";

/** Longest host that is shown, in UTF-16 units. */
const HOST_MAXIMUM = 80;

/** Where a link leads, when that is another place than this page's origin. Begins with a space. */
export function leadOf(element: Element): string {
  if (!(element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)) return "";
  if (element.origin === location.origin || element.getAttribute("href")?.startsWith("#")) return "";
  if (element.protocol === "http:" || element.protocol === "https:") return ` -> ${cap(element.host, HOST_MAXIMUM)}`;
  return element.protocol === "javascript:" ? "" : ` -> ${element.protocol}`;
}
