import { create, fromJson, type JsonObject, type JsonValue, toJson } from "@bufbuild/protobuf";
import {
  type HandshakeBrowser,
  HandshakeParamsSchema,
  type HandshakeResult,
  HandshakeResultSchema,
} from "@gen/bsk/gateway/v1/link_pb";
import { judgeProtocols, PROTOCOL_FLOOR, PROTOCOL_VERSION } from "./compatibility";
import type { ErrorFrame, ResultFrame } from "./frames";

/** Who this side is. */
export interface Identity {
  readonly extensionVersion: string;
  readonly instanceId: string;
  readonly label: string;
  readonly browser: HandshakeBrowser;
}

/** What came of a handshake. */
export type HandshakeOutcome =
  | { readonly kind: "accepted"; readonly peer: HandshakeResult; readonly skew: boolean }
  /** The two do not go together; trying again does not help. */
  | { readonly kind: "refused"; readonly problem: string }
  /** The answer makes no sense; trying again may help. */
  | { readonly kind: "failed"; readonly problem: string };

const refusalCode = "version_too_old";

/** Parameters of the first frame. */
export function handshakeParams(identity: Identity): JsonObject {
  const params = create(HandshakeParamsSchema, {
    client: "browser-skill-extension",
    version: identity.extensionVersion,
    protocolVersion: PROTOCOL_VERSION,
    instanceId: identity.instanceId,
    browser: identity.browser,
    label: identity.label,
    minCompatiblePeer: "0.0.0",
    minCompatibleProtocol: PROTOCOL_FLOOR,
    auditEnabled: false,
  });
  const json: JsonValue = toJson(HandshakeParamsSchema, params, { useProtoFieldName: true, alwaysEmitImplicit: true });
  return json as JsonObject;
}

/** Judges the answer to the handshake. */
export function judgeHandshake(answer: ResultFrame | ErrorFrame): HandshakeOutcome {
  if ("error" in answer) {
    const { code, message } = answer.error;
    if (code === refusalCode) return { kind: "refused", problem: message };
    return { kind: "failed", problem: `the gateway refused the handshake (${code}: ${message})` };
  }
  let peer: HandshakeResult;
  try {
    peer = fromJson(HandshakeResultSchema, answer.result, { ignoreUnknownFields: true });
  } catch (error) {
    return { kind: "failed", problem: `the answer to the handshake cannot be read: ${String(error)}` };
  }
  const verdict = judgeProtocols(
    { version: PROTOCOL_VERSION, floor: PROTOCOL_FLOOR },
    { version: peer.protocolVersion, floor: peer.minCompatibleProtocol },
  );
  return verdict.kind === "incompatible"
    ? { kind: "refused", problem: verdict.problem }
    : { kind: "accepted", peer, skew: verdict.kind === "skew" };
}
