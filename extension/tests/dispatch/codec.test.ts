import { NavigateRequestSchema, NavigateResponseSchema } from "@gen/bsk/tools/v1/navigation_pb";
import { GetHtmlResponseSchema } from "@gen/bsk/tools/v1/observation_pb";
import { EvaluateResponseSchema } from "@gen/bsk/tools/v1/script_pb";
import { ListTabsResponseSchema } from "@gen/bsk/tools/v1/tabs_pb";
import { describe, expect, it } from "vitest";
import { decodeParams, encodeResult } from "../../src/dispatch/codec";

describe("decodeParams", () => {
  it("reads the field names of the protos", () => {
    const request = decodeParams(NavigateRequestSchema, {
      session_id: "qzem",
      url: "x",
      wait_until: "commit",
      tab_id: 7,
    });
    expect(request).toMatchObject({ sessionId: "qzem", url: "x", waitUntil: "commit", tabId: 7 });
  });

  it("takes nothing and null for absent", () => {
    expect(decodeParams(NavigateRequestSchema, undefined)).toMatchObject({ sessionId: "", url: "" });
    const request = decodeParams(NavigateRequestSchema, { session_id: "qzem", tab_id: null, timeout_ms: null });
    expect([request.tabId, request.timeoutMs]).toEqual([undefined, undefined]);
  });

  it("ignores keys that it does not know", () => {
    expect(decodeParams(NavigateRequestSchema, { url: "x", unattended: true })).toMatchObject({ url: "x" });
  });

  it.each([[[]], ["text"], [{ session_id: 7 }], [{ tab_id: 1.5 }], [{ timeout_ms: -1 }]])("refuses %j", (params) => {
    expect(() => decodeParams(NavigateRequestSchema, params)).toThrowError(
      expect.objectContaining({ code: "invalid_params", reason: "invalid_params" }),
    );
  });
});

describe("encodeResult", () => {
  it("writes the field names of the protos and leaves out what is absent", () => {
    expect(encodeResult(NavigateResponseSchema, { tabId: 7, url: "x", reached: "load" })).toEqual({
      tab_id: 7,
      url: "x",
      reached: "load",
    });
  });

  it("writes fields without presence even when they are empty", () => {
    expect(encodeResult(EvaluateResponseSchema, { tabId: 7, ok: false })).toEqual({ tab_id: 7, ok: false });
    expect(encodeResult(GetHtmlResponseSchema, { tabId: 7 })).toMatchObject({ html: "" });
  });

  it("writes an empty list unless it is to be left out", () => {
    expect(encodeResult(ListTabsResponseSchema, { tabs: [] })).toEqual({ tabs: [] });
    const answer = { tabId: 7, url: "x", reached: "load", dialogs: [] };
    expect(encodeResult(NavigateResponseSchema, answer)).not.toHaveProperty("dialogs");
  });
});
