import type { EvaluateRequest, ScriptService } from "@gen/bsk/tools/v1/script_pb";
import type { Protocol } from "devtools-protocol";
import type { Action } from "../../browser/action";
import { send } from "../../browser/debugger";
import { isReason } from "../../browser/refusal";
import { withSignal } from "../../deadline";
import { failure, Reason, ToolError } from "../../errors";
import { act } from "../act";
import type { Handler } from "../handler";
import { EXECUTION_SETTLE_MS } from "./limits";
import { type Outcome, toOutcome } from "./outcome";

const withTopLevelAwait = /^SyntaxError: await is only valid in async functions/;

/** Values that scripts gave belong to this group, and are dropped with it. */
const objectGroup = "browser-skill";

/**
 * Evaluates an expression in the page's own world, as if the person had done something (so that what needs a gesture
 * works). A script that throws is an answer. At the deadline a script that is still computing is stopped; one that
 * waits for a promise is left to itself, and so is any when the call is cancelled, since the browser lets extensions
 * stop scripts in no other way. Raises `cdp_failed` when the page goes away meanwhile or the value has no JSON, and
 * `message_too_large`.
 */
export const evaluate: Handler<(typeof ScriptService)["method"]["evaluate"]> = (request, context) =>
  act(request, context, { frames: false }, async (action) => {
    try {
      return await outcomeOf(action, request);
    } finally {
      send(action.tabId, "Runtime.releaseObjectGroup", { objectGroup }).catch(() => undefined);
    }
  });

async function outcomeOf(action: Action, request: EvaluateRequest): Promise<Outcome> {
  const { returnByValue = true } = request;
  const first = await run(action, request, false);
  // `await` outside of a function: nothing has run yet, so it may be read again as a console would.
  const thrown = first.exceptionDetails?.exception?.description ?? "";
  const evaluated = withTopLevelAwait.test(thrown) ? await run(action, request, true) : first;
  return toOutcome(evaluated, returnByValue, (params) => settle(action, send(action.tabId, ...params)));
}

function run(action: Action, request: EvaluateRequest, replMode: boolean): Promise<Protocol.Runtime.EvaluateResponse> {
  const { expression, awaitPromise = true } = request;
  action.commit();
  const timeout = Math.max(1, Math.ceil(action.remainingMilliseconds()));
  const params = { expression, awaitPromise, userGesture: true, replMode, objectGroup, timeout };
  return settle(action, send(action.tabId, "Runtime.evaluate", params));
}

async function settle<T>(action: Action, work: Promise<T>): Promise<T> {
  try {
    return await withSignal(work, action.signal);
  } catch (error) {
    if (action.signal.aborted) throw await abandoned(action, work, error);
    throw evaluationFailure(action, error);
  }
}

/** The failure of a call that is given up, with what becomes of its script: the browser has stopped it, or not. */
async function abandoned(action: Action, work: Promise<unknown>, error: unknown): Promise<unknown> {
  const stopped = work.then(
    () => "settled",
    () => "stopped",
  );
  // A page that answers is not computing: the script waits for something.
  const idle = send(action.tabId, "Runtime.evaluate", { expression: "0" }).then(() => "settling");
  const late = new Promise<string>((resolve) => setTimeout(() => resolve("settling"), EXECUTION_SETTLE_MS));
  const state = await Promise.race([stopped, idle, late]).catch(() => "settling");
  if (!(error instanceof ToolError)) return error;
  return new ToolError(error.code, error.reason, error.message, { ...error.data, execution_state: state });
}

function evaluationFailure(action: Action, error: unknown): unknown {
  if (!isReason(error, Reason.CDP_FAILED) && !isReason(error, Reason.DEBUGGER_UNAVAILABLE)) return error;
  const text = error instanceof ToolError ? String(error.data.error_text ?? error.message) : "";
  if (text === "Internal error" && action.remainingMilliseconds() <= 0) {
    return failure(Reason.TIMEOUT, "the script was stopped at its deadline", { execution_state: "stopped" });
  }
  if (/navigated|closed|destroyed|collected|Cannot find|^Detached|^Internal error/i.test(text)) {
    return failure(Reason.CDP_FAILED, "the page went away while the script ran", { error_text: text });
  }
  return error;
}
