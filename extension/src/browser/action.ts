import { withSignal } from "../deadline";
import { abortFailure, failure, isAbort, Reason, ToolError, throwIfAborted } from "../errors";
import { type Command, type CommandParams, type CommandResult, send } from "./debugger";
import { INPUT_TIMEOUT_MS } from "./limits";

/** What a failed act may have left behind. */
export type EffectState = "none" | "unknown";

/** One act on a tab. It knows whether anything of it has reached the page, so that a failure can say so. */
export class Action {
  #dispatched = false;

  constructor(
    readonly tabId: number,
    /** Trips when the act is to be abandoned. Nothing is sent to the page after that but what takes back a press. */
    readonly signal: AbortSignal,
    /** When the signal trips by itself, on the clock of `performance.now`. */
    readonly deadline: number,
  ) {}

  /** Whether a failure from here on may have left something behind. */
  get effect(): EffectState {
    return this.#dispatched ? "unknown" : "none";
  }

  /** Time until the deadline. Negative when it has passed. */
  remainingMilliseconds(): number {
    return this.deadline - performance.now();
  }

  /** Raises the signal's failure when it has tripped. */
  check(): void {
    throwIfAborted(this.signal);
  }

  /** Says that the page is about to be changed. Raises the signal's failure instead when it has tripped. */
  commit(): void {
    this.check();
    this.#dispatched = true;
  }

  /** Says that what was about to change the page has changed nothing. Only right where nothing went before it. */
  retract(): void {
    this.#dispatched = false;
  }

  /** Settles as the work does, or rejects as soon as the signal trips. The work then goes on by itself. */
  unlessAborted<T>(work: Promise<T>): Promise<T> {
    return withSignal(work, this.signal);
  }

  /** Sends a command that looks only. */
  ask<C extends Command>(method: C, params?: CommandParams<C>): Promise<CommandResult<C>> {
    return send(this.tabId, method, params, this.signal);
  }

  /**
   * Sends a command that the page feels, and settles when the page has dealt with it. Raises `input_outcome_unknown`
   * when the page does not come to an end with it.
   */
  async input<C extends Command>(method: C, params: CommandParams<C>): Promise<void> {
    this.commit();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_, reject) => {
      const message = "the page is busy and has not dealt with the input";
      timer = setTimeout(() => reject(failure(Reason.INPUT_OUTCOME_UNKNOWN, message)), INPUT_TIMEOUT_MS);
    });
    try {
      await Promise.race([send(this.tabId, method, params, this.signal), late]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** Takes back what is held down, whatever has become of the act. Does not wait for the page. */
  letGo<C extends Command>(method: C, params: CommandParams<C>): void {
    send(this.tabId, method, params).catch(() => undefined);
  }

  /** The error with what it may have left behind in its data. */
  explain(error: unknown): unknown {
    const known = isAbort(error) && !(error instanceof ToolError) ? abortFailure(this.signal) : error;
    if (!(known instanceof ToolError)) return known;
    return new ToolError(known.code, known.reason, known.message, { effect_state: this.effect, ...known.data });
  }
}
