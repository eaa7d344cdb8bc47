import { expect, it } from "vitest";
import { failure, Reason } from "../../src/errors";
import { Session } from "../../src/session/session";

function session(tabIds: number[] = [1]): Session {
  return new Session("qzem", 100, tabIds, () => {});
}

it("tells of every change of its tabs", () => {
  const seen: number[][] = [];
  const watched: Session = new Session("qzem", 100, [1], () => seen.push([...watched.tabIds]));
  watched.adopt(2);
  watched.release(1);
  expect(seen).toEqual([[1, 2], [2]]);
});

it("is empty at once when it has no tab", async () => {
  await expect(session([]).whenEmpty()).resolves.toBeUndefined();
});

it("is empty when its last tab has gone", async () => {
  const own = session([1, 2]);
  let isEmpty = false;
  const empty = own.whenEmpty().then(() => {
    isEmpty = true;
  });
  own.release(1);
  await Promise.resolve();
  expect(isEmpty).toBe(false);
  own.release(2);
  await empty;
});

it("ends all that runs in it for one reason", () => {
  const own = session();
  const reason = failure(Reason.SESSION_STOPPING, "over");
  own.end(reason);
  own.end(failure(Reason.SESSION_ENDED, "once more"));
  expect(own.signal.reason).toBe(reason);
});

it("is idle when its calls have ended, failed ones too", async () => {
  const own = session();
  const { promise, reject } = Promise.withResolvers<void>();
  const call = own.run(() => promise);
  let isIdle = false;
  const idle = own.whenIdle().then(() => {
    isIdle = true;
  });
  await Promise.resolve();
  expect(isIdle).toBe(false);
  reject(new Error("no"));
  await expect(call).rejects.toThrow("no");
  await idle;
  await own.whenIdle();
});
