import type { JsonObject, JsonValue } from "@bufbuild/protobuf";
import { failure, Reason } from "../errors";
import { type Frame, type FrameError, parseFrame, type RequestFrame, serializeFrame } from "./frames";
import { type HandshakeOutcome, judgeHandshake } from "./handshake";
import { HANDSHAKE_TIMEOUT_MS, HEARTBEAT_INTERVAL_MS } from "./limits";

/** What a request is answered with. */
export type Answer = { readonly result: JsonValue } | { readonly error: FrameError };

/** Serves one request. Never throws; the signal trips when the request is cancelled or the connection ends. */
export type Serve = (request: RequestFrame, signal: AbortSignal) => Promise<Answer>;

const cancelMethod = "cancel";
const handshakeMethod = "system.handshake";
const heartbeatEvent = "system.heartbeat";

/** One WebSocket to the gateway, from its first frame to its end. It is never opened again. */
export class Connection {
  /** Settles once the peer has answered the handshake, or the connection ended before. */
  readonly handshake: Promise<HandshakeOutcome>;
  /** Settles with the reason, in words, when the connection has ended. */
  readonly ended: Promise<string>;

  readonly #address: string;
  readonly #serve: Serve;
  readonly #socket: WebSocket;
  readonly #handshakeId = `hs-${crypto.randomUUID().slice(0, 8)}`;
  readonly #running = new Map<string, AbortController>();
  readonly #handshakeTimer: ReturnType<typeof setTimeout>;
  #heartbeatTimer: ReturnType<typeof setInterval> | undefined;
  #wasOpen = false;
  #isAccepted = false;
  #hasEnded = false;
  #settleHandshake!: (outcome: HandshakeOutcome) => void;
  #settleEnded!: (problem: string) => void;

  /** Dials at once. `opened` is called when the socket is open, before any answer. */
  constructor(address: string, params: JsonObject, serve: Serve, opened: () => void) {
    this.handshake = new Promise((resolve) => {
      this.#settleHandshake = resolve;
    });
    this.ended = new Promise((resolve) => {
      this.#settleEnded = resolve;
    });
    this.#address = address;
    this.#serve = serve;
    this.#handshakeTimer = setTimeout(() => this.close("the gateway did not answer in time"), HANDSHAKE_TIMEOUT_MS);
    this.#socket = new WebSocket(address);
    this.#socket.onopen = () => {
      this.#wasOpen = true;
      opened();
      this.#send({ kind: "request", id: this.#handshakeId, method: handshakeMethod, params });
    };
    this.#socket.onmessage = ({ data }) => this.#receive(data);
    this.#socket.onclose = ({ code, reason }) => this.close(this.#describeClose(code, reason));
  }

  /** Tells the gateway of something. Dropped when the handshake is not done. */
  sendEvent(event: string, payload: JsonObject): void {
    if (this.#isAccepted) this.#send({ kind: "event", event, payload });
  }

  /** Ends the connection, and with it every request that runs. */
  close(problem: string): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#handshakeTimer);
    clearInterval(this.#heartbeatTimer);
    this.#socket.close();
    for (const controller of this.#running.values()) {
      controller.abort(failure(Reason.EXTENSION_DISCONNECTED, "the connection to the gateway ended"));
    }
    this.#settleHandshake({ kind: "failed", problem });
    this.#settleEnded(problem);
  }

  #receive(data: unknown): void {
    if (this.#hasEnded || typeof data !== "string") return;
    const frame = parseFrame(data);
    if (frame.kind === "invalid") console.warn(`message of the gateway ignored: ${frame.problem}`);
    else if (frame.kind === "request" && this.#isAccepted) void this.#answer(frame);
    else if (frame.kind === "response" && frame.id === this.#handshakeId && !this.#isAccepted) {
      this.#concludeHandshake(judgeHandshake(frame));
    }
  }

  #concludeHandshake(outcome: HandshakeOutcome): void {
    clearTimeout(this.#handshakeTimer);
    if (outcome.kind === "accepted") {
      this.#isAccepted = true;
      this.#heartbeatTimer = setInterval(() => this.sendEvent(heartbeatEvent, {}), HEARTBEAT_INTERVAL_MS);
    }
    this.#settleHandshake(outcome);
    if (outcome.kind !== "accepted") this.close(outcome.problem);
  }

  async #answer(request: RequestFrame): Promise<void> {
    const { id } = request;
    if (request.method === cancelMethod) {
      this.#send({ kind: "response", id, ...this.#cancel(request.params) });
      return;
    }
    if (this.#running.has(id)) {
      const error = { code: "protocol_error", message: `a request with the id ${id} is running already` };
      this.#send({ kind: "response", id, error });
      return;
    }
    const controller = new AbortController();
    this.#running.set(id, controller);
    const answer = await this.#serve(request, controller.signal);
    this.#running.delete(id);
    this.#send({ kind: "response", id, ...answer });
  }

  #cancel(params: JsonValue | undefined): Answer {
    const rpcId = typeof params === "object" && params !== null && "rpc_id" in params ? params.rpc_id : undefined;
    if (typeof rpcId !== "string") {
      return { error: { code: "invalid_params", message: "cancel needs the rpc_id of the request" } };
    }
    const controller = this.#running.get(rpcId);
    controller?.abort(failure(Reason.CANCELLED, "the call was cancelled before it finished"));
    return { result: { cancelled: controller !== undefined } };
  }

  /** An answer that cannot be sent must not be lost in silence: the peer learns from the connection's end. */
  #send(frame: Frame): void {
    if (this.#hasEnded) return;
    try {
      this.#socket.send(serializeFrame(frame));
    } catch (error) {
      this.close(`a message could not be sent: ${String(error)}`);
    }
  }

  #describeClose(code: number, reason: string): string {
    if (!this.#wasOpen) return `nothing answers at ${new URL(this.#address).host}`;
    const detail = reason === "" ? `code ${code}` : `code ${code}, ${reason}`;
    return `the gateway closed the connection (${detail})`;
  }
}
