import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type Value, ValueSchema } from "@bufbuild/protobuf/wkt";
import type { EvaluateRequest, ScriptService } from "@gen/bsk/tools/v1/script_pb";
import type { Protocol } from "devtools-protocol";
import type { Action } from "../../browser/action";
import { send } from "../../browser/debugger";
import { isReason } from "../../browser/refusal";
import { withDeadline, withSignal } from "../../deadline";
import { failure, Reason, ToolError } from "../../errors";
import { act } from "../act";
import type { Handler } from "../handler";
import { EXECUTION_PROBE_MS, EXECUTION_STOP_MS, RESULT_MAXIMUM_LENGTH } from "./limits";

interface Outcome {
  readonly ok: boolean;
  readonly value?: Value;
  readonly error?: { readonly text: string; readonly line: number; readonly column: number };
}

const withTopLevelAwait = /^SyntaxError: await is only valid in async functions/;

/**
 * Evaluates an expression in the page's own world, as if the person had done something (so that what needs a gesture
 * works). A script that throws is an answer. At the deadline, and when the call is cancelled, a script that is still
 * computing is stopped; one that waits for a promise is left to itself. Raises `cdp_failed` when the page goes away
 * meanwhile or the value cannot be given as JSON, and `message_too_large`.
 */
export const evaluate: Handler<(typeof ScriptService)["method"]["evaluate"]> = (request, context) =>
  act(request, context, async (action) => {
    const outcome = await run(action, request, false);
    // `await` outside of a function: nothing has run yet, so it may be read again as a console would.
    const reread = outcome.exceptionDetails !== undefined && withTopLevelAwait.test(textOf(outcome.exceptionDetails));
    return toOutcome(reread ? await run(action, request, true) : outcome);
  });

async function run(
  action: Action,
  { expression, awaitPromise = true, returnByValue = true }: EvaluateRequest,
  replMode: boolean,
): Promise<Protocol.Runtime.EvaluateResponse> {
  action.commit();
  const params = { expression, awaitPromise, returnByValue, userGesture: true, replMode };
  const evaluated = send(action.tabId, "Runtime.evaluate", params);
  try {
    return await withSignal(evaluated, action.signal);
  } catch (error) {
    if (action.signal.aborted) throw await abandon(action, evaluated, error);
    throw evaluationFailure(error);
  }
}

/** Stops a script whose time is up where it keeps the page from doing anything else, and says what became of it. */
async function abandon(action: Action, evaluated: Promise<unknown>, error: unknown): Promise<unknown> {
  const late = () => failure(Reason.EXECUTION_PENDING, "the page is busy");
  evaluated.catch(() => undefined);
  const idle = send(action.tabId, "Runtime.evaluate", { expression: "0", returnByValue: true });
  const isBusy = await withDeadline(idle, EXECUTION_PROBE_MS, late).then(
    () => false,
    (failed) => isReason(failed, Reason.EXECUTION_PENDING),
  );
  let state = "running";
  if (isBusy) {
    const stopped = send(action.tabId, "Runtime.terminateExecution").then(() => evaluated.catch(() => undefined));
    state = await withDeadline(stopped, EXECUTION_STOP_MS, late).then(
      () => "stopped",
      () => "running",
    );
  }
  if (!(error instanceof ToolError)) return error;
  return new ToolError(error.code, error.reason, error.message, { ...error.data, execution_state: state });
}

function evaluationFailure(error: unknown): unknown {
  if (!isReason(error, Reason.CDP_FAILED) && !isReason(error, Reason.DEBUGGER_UNAVAILABLE)) return error;
  const text = error instanceof ToolError ? String(error.data.error_text ?? error.message) : "";
  if (/reference chain is too long|couldn't be returned by value/.test(text)) {
    const message = "the script ran, but its value cannot be given as JSON; return something plainer";
    return failure(Reason.CDP_FAILED, message, { effect_state: "committed", error_text: text });
  }
  if (/navigated|closed|destroyed|collected|Cannot find (default execution )?context|^Detached/i.test(text)) {
    const message = "the page went away while the script ran";
    return failure(Reason.CDP_FAILED, message, { effect_state: "unknown", error_text: text });
  }
  return error;
}

function toOutcome({ result, exceptionDetails }: Protocol.Runtime.EvaluateResponse): Outcome {
  if (exceptionDetails !== undefined) {
    const { lineNumber, columnNumber } = exceptionDetails;
    return { ok: false, error: { text: textOf(exceptionDetails), line: lineNumber + 1, column: columnNumber + 1 } };
  }
  const value = jsonOf(result);
  if (value === undefined) return { ok: true };
  const { length } = JSON.stringify(value);
  if (length > RESULT_MAXIMUM_LENGTH) {
    const message = `the script ran, but its value has ${length} characters, more than ${RESULT_MAXIMUM_LENGTH}`;
    throw failure(Reason.MESSAGE_TOO_LARGE, message, { effect_state: "committed" });
  }
  return { ok: true, value: fromJson(ValueSchema, value) };
}

/** The value as JSON. What JSON has no word for is described. Undefined for undefined. */
function jsonOf(result: Protocol.Runtime.RemoteObject): JsonValue | undefined {
  if (result.type === "undefined") return undefined;
  if (result.unserializableValue !== undefined) return result.unserializableValue;
  if (result.type === "function" || result.type === "symbol") return result.description ?? result.type;
  if (result.value !== undefined) return result.value as JsonValue;
  return result.subtype === "null" ? null : (result.description ?? result.type);
}

/** What was thrown, without the stack. */
function textOf({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  const { description, value } = exception ?? {};
  if (description !== undefined) return description.split("\n    at ", 1)[0] ?? description;
  return value === undefined ? text : String(value);
}
