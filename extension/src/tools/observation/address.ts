/** Longest address that is shown, in UTF-16 units. */
const ADDRESS_MAXIMUM = 300;

/**
 * An address as a text shows it. Addresses that carry their whole content lose it: it may be long, and it may look like
 * lines of an observation.
 */
export function shownAddress(address: string): string {
  const comma = address.startsWith("data:") ? address.indexOf(",") : -1;
  const shown = (comma < 0 ? address : `${address.slice(0, comma)},…`).replace(/\s/g, "%20");
  return shown.length > ADDRESS_MAXIMUM ? `${shown.slice(0, ADDRESS_MAXIMUM - 1)}…` : shown;
}
