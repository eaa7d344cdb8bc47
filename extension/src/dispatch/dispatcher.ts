import type { JsonValue } from "@bufbuild/protobuf";
import { unlessMissing } from "../browser/tabs";
import { abortFailure, failure, isAbort, Reason, ToolError } from "../errors";
import type { Answer } from "../link/connection";
import type { FrameError, RequestFrame } from "../link/frames";
import type { Session } from "../session/session";
import type { Sessions } from "../session/sessions";
import type { ToolContext } from "../tools/handler";
import { decodeParams, encodeResult } from "./codec";
import { controls } from "./controls";
import { type Tool, tools } from "./registry";
import { controlledTab, scopeOf } from "./sandbox";

const tabNotFound = "tab_not_found";

/** Finds what serves a request, and makes an answer of whatever comes of it. */
export class Dispatcher {
  readonly #sessions: Sessions;

  constructor(sessions: Sessions) {
    this.#sessions = sessions;
  }

  /** Serves one request. Never throws. */
  async serve(request: RequestFrame, signal: AbortSignal): Promise<Answer> {
    try {
      return { result: await this.#run(request, signal) };
    } catch (error) {
      return { error: frameError(error, signal) };
    }
  }

  #run(request: RequestFrame, signal: AbortSignal): Promise<JsonValue> {
    const control = controls.get(request.method);
    if (control !== undefined) return control(this.#sessions, request.params, signal);
    const tool = tools.get(request.method);
    if (tool !== undefined) return this.#runTool(tool, request.params, signal);
    throw failure(Reason.UNKNOWN_METHOD, `this extension has no method ${request.method}`);
  }

  async #runTool(tool: Tool, params: JsonValue | undefined, signal: AbortSignal): Promise<JsonValue> {
    const request = decodeParams(tool.method.input, params);
    const session = this.#sessions.require(sessionId(request));
    try {
      const result = await session.run(() => tool.handler(request, this.#context(session, signal)));
      return encodeResult(tool.method.output, result);
    } catch (error) {
      throw await this.#explain(error, session);
    }
  }

  /** A tab that is gone may be gone with its window, before the browser has told of that. */
  async #explain(error: unknown, session: Session): Promise<unknown> {
    const isForeseen = error instanceof ToolError && error.reason !== tabNotFound;
    if (isForeseen) return error;
    if ((await unlessMissing(chrome.windows.get(session.windowId))) === undefined) {
      await this.#sessions.windowGone(session.windowId);
    }
    return session.signal.aborted ? abortFailure(session.signal) : error;
  }

  #context(session: Session, signal: AbortSignal): ToolContext {
    return {
      signal: AbortSignal.any([signal, session.signal]),
      session,
      refs: session.refs,
      controlledTab: (tabId) => controlledTab(session, tabId),
      scopeOf: (tab) => scopeOf(tab, session, this.#sessions),
    };
  }
}

/** Every request of a tool names its session. */
function sessionId(request: object): string {
  const id = "sessionId" in request ? request.sessionId : undefined;
  if (typeof id === "string" && id !== "") return id;
  throw failure(Reason.INVALID_PARAMS, "session_id is missing");
}

/** The error as it goes on the wire. What nobody foresaw is a `protocol_error` with its own text. */
function frameError(error: unknown, signal: AbortSignal): FrameError {
  const known = isAbort(error) && !(error instanceof ToolError) ? abortFailure(signal) : error;
  if (known instanceof ToolError) {
    return { code: known.code, message: known.message, data: { reason: known.reason, ...known.data } };
  }
  console.error("a call failed unforeseen", error);
  const text = error instanceof Error ? error.message : String(error);
  const { code, reason } = failure(Reason.PROTOCOL_ERROR, text);
  return { code, message: text, data: { reason } };
}
