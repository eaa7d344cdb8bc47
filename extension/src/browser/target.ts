import { failure, Reason, type ToolError } from "../errors";
import type { PageAgent } from "../page/agent";
import type { NotReady } from "../page/fields";
import type { Unreachable } from "../page/targeting";
import { type RefSpace, refNotFound } from "../session/refs";
import type { Action } from "./action";
import { callAgent, type Frame, framesOf, isDocumentGone } from "./frames";

/** How a request names an element. */
export interface TargetRequest {
  readonly ref?: string | undefined;
  readonly selector?: string | undefined;
}

/** An element of a page. */
export interface PageTarget {
  readonly tabId: number;
  readonly documentId: string;
  /** Whether its document is the tab's own, and not that of a frame in it. */
  readonly isTop: boolean;
  /** Its number in its document. */
  readonly local: number;
  readonly usedRef?: string;
  readonly usedSelector?: string;
}

type Method = keyof PageAgent;
type Result<M extends Method> = Awaited<ReturnType<PageAgent[M]>>;
/** Arguments of a method after the number of the element. */
type Rest<M extends Method> = Parameters<PageAgent[M]> extends [number, ...infer R] ? R : never;

/** Whether a request names an element. Raises `invalid_params` when it names one twice. */
export function namesTarget({ ref, selector }: TargetRequest): boolean {
  if (ref !== undefined && selector !== undefined) {
    throw failure(Reason.INVALID_PARAMS, "name the element by ref or by selector, not by both");
  }
  return ref !== undefined || selector !== undefined;
}

/**
 * Finds the element that a request names: by its reference, or by a selector in the page and then in its frames, also
 * inside open shadow roots. Raises `invalid_params`, `ref_not_found` and `selector_not_found`.
 */
export async function resolveTarget(action: Action, request: TargetRequest, refs: RefSpace): Promise<PageTarget> {
  if (!namesTarget(request)) throw failure(Reason.INVALID_PARAMS, "name the element by ref or by selector");
  action.check();
  const { ref, selector } = request;
  return ref !== undefined ? resolveRef(action, ref, refs) : resolveSelector(action, selector ?? "");
}

/** How an answer names the element that was acted on. */
export function usedBy({ usedRef, usedSelector }: PageTarget): { usedRef?: string; usedSelector?: string } {
  return {
    ...(usedRef === undefined ? {} : { usedRef }),
    ...(usedSelector === undefined ? {} : { usedSelector }),
  };
}

/** Calls a method of the page agent on an element. Raises the failure of an element that is gone with its document. */
export async function askTarget<M extends Method>(
  action: Action,
  target: PageTarget,
  method: M,
  ...rest: Rest<M>
): Promise<Result<M>> {
  action.check();
  try {
    const args = [target.local, ...rest] as unknown as Parameters<PageAgent[M]>;
    const answer = callAgent(action.tabId, target.documentId, method, args);
    return (await action.unlessAborted(answer)) as Result<M>;
  } catch (error) {
    throw isDocumentGone(error) ? goneFailure(target) : error;
  }
}

/** The failure that says why an element cannot be acted on. */
export function refusal(target: PageTarget, why: Unreachable | NotReady): ToolError {
  const name = nameOf(target);
  const data = dataOf(target);
  switch (why.state) {
    case "gone":
      return goneFailure(target);
    case "hidden":
      return failure(Reason.ELEMENT_NOT_VISIBLE, `${name} has no visible box`, data);
    case "outside":
      return failure(Reason.ELEMENT_NOT_VISIBLE, `${name} lies where no scrolling brings it into view`, data);
    case "disabled":
      return failure(Reason.ELEMENT_DISABLED, `${name} is disabled`, data);
    case "moving":
      return failure(Reason.ELEMENT_UNSTABLE, `${name} does not stop moving`, data);
    case "covered": {
      const message = why.ignoring
        ? `${name} lets the pointer through (pointer-events: none), and ${why.by} is hit`
        : `${name} is covered by ${why.by}`;
      return failure(Reason.ELEMENT_COVERED, message, { ...data, covered_by: why.by });
    }
    case "readOnly":
      return failure(Reason.TARGET_NOT_FILLABLE, `${name} is read-only`, { ...data, kind: "read-only" });
    case "notAField":
      return failure(Reason.TARGET_NOT_FILLABLE, `${name} takes no text: it is ${article(why.kind)}`, {
        ...data,
        kind: why.kind,
      });
    case "invalid":
      return failure(Reason.FILL_VALUE_INVALID, `${name} wants ${why.wanted}`, { ...data, wanted: why.wanted });
    case "unfocused":
      return failure(Reason.FILL_FOCUS_LOST, `${name} (${why.tag}) does not take the focus`, data);
  }
}

/** How a message names an element. */
export function nameOf({ usedRef, usedSelector }: PageTarget): string {
  return usedRef === undefined ? `the element ${JSON.stringify(usedSelector)}` : `@${usedRef}`;
}

/** How the data of a failure name an element. */
export function dataOf({ usedRef, usedSelector }: PageTarget): Record<string, string> {
  return {
    ...(usedRef === undefined ? {} : { ref: `@${usedRef}` }),
    ...(usedSelector === undefined ? {} : { selector: usedSelector }),
  };
}

async function resolveRef(action: Action, ref: string, refs: RefSpace): Promise<PageTarget> {
  const { tabId, documentId, local, ref: usedRef } = await refs.locate(ref);
  if (tabId !== action.tabId) throw refNotFound(ref, `belongs to tab ${tabId}, and tab ${action.tabId} was meant`);
  // A page left with the back button lives on in the browser's cache and would even answer.
  const frame = (await framesOf(tabId)).find((each) => each.documentId === documentId);
  if (frame === undefined) throw refNotFound(ref, "belongs to a page that the tab has left");
  return { tabId, documentId, local, usedRef, isTop: isTop(frame) };
}

async function resolveSelector(action: Action, selector: string): Promise<PageTarget> {
  const { tabId } = action;
  for (const frame of await framesOf(tabId)) {
    const { documentId } = frame;
    const found = await findIn(action, documentId, selector);
    if (found.invalid) {
      throw failure(Reason.INVALID_PARAMS, `${JSON.stringify(selector)} is not a CSS selector`, { selector });
    }
    if (found.local !== undefined) {
      return { tabId, documentId, local: found.local, usedSelector: selector, isTop: isTop(frame) };
    }
  }
  throw failure(Reason.SELECTOR_NOT_FOUND, `no element matches ${JSON.stringify(selector)}`, { selector });
}

async function findIn(action: Action, documentId: string, selector: string) {
  try {
    return await action.unlessAborted(callAgent(action.tabId, documentId, "find", [selector]));
  } catch (error) {
    // A frame that went away or lets nobody in has no matching element either.
    if (isDocumentGone(error)) return {};
    throw error;
  }
}

function isTop({ parentFrameId }: Frame): boolean {
  return parentFrameId < 0;
}

function goneFailure(target: PageTarget): ToolError {
  if (target.usedRef !== undefined) return refNotFound(target.usedRef, "names an element that is gone");
  return failure(Reason.SELECTOR_NOT_FOUND, `${nameOf(target)} has left the page`, dataOf(target));
}

function article(kind: string): string {
  return `${/^[aeiou]/.test(kind) ? "an" : "a"} ${kind}`;
}
