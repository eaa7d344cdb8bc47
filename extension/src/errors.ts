import { getOption, type JsonObject } from "@bufbuild/protobuf";
import { Reason, ReasonSchema, reason as reasonOptions } from "@gen/bsk/errors/v1/errors_pb";

export { Reason };

/** Facts that travel with a failure, as plain JSON. */
export type ErrorData = JsonObject;

/**
 * A failure with a reason, as the other side is told of it. Make one with `failure`, which takes the code from the
 * reason, so that the two cannot disagree.
 */
export class ToolError extends Error {
  override readonly name = "ToolError";

  constructor(
    /** Code of the public protocol, such as `not_found`. */
    readonly code: string,
    /** Machine reason in lower case, such as `ref_not_found`. */
    readonly reason: string,
    message: string,
    readonly data: ErrorData = {},
  ) {
    super(message);
  }
}

/** Reasons that may be given: every value but the unspecified one. */
export type FailureReason = Exclude<Reason, Reason.UNSPECIFIED>;

/** Makes the error for a reason. `message` says what is wrong and what to do, in one line. */
export function failure(reason: FailureReason, message: string, data: ErrorData = {}): ToolError {
  const value = ReasonSchema.value[reason];
  if (value === undefined) throw new RangeError(`reason ${reason} is not in the catalogue`);
  const name = value.name.replace(/^REASON_/, "").toLowerCase();
  return new ToolError(getOption(value, reasonOptions).code, name, message, data);
}

/** Whether an error says that an operation was abandoned because its signal tripped. */
export function isAbort(error: unknown): boolean {
  if (error instanceof ToolError) return error.code === "cancelled";
  return error instanceof DOMException && error.name === "AbortError";
}

/** Throws the signal's reason as a failure when it has tripped. */
export function throwIfAborted(signal: AbortSignal): void {
  if (!signal.aborted) return;
  throw abortFailure(signal);
}

/** The failure that stands for a tripped signal: its own reason where that is one of ours. */
export function abortFailure(signal: AbortSignal): ToolError {
  return signal.reason instanceof ToolError
    ? signal.reason
    : failure(Reason.CANCELLED, "the call was cancelled before it finished");
}
