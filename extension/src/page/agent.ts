import { fields } from "./fields";
import { framing } from "./framing";
import { nesting } from "./nesting";
import { reading } from "./reading";
import { selecting } from "./selecting";
import { targeting } from "./targeting";

/** What the worker may call in a page. Arguments and results are plain JSON values, results may be promises of them. */
const methods = { ...reading, ...targeting, ...framing, ...nesting, ...fields, ...selecting };

export type PageAgent = typeof methods;

/** The agent of one document. */
export interface InstalledAgent {
  readonly methods: PageAgent;
  /** Tells this document from all others. */
  readonly token: string;
  /** The browser's id of this document, once the worker has told it. A page cannot know it by itself. */
  documentId?: string;
}

declare global {
  // The isolated world of the extension is out of the page's sight, so this global is too.
  var __bskPageAgent: InstalledAgent | undefined;
}

/** Makes the agent callable in this document. A second injection keeps the first, whose element numbers are in use. */
export function installAgent(): void {
  globalThis.__bskPageAgent ??= { methods, token: newToken() };
}

function newToken(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (word) => word.toString(36)).join("-");
}
