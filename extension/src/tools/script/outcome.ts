import { fromJson, type JsonValue } from "@bufbuild/protobuf";
import { type Value, ValueSchema } from "@bufbuild/protobuf/wkt";
import type { Protocol } from "devtools-protocol";
import { failure, Reason } from "../../errors";
import { RESULT_MAXIMUM_LENGTH } from "./limits";
import { type Serialized, serialize } from "./serialize";

/** What became of a script. */
export interface Outcome {
  readonly ok: boolean;
  /** Absent for undefined. */
  readonly value?: Value;
  readonly error?: { readonly text: string; readonly line: number; readonly column: number };
}

type CallFunctionOn = (
  params: ["Runtime.callFunctionOn", Protocol.Runtime.CallFunctionOnRequest],
) => Promise<Protocol.Runtime.CallFunctionOnResponse>;

/**
 * Reads what the page's engine answered. Objects are written as JSON inside the page, by way of `call`, or described
 * where they are not wanted by value. Raises `cdp_failed` for a value without JSON, and `message_too_large`.
 */
export async function toOutcome(
  { result, exceptionDetails }: Protocol.Runtime.EvaluateResponse,
  byValue: boolean,
  call: CallFunctionOn,
): Promise<Outcome> {
  if (exceptionDetails !== undefined) {
    const { lineNumber, columnNumber } = exceptionDetails;
    return { ok: false, error: { text: thrownText(exceptionDetails), line: lineNumber + 1, column: columnNumber + 1 } };
  }
  if (result.type === "undefined") return { ok: true };
  if (result.type !== "object" || result.objectId === undefined) return plain(primitive(result));
  if (!byValue) return plain(result.description ?? result.type);
  const { objectId } = result;
  const written = await call([
    "Runtime.callFunctionOn",
    {
      objectId,
      functionDeclaration: serialize.toString(),
      arguments: [{ value: RESULT_MAXIMUM_LENGTH }],
      returnByValue: true,
    },
  ]);
  const { json, tooLong, failure: why } = (written.result.value ?? { failure: "" }) as Serialized;
  if (tooLong !== undefined) throw tooLarge(tooLong);
  if (why !== undefined) {
    const message = "the script ran, but its value has no JSON; return something plainer";
    throw failure(Reason.CDP_FAILED, message, { effect_state: "committed", error_text: why });
  }
  return json === undefined ? { ok: true } : plain(JSON.parse(json) as JsonValue);
}

function plain(value: JsonValue): Outcome {
  return { ok: true, value: fromJson(ValueSchema, value) };
}

/** A value that is no object. Numbers that JSON has no word for are written as scripts write them. */
function primitive(result: Protocol.Runtime.RemoteObject): JsonValue {
  if (result.unserializableValue !== undefined) return result.unserializableValue;
  if (result.value === undefined) return result.description ?? result.type;
  const value = result.value as JsonValue;
  if (typeof value === "string" && value.length > RESULT_MAXIMUM_LENGTH) throw tooLarge(value.length);
  return value;
}

function tooLarge(length: number) {
  const message = `the script ran, but its value has ${length} characters, more than ${RESULT_MAXIMUM_LENGTH}`;
  return failure(Reason.MESSAGE_TOO_LARGE, message, { effect_state: "committed" });
}

/** What was thrown, without the stack. */
function thrownText({ exception, text }: Protocol.Runtime.ExceptionDetails): string {
  const { description, value } = exception ?? {};
  if (description !== undefined) return description.split("\n    at ", 1)[0] ?? description;
  return value === undefined ? text : String(value);
}
