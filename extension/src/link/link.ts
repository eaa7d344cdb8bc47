import type { JsonObject } from "@bufbuild/protobuf";
import { Backoff } from "./backoff";
import { extensionVersion, readBrowser } from "./browser";
import { Connection, type Serve } from "./connection";
import { handshakeParams } from "./handshake";
import { readSettings } from "./settings";

/** State of the link, for the person to read. */
export interface LinkStatus {
  /**
   * `off`: the person does not want it. `connecting`: under way. `connected`: in use. `waiting`: lost or never found,
   * tried again soon. `refused`: the versions do not go together, so it is not tried again.
   */
  readonly state: "off" | "connecting" | "connected" | "waiting" | "refused";
  /** Why the last attempt or connection ended. Kept until the next one succeeds. */
  readonly problem?: string;
  /** Version of the gateway when connected. */
  readonly peerVersion?: string;
  /** Whether the two speak different versions that go together. */
  readonly skew?: boolean;
}

export interface LinkService {
  readonly serve: Serve;
  /** The connection has ended: clean up all that was done on its behalf. The next one waits for it. */
  disconnected(): Promise<void>;
}

/** Keeps a connection to the gateway for as long as the person wants one. */
export class Link {
  readonly #service: LinkService;
  readonly #listeners = new Set<(status: LinkStatus) => void>();
  readonly #backoff = new Backoff();
  #status: LinkStatus = { state: "off" };
  #connection: Connection | undefined;
  #loop: Promise<void> | undefined;
  #stopping = false;
  #endWait: (() => void) | undefined;

  constructor(service: LinkService) {
    this.#service = service;
  }

  get status(): LinkStatus {
    return this.#status;
  }

  /** Calls the listener at every change of the status. */
  onStatus(listener: (status: LinkStatus) => void): void {
    this.#listeners.add(listener);
  }

  /**
   * Connects when the settings allow it, and ends a wait for the next attempt. Harmless when it runs already. A
   * gateway that refused this extension is not asked again before `restart`.
   */
  wake(): void {
    if (this.#status.state === "refused" || this.#stopping) return;
    this.#endWait?.();
    this.#loop ??= this.#run().catch((error) => this.#setStatus({ state: "waiting", problem: String(error) }));
  }

  /** Takes changed settings into account: ends the connection and starts again. */
  async restart(): Promise<void> {
    this.#stopping = true;
    this.#connection?.close("the settings were changed");
    this.#endWait?.();
    await this.#loop;
    this.#stopping = false;
    this.#backoff.reset();
    this.#setStatus({ state: "off" });
    this.wake();
  }

  /** Tells the gateway of something. Dropped when there is no connection. */
  emit(event: string, payload: JsonObject): void {
    this.#connection?.sendEvent(event, payload);
  }

  async #run(): Promise<void> {
    try {
      while (!this.#stopping) {
        const outcome = await this.#connectOnce();
        if (outcome === "over") return;
        if (!this.#stopping) await this.#wait(this.#backoff.next());
      }
    } finally {
      this.#loop = undefined;
    }
  }

  /** Makes one connection and sees it to its end. `over` when no further attempt makes sense. */
  async #connectOnce(): Promise<"over" | "again"> {
    const settings = await readSettings();
    if (!settings.enabled) {
      this.#setStatus({ state: "off" });
      return "over";
    }
    this.#setStatus({ ...this.#problemOnly(), state: "connecting" });
    const params = handshakeParams({
      extensionVersion: extensionVersion(),
      instanceId: settings.instanceId,
      label: settings.label,
      browser: await readBrowser(),
    });
    const connection = new Connection(`ws://127.0.0.1:${settings.port}`, params, this.#service.serve, () =>
      this.#backoff.reset(),
    );
    this.#connection = connection;
    if (this.#stopping) connection.close("the settings were changed");
    const outcome = await connection.handshake;
    if (outcome.kind === "accepted") {
      this.#setStatus({ state: "connected", peerVersion: outcome.peer.version, skew: outcome.skew });
    }
    const problem = await connection.ended;
    this.#connection = undefined;
    this.#setStatus({ state: outcome.kind === "refused" ? "refused" : "waiting", problem });
    await this.#service.disconnected();
    return outcome.kind === "refused" ? "over" : "again";
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(() => this.#endWait?.(), milliseconds);
      this.#endWait = () => {
        clearTimeout(timer);
        this.#endWait = undefined;
        resolve();
      };
    });
  }

  #problemOnly(): Pick<LinkStatus, "problem"> {
    return this.#status.problem === undefined ? {} : { problem: this.#status.problem };
  }

  #setStatus(status: LinkStatus): void {
    this.#status = status;
    for (const listener of this.#listeners) listener(status);
  }
}
