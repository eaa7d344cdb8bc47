import { expect, it } from "vitest";
import { Backoff } from "../../src/link/backoff";

it("doubles the wait from one second to five", () => {
  const backoff = new Backoff();
  expect([1, 2, 3, 4, 5].map(() => backoff.next())).toEqual([1000, 2000, 4000, 5000, 5000]);
});

it("starts over when a connection opened", () => {
  const backoff = new Backoff();
  backoff.next();
  backoff.next();
  backoff.reset();
  expect(backoff.next()).toBe(1000);
});
