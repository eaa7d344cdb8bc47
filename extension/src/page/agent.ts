import { fields } from "./fields";
import { framing } from "./framing";
import { nesting } from "./nesting";
import { reading } from "./reading";
import { selecting } from "./selecting";
import { targeting } from "./targeting";

/** What the worker may call in a page. Arguments and results are plain JSON values, results may be promises of them. */
const methods = { ...reading, ...targeting, ...framing, ...nesting, ...fields, ...selecting };

export type PageAgent = typeof methods;

declare global {
  // The isolated world of the extension is out of the page's sight, so this global is too.
  var __bskPageAgent: PageAgent | undefined;
}

/** Makes the agent callable in this document. A second injection keeps the first, whose element numbers are in use. */
export function installAgent(): void {
  globalThis.__bskPageAgent ??= methods;
}
