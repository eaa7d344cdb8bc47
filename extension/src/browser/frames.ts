import { failure, Reason, type ToolError } from "../errors";
import type { InstalledAgent, PageAgent } from "../page/agent";

/** A frame of a tab with the document that it shows. */
export interface Frame {
  readonly frameId: number;
  /** -1 for the tab's own frame. */
  readonly parentFrameId: number;
  readonly documentId: string;
  readonly url: string;
}

/** Why a document did not answer. */
export type Silence =
  /** The document is not in the tab any more. */
  | "gone"
  /** The browser keeps extensions away from it. */
  | "refused"
  /** It did not answer in time: a script or a dialog holds it up. */
  | "busy"
  /** The agent failed in it, which is a fault of ours. */
  | "failed";

/** A document that did not answer. */
export class FrameFailure extends Error {
  override readonly name = "FrameFailure";

  constructor(
    readonly silence: Silence,
    message: string,
  ) {
    super(message);
  }
}

type Method = keyof PageAgent;
type Answer<M extends Method> = Awaited<ReturnType<PageAgent[M]>>;

/** What comes back from a document. */
type Reply =
  | { readonly state: "absent" }
  | { readonly state: "stranger" }
  | { readonly state: "unnamed"; readonly token: string }
  | { readonly state: "done"; readonly value: unknown }
  | { readonly state: "failed"; readonly message: string };

interface Delivered {
  readonly reply: Reply;
  /** The document that really answered. */
  readonly documentId: string;
}

/** The file of the page agent in the extension. */
const AGENT_FILE = "/page-agent.js";

/** The frames of a tab, the tab's own first and each after the one around it. Raises `tab_not_found`. */
export async function framesOf(tabId: number): Promise<Frame[]> {
  const frames = await chrome.webNavigation.getAllFrames({ tabId });
  if (frames === null) throw failure(Reason.TAB_NOT_FOUND, `there is no tab ${tabId}`, { tab_id: tabId });
  // Pages that are only kept for the way back, or made ready ahead, are not in the tab.
  return frames
    .filter(({ documentLifecycle }) => documentLifecycle === "active")
    .map(({ frameId, parentFrameId, documentId, url }) => ({ frameId, parentFrameId, documentId, url }));
}

/**
 * Calls a method of the page agent in one document, and puts the agent there first where it is missing. Raises
 * `FrameFailure` when the document is gone or cannot be reached. Waits for as long as the document takes.
 */
export async function callAgent<M extends Method>(
  tabId: number,
  documentId: string,
  method: M,
  args: Parameters<PageAgent[M]>,
): Promise<Answer<M>> {
  let delivered = await ask(tabId, documentId, "", method, args);
  if (delivered.reply.state === "absent") {
    await inject(tabId, documentId);
    delivered = await ask(tabId, documentId, "", method, args);
  }
  if (delivered.reply.state === "unnamed" && delivered.documentId === documentId) {
    delivered = await ask(tabId, documentId, delivered.reply.token, method, args);
  }
  const { reply } = delivered;
  if (reply.state === "done") return reply.value as Answer<M>;
  if (reply.state === "failed") throw new FrameFailure("failed", `the page agent failed: ${reply.message}`);
  throw new FrameFailure("gone", "the document has left the tab");
}

/** Whether an error says that the document is not there to be asked, or lets nobody in. */
export function isDocumentGone(error: unknown): error is FrameFailure {
  return error instanceof FrameFailure && (error.silence === "gone" || error.silence === "refused");
}

/** The failure of a call that needs a document which did not answer. */
export function silenceFailure({ silence, message }: FrameFailure): ToolError {
  switch (silence) {
    case "gone":
      return failure(Reason.CDP_FAILED, "the page was replaced while it was read; try again");
    case "refused":
      return refusalFailure(message);
    case "busy":
      return failure(Reason.TIMEOUT, "the page does not answer: a script or a dialog holds it up");
    case "failed":
      return failure(Reason.CDP_FAILED, message);
  }
}

function refusalFailure(message: string): ToolError {
  const kind = /error page/i.test(message) ? "an error page of the browser" : "a page that extensions may not touch";
  return failure(Reason.PAGE_RESTRICTED, `the tab shows ${kind}`, { kind });
}

/**
 * Runs in the page. The browser delivers a call for a document that is kept for the way back to the one that the tab
 * shows now, so the agent knows its document by the id that it was told, and answers for no other. It is told once,
 * by whoever knows its token, which only its own answer gives away.
 */
async function answer(documentId: string, token: string, method: string, args: unknown[]): Promise<Reply> {
  const agent: InstalledAgent | undefined = globalThis.__bskPageAgent;
  if (agent === undefined) return { state: "absent" };
  if (agent.documentId === undefined && token === agent.token) agent.documentId = documentId;
  if (agent.documentId === undefined) return { state: "unnamed", token: agent.token };
  if (agent.documentId !== documentId) return { state: "stranger" };
  try {
    const called = agent.methods[method as keyof PageAgent] as (...args: unknown[]) => unknown;
    return { state: "done", value: await called(...args) };
  } catch (error) {
    return { state: "failed", message: String(error) };
  }
}

async function ask(
  tabId: number,
  documentId: string,
  token: string,
  method: string,
  args: unknown[],
): Promise<Delivered> {
  const results = await inDocument(() =>
    chrome.scripting.executeScript({
      target: { tabId, documentIds: [documentId] },
      injectImmediately: true,
      func: answer,
      args: [documentId, token, method, args],
    }),
  );
  const first = results[0];
  if (!first?.result) throw new FrameFailure("gone", "the document went away before it answered");
  return { reply: first.result as Reply, documentId: first.documentId };
}

async function inject(tabId: number, documentId: string): Promise<void> {
  await inDocument(() =>
    chrome.scripting.executeScript({
      target: { tabId, documentIds: [documentId] },
      injectImmediately: true,
      files: [AGENT_FILE],
    }),
  );
}

async function inDocument<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new FrameFailure(isRefusal(message) ? "refused" : "gone", message);
  }
}

/** Whether the browser's message says that it keeps extensions away, rather than that the document is missing. */
function isRefusal(message: string): boolean {
  return /cannot access|cannot be scripted|error page|permission|blocked|not allowed/i.test(message);
}
