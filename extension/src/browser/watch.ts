import { abortFailure } from "../errors";
import { advance, type NavigationEvent, type Progress } from "./progress";

/** One wait for a tab's progress. */
export class Watch {
  #progress: Progress;
  #error: unknown;
  #isConcluded = false;
  #isFramesOnly: (() => Promise<boolean>) | undefined;
  readonly #checks = new Set<() => void>();

  constructor(
    readonly tabId: number,
    progress: Progress,
  ) {
    this.#progress = progress;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Whether the browser has dealt with what set the load off. */
  get isConcluded(): boolean {
    return this.#isConcluded;
  }

  /** Whether frames of the page were all that had to load, asked once one has. Absent where it is the page. */
  get isFramesOnly(): (() => Promise<boolean>) | undefined {
    return this.#isFramesOnly;
  }

  /** Says that the browser has dealt with what set the load off. */
  conclude(isFramesOnly?: () => Promise<boolean>): void {
    this.#isConcluded = true;
    this.#isFramesOnly = isFramesOnly;
    this.#check();
  }

  /** Takes an event of the tab into account. */
  receive(event: NavigationEvent): void {
    this.set(advance(this.#progress, event));
  }

  /** Puts something else in the place of what was seen so far. */
  set(progress: Progress): void {
    this.#progress = progress;
    this.#check();
  }

  /** Makes the wait fail. */
  end(error: unknown): void {
    this.#error = error;
    this.#check();
  }

  /**
   * Settles once the progress fits, with true, or with false when that takes longer than the time given. Raises what
   * the wait was ended with, and the signal's failure.
   */
  until(fits: (progress: Progress) => boolean, signal: AbortSignal, milliseconds?: number): Promise<boolean> {
    return new Promise((resolve, reject) => {
      const timer =
        milliseconds === undefined ? undefined : setTimeout(() => settle(() => resolve(false)), milliseconds);
      const settle = (conclude: () => void) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", check);
        this.#checks.delete(check);
        conclude();
      };
      const check = () => {
        if (this.#error !== undefined) settle(() => reject(this.#error));
        else if (signal.aborted) settle(() => reject(abortFailure(signal)));
        else if (fits(this.#progress)) settle(() => resolve(true));
      };
      signal.addEventListener("abort", check);
      this.#checks.add(check);
      check();
    });
  }

  #check(): void {
    for (const check of [...this.#checks]) check();
  }
}
