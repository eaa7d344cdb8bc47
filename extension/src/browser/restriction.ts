import { failure, Reason } from "../errors";

/** Schemes of pages that belong to a browser. */
const browserSchemes = new Set(["arc:", "brave:", "chrome:", "chrome-search:", "edge:", "opera:", "vivaldi:"]);

/** Kind of page that the browser keeps extensions away from. Undefined for pages that are open to them. */
export function restrictionOf(address: string): string | undefined {
  const url = parse(address);
  if (url === undefined) return undefined;
  switch (url.protocol) {
    case "about:":
      return ["blank", "srcdoc"].includes(url.pathname) ? undefined : "a page of the browser";
    case "chrome-error:":
      // What stands in place of a page that could not be loaded.
      return "an error page of the browser";
    case "chrome-extension:":
      return "a page of an extension";
    case "chrome-untrusted:":
    case "devtools:":
      return "a page of the browser";
    case "view-source:":
      return "the source view of the browser";
    case "https:":
      return isStore(url) ? "the extension store" : undefined;
    default:
      return browserSchemes.has(url.protocol) ? "a page of the browser" : undefined;
  }
}

/** Raises `page_restricted` when the browser keeps extensions away from a page with this address. */
export function refuseRestricted(address: string | undefined): void {
  const kind = address === undefined ? undefined : restrictionOf(address);
  if (kind === undefined) return;
  throw failure(Reason.PAGE_RESTRICTED, `the tab shows ${kind}, which extensions may not touch`, { kind });
}

function isStore(url: URL): boolean {
  return (
    url.hostname === "chromewebstore.google.com" ||
    (url.hostname === "chrome.google.com" && url.pathname.startsWith("/webstore")) ||
    (url.hostname === "microsoftedge.microsoft.com" && url.pathname.startsWith("/addons"))
  );
}

function parse(address: string): URL | undefined {
  try {
    return new URL(address);
  } catch {
    return undefined;
  }
}
