import type { JsonValue } from "@bufbuild/protobuf";

/** Error of a response, as it stands on the wire. */
export interface FrameError {
  readonly code: string;
  readonly message: string;
  readonly data?: JsonValue;
}

export interface RequestFrame {
  readonly kind: "request";
  readonly id: string;
  readonly method: string;
  readonly params?: JsonValue;
}

export interface ResultFrame {
  readonly kind: "response";
  readonly id: string;
  readonly result: JsonValue;
}

export interface ErrorFrame {
  readonly kind: "response";
  readonly id: string;
  readonly error: FrameError;
}

export interface EventFrame {
  readonly kind: "event";
  readonly event: string;
  readonly payload: JsonValue;
}

/** Text that is no frame. */
export interface InvalidFrame {
  readonly kind: "invalid";
  readonly problem: string;
}

export type Frame = RequestFrame | ResultFrame | ErrorFrame | EventFrame;

type Fields = { readonly [key: string]: JsonValue | undefined };

/**
 * Reads one text message. An event wins over a request and a request over a response; keys that are not known are
 * ignored; a null stands for an absent field, except that a null result is a result.
 */
export function parseFrame(text: string): Frame | InvalidFrame {
  let value: JsonValue;
  try {
    value = JSON.parse(text);
  } catch {
    return invalid("the message is not JSON");
  }
  if (!isObject(value)) return invalid("the message is not a JSON object");
  const repeated = repeatedKey(text);
  if (repeated !== undefined) return invalid(`the key ${JSON.stringify(repeated)} is repeated`);
  if (isPresent(value.event)) return parseEvent(value);
  if (isPresent(value.method)) return parseRequest(value);
  return parseResponse(value);
}

/** Writes one text message. */
export function serializeFrame(frame: Frame): string {
  const { kind: _, ...fields } = frame;
  return JSON.stringify(fields);
}

function parseEvent(fields: Fields): EventFrame | InvalidFrame {
  const { event, payload } = fields;
  if (typeof event !== "string") return invalid("the event's name is not a string");
  return { kind: "event", event, payload: payload ?? {} };
}

function parseRequest(fields: Fields): RequestFrame | InvalidFrame {
  const { id, method, params } = fields;
  if (typeof id !== "string") return invalid("a request needs a string as id");
  if (typeof method !== "string") return invalid("the method's name is not a string");
  return isPresent(params) ? { kind: "request", id, method, params } : { kind: "request", id, method };
}

function parseResponse(fields: Fields): ResultFrame | ErrorFrame | InvalidFrame {
  const { id, result, error } = fields;
  if (typeof id !== "string") return invalid("a response needs a string as id");
  if (result !== undefined) {
    return isPresent(error)
      ? invalid("a response has a result or an error, not both")
      : { kind: "response", id, result };
  }
  if (!isPresent(error)) return invalid("a response has neither result nor error");
  if (!isObject(error)) return invalid("the error of a response is not an object");
  const { code, message, data } = error;
  if (typeof code !== "string" || typeof message !== "string") return invalid("an error needs a code and a message");
  return { kind: "response", id, error: isPresent(data) ? { code, message, data } : { code, message } };
}

/**
 * The first key that the outermost object of a JSON text has twice. `JSON.parse` keeps the last of them without a
 * word, and two readers that keep different ones would read two different frames. The text must be valid JSON.
 */
function repeatedKey(text: string): string | undefined {
  const seen = new Set<string>();
  let depth = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at];
    if (character === "{" || character === "[") depth += 1;
    else if (character === "}" || character === "]") depth -= 1;
    else if (character === '"') {
      const end = endOfString(text, at);
      if (depth === 1 && followedByColon(text, end)) {
        const key: string = JSON.parse(text.slice(at, end));
        if (seen.has(key)) return key;
        seen.add(key);
      }
      at = end - 1;
    }
  }
  return undefined;
}

/** Index behind the closing quote of the string that opens at `start`. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
  return at + 1;
}

function followedByColon(text: string, start: number): boolean {
  let at = start;
  while (text[at] === " " || text[at] === "\n" || text[at] === "\r" || text[at] === "\t") at += 1;
  return text[at] === ":";
}

function invalid(problem: string): InvalidFrame {
  return { kind: "invalid", problem };
}

function isPresent(value: JsonValue | undefined): value is Exclude<JsonValue, null> {
  return value !== undefined && value !== null;
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
