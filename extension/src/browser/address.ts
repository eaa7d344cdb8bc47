import { failure, Reason, type ToolError } from "../errors";

const emptyPage = "about:blank";

/** The browser itself gives up on longer ones. */
const maximumLength = 2_097_152;

/** Written as host and port, which looks like a scheme, such as `localhost:8080`. */
const hostAndPort = /^[^/?#@:]+:[0-9]{1,5}(?:[/?#]|$)/;

/**
 * The address that the browser shall open for what was asked. Without a scheme https is assumed, and http for
 * localhost and IP addresses. Raises `address_refused` for what is not an address, and for pages that belong to the
 * browser, run code or leave it: only http, https and the empty page pass, and files where the person allowed them.
 */
export function parseAddress(text: string, filesAllowed: boolean): string {
  const trimmed = text.trim();
  if (trimmed === "") throw refused("the address is empty");
  if (trimmed.length > maximumLength) throw refused(`the address has more than ${maximumLength} characters`);
  const address = parse(withScheme(trimmed));
  if (address === undefined || address.hostname.includes("%")) throw refused(`${excerpt(trimmed)} is not an address`);
  switch (address.protocol) {
    case "http:":
    case "https:":
      return address.href;
    case "about:":
      if (address.pathname === "blank") return address.href;
      throw refused(`${excerpt(trimmed)} belongs to the browser`);
    case "file:":
      if (filesAllowed) return address.href;
      throw refused("files are closed to this extension; the person can allow them on its details page");
    default:
      throw refused(`addresses that begin with ${address.protocol} cannot be opened`);
  }
}

/** Whether a tab shows the empty page. */
export function isEmptyPage(address: string): boolean {
  return address === emptyPage;
}

function withScheme(text: string): string {
  if (text.startsWith("//")) return `https:${text}`;
  const hasScheme = /^[a-z][a-z0-9+.-]*:/i.test(text) && !hostAndPort.test(text);
  if (hasScheme) return text;
  const host = parse(`http://${text}`)?.hostname ?? "";
  return isLocal(host) ? `http://${text}` : `https://${text}`;
}

/** Whether a host is this machine or given by number, where certificates are rare. */
function isLocal(host: string): boolean {
  return host === "localhost" || host.endsWith(".localhost") || host.startsWith("[") || /^[0-9.]+$/.test(host);
}

function parse(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

function excerpt(text: string): string {
  return JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}…` : text);
}

function refused(why: string): ToolError {
  return failure(Reason.ADDRESS_REFUSED, why);
}
