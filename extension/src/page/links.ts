import { cap } from "./text";

/** Longest host that is shown, in UTF-16 units. */
const HOST_MAXIMUM = 80;

/** Addresses that name their scheme or their host. Others lead to the same place as the page's base. */
const absolute = /^\s*(?:[a-z][a-z\d+.-]*:|[\\/]{2})/i;

/** Whether addresses that name no host lead to this page's own origin, as they do without a base of another. */
export function isBasedHere(): boolean {
  const { origin } = location;
  const base = document.baseURI;
  return base.startsWith(origin) && ["/", undefined].includes(base[origin.length]);
}

/**
 * Where a link leads, when that is another place than this page's origin. Begins with a space. `based` says that
 * addresses without a host lead to this origin.
 */
export function leadOf(element: Element, based: boolean): string {
  if (!(element instanceof HTMLAnchorElement || element instanceof HTMLAreaElement)) return "";
  if (based && !absolute.test(element.getAttribute("href") ?? "")) return "";
  if (element.origin === location.origin || element.getAttribute("href")?.startsWith("#")) return "";
  if (element.protocol === "http:" || element.protocol === "https:") return ` -> ${cap(element.host, HOST_MAXIMUM)}`;
  return element.protocol === "javascript:" ? "" : ` -> ${element.protocol}`;
}
