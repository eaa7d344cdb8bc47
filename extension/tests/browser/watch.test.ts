import { beforeEach, describe, expect, it, vi } from "vitest";
import { beforeStart, hasReached, type Progress, unknownProgress } from "../../src/browser/progress";
import { Watch } from "../../src/browser/watch";
import { failure, Reason } from "../../src/errors";

const isCommitted = (progress: Progress) => hasReached(progress, "commit");

describe("Watch", () => {
  let watch: Watch;
  let controller: AbortController;

  beforeEach(() => {
    watch = new Watch(7, beforeStart(unknownProgress));
    controller = new AbortController();
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it("settles once the progress fits", async () => {
    const committed = watch.until(isCommitted, controller.signal);
    watch.receive({ kind: "started" });
    watch.receive({ kind: "committed", documentId: "A" });
    await expect(committed).resolves.toBe(true);
  });

  it("settles at once when the progress fits already", async () => {
    watch.set({ ...unknownProgress, documentId: "A", phase: "load" });
    await expect(watch.until(isCommitted, controller.signal)).resolves.toBe(true);
  });

  it("settles with false when the time is up", async () => {
    const committed = watch.until(isCommitted, controller.signal, 100);
    vi.advanceTimersByTime(100);
    await expect(committed).resolves.toBe(false);
  });

  it("serves several waits at a time", async () => {
    const both = [watch.until(isCommitted, controller.signal), watch.until(isCommitted, controller.signal)];
    watch.set({ ...unknownProgress, documentId: "A", phase: "commit" });
    await expect(Promise.all(both)).resolves.toEqual([true, true]);
  });

  it("fails with the signal's failure", async () => {
    const committed = watch.until(isCommitted, controller.signal);
    controller.abort(failure(Reason.CANCELLED, "over"));
    await expect(committed).rejects.toMatchObject({ reason: "cancelled" });
  });

  it("fails with what it was ended with, before and after the end", async () => {
    const error = failure(Reason.TAB_NOT_FOUND, "gone");
    const committed = watch.until(isCommitted, controller.signal);
    watch.end(error);
    await expect(committed).rejects.toBe(error);
    await expect(watch.until(isCommitted, controller.signal)).rejects.toBe(error);
  });
});
