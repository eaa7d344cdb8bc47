import { create } from "@bufbuild/protobuf";
import { type HandshakeBrowser, HandshakeBrowserSchema } from "@gen/bsk/gateway/v1/link_pb";

/** A brand of the browser with its version, as client hints give them. */
export interface Brand {
  readonly brand: string;
  readonly version: string;
}

interface ClientHints {
  getHighEntropyValues(hints: readonly string[]): Promise<{ readonly fullVersionList?: readonly Brand[] }>;
}

/** Brands as they call themselves, and the names that the protocol has for them. The first that fits counts. */
const names: readonly (readonly [RegExp, string])[] = [
  [/^Microsoft Edge$/, "edge"],
  [/^Opera/, "opera"],
  [/^Brave$/, "brave"],
  [/^Arc$/, "arc"],
  [/^Google Chrome$/, "chrome"],
  [/^Chromium$/, "chromium"],
];

/** Name and version of the browser. One that says nothing of itself is `chromium` with the version of its engine. */
export function identifyBrowser(brands: readonly Brand[], userAgent: string): HandshakeBrowser {
  for (const [pattern, name] of names) {
    const brand = brands.find((candidate) => pattern.test(candidate.brand));
    if (brand !== undefined) return create(HandshakeBrowserSchema, { name, version: brand.version });
  }
  const version = /\bChrome\/([0-9.]+)/.exec(userAgent)?.[1] ?? "";
  return create(HandshakeBrowserSchema, { name: "chromium", version });
}

/** Asks the browser what it is. */
export async function readBrowser(): Promise<HandshakeBrowser> {
  const hints = (navigator as Navigator & { readonly userAgentData?: ClientHints }).userAgentData;
  const values = await hints?.getHighEntropyValues(["fullVersionList"]);
  return identifyBrowser(values?.fullVersionList ?? [], navigator.userAgent);
}

/** Version of this extension, without the build that a launched copy adds to it. */
export function extensionVersion(): string {
  const manifest = chrome.runtime.getManifest();
  return manifest.version_name ?? manifest.version;
}
