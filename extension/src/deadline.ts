import { abortFailure } from "./errors";

/** Settles as the promise does, or rejects with the error given when that takes longer than the time given. */
export function withDeadline<T>(promise: Promise<T>, milliseconds: number, late: () => Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(late()), milliseconds);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

/** Settles as the promise does, or rejects as soon as the signal trips. The work behind the promise goes on. */
export function withSignal<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const trip = () => reject(abortFailure(signal));
    if (signal.aborted) trip();
    signal.addEventListener("abort", trip, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", trip));
  });
}
