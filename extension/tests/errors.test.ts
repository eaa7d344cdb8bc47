import { describe, expect, it } from "vitest";
import { abortFailure, failure, isAbort, Reason, ToolError, throwIfAborted } from "../src/errors";

describe("failure", () => {
  it("takes code and reason from the catalogue", () => {
    expect(failure(Reason.REF_NOT_FOUND, "gone", { ref: "e7" })).toMatchObject({
      code: "not_found",
      reason: "ref_not_found",
      message: "gone",
      data: { ref: "e7" },
    });
  });

  it("knows every reason", () => {
    for (const reason of Object.values(Reason)) {
      if (typeof reason !== "number" || reason === Reason.UNSPECIFIED) continue;
      const error = failure(reason, "x");
      expect(error.code, error.reason).toMatch(/^[a-z_]+$/);
      expect(error.reason).toMatch(/^[a-z_]+$/);
    }
  });
});

describe("a tripped signal", () => {
  it("fails with its own reason where that is a failure", () => {
    const reason = failure(Reason.SESSION_STOPPING, "over");
    expect(abortFailure(AbortSignal.abort(reason))).toBe(reason);
  });

  it("fails as cancelled otherwise", () => {
    expect(abortFailure(AbortSignal.abort())).toMatchObject({ reason: "cancelled" });
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(ToolError);
    expect(() => throwIfAborted(new AbortController().signal)).not.toThrow();
  });

  it("is told from other errors", () => {
    expect(isAbort(new DOMException("over", "AbortError"))).toBe(true);
    expect(isAbort(failure(Reason.CANCELLED, "over"))).toBe(true);
    expect(isAbort(failure(Reason.TIMEOUT, "late"))).toBe(false);
    expect(isAbort(new Error("AbortError"))).toBe(false);
  });
});
