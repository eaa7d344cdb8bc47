import { withSignal } from "../deadline";

/** Settles after a time, or rejects with the signal's failure as soon as it trips. */
export async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await withSignal(over, signal).finally(() => clearTimeout(timer));
}
