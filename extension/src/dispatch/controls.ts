import type { JsonValue } from "@bufbuild/protobuf";
import {
  type SessionStartParams,
  SessionStartParamsSchema,
  SessionStartResultSchema,
  SessionStopParamsSchema,
  SessionStopResultSchema,
} from "@gen/bsk/gateway/v1/link_pb";
import { checkSize } from "../browser/windows";
import { failure, Reason } from "../errors";
import type { Sessions } from "../session/sessions";
import type { WindowOptions } from "../session/windows";
import { decodeParams, encodeResult } from "./codec";

type Control = (sessions: Sessions, params: JsonValue | undefined, signal: AbortSignal) => Promise<JsonValue>;

/** Methods that make and end sessions, by their name on the wire. */
export const controls: ReadonlyMap<string, Control> = new Map([
  ["tool.session_start", startSession],
  ["tool.session_stop", stopSession],
]);

async function startSession(
  sessions: Sessions,
  params: JsonValue | undefined,
  signal: AbortSignal,
): Promise<JsonValue> {
  const request = decodeParams(SessionStartParamsSchema, params);
  if (request.sessionId === "") throw failure(Reason.INVALID_PARAMS, "session_id is missing");
  const session = await sessions.start(request.sessionId, windowOptions(request), signal);
  return encodeResult(SessionStartResultSchema, { agentWindowId: session.windowId });
}

async function stopSession(sessions: Sessions, params: JsonValue | undefined): Promise<JsonValue> {
  const { sessionId } = decodeParams(SessionStopParamsSchema, params);
  const { windowReleased } = await sessions.stop(sessionId);
  return encodeResult(SessionStopResultSchema, windowReleased ? { windowReleased } : {});
}

function windowOptions({ width, height, focused = true }: SessionStartParams): WindowOptions {
  if (width === undefined && height === undefined) return { focused };
  if (width === undefined || height === undefined) {
    throw failure(Reason.INVALID_PARAMS, "width and height go together");
  }
  checkSize({ width, height });
  return { focused, size: { width, height } };
}
