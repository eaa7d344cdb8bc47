import { create } from "@bufbuild/protobuf";
import { HandshakeBrowserSchema } from "@gen/bsk/gateway/v1/link_pb";
import { describe, expect, it } from "vitest";
import { identifyBrowser } from "../../src/link/browser";
import { handshakeParams, judgeHandshake } from "../../src/link/handshake";

const accepted = { server: "browser-skill-daemon", version: "0.3.1", protocol_version: "1.3" };

describe("handshakeParams", () => {
  it("introduces this extension with every field that published gateways read", () => {
    const params = handshakeParams({
      extensionVersion: "0.4.0",
      instanceId: "9f00aa12",
      label: "",
      browser: create(HandshakeBrowserSchema, { name: "chrome", version: "140.0" }),
    });
    expect(params).toEqual({
      client: "browser-skill-extension",
      version: "0.4.0",
      protocol_version: "1.3",
      instance_id: "9f00aa12",
      browser: { name: "chrome", version: "140.0" },
      label: "",
      min_compatible_peer: "0.0.0",
      min_compatible_protocol: "1.0",
      audit_enabled: false,
    });
  });
});

describe("judgeHandshake", () => {
  it("accepts a peer of the same protocol", () => {
    expect(judgeHandshake({ kind: "response", id: "1", result: accepted })).toMatchObject({
      kind: "accepted",
      skew: false,
      peer: { version: "0.3.1" },
    });
  });

  it("accepts a peer of another minor version with a skew", () => {
    const result = { ...accepted, protocol_version: "1.0", audit_version: null, something_new: [1] };
    expect(judgeHandshake({ kind: "response", id: "1", result })).toMatchObject({ kind: "accepted", skew: true });
  });

  it("refuses a peer that wants more than this extension speaks", () => {
    const result = { ...accepted, protocol_version: "1.9", min_compatible_protocol: "1.5" };
    expect(judgeHandshake({ kind: "response", id: "1", result })).toEqual({
      kind: "refused",
      problem: "this extension speaks protocol 1.3, the peer needs 1.5 or newer",
    });
  });

  it("is refused for good by a peer that calls a version too old", () => {
    const error = { code: "version_too_old", message: "protocol 1.4 is needed" };
    expect(judgeHandshake({ kind: "response", id: "1", error })).toEqual({
      kind: "refused",
      problem: "protocol 1.4 is needed",
    });
  });

  it.each([
    ["another error", { error: { code: "protocol_error", message: "not now" } }],
    ["no result to speak of", { result: null }],
    ["a result of another shape", { result: { protocol_version: 13 } }],
  ])("fails, to be tried again, on %s", (_, answer) => {
    expect(judgeHandshake({ kind: "response", id: "1", ...answer }).kind).toBe("failed");
  });
});

describe("identifyBrowser", () => {
  const filler = { brand: "Not A;Brand", version: "8.0.0.0" };
  const chromium = { brand: "Chromium", version: "140.0.1.2" };

  it.each([
    ["Microsoft Edge", "edge"],
    ["Opera", "opera"],
    ["Opera GX", "opera"],
    ["Brave", "brave"],
    ["Arc", "arc"],
    ["Google Chrome", "chrome"],
  ])("knows %s as %s", (brand, name) => {
    expect(identifyBrowser([filler, chromium, { brand, version: "1.2.3" }], "")).toMatchObject({
      name,
      version: "1.2.3",
    });
  });

  it("knows plain Chromium", () => {
    expect(identifyBrowser([filler, chromium], "")).toMatchObject({ name: "chromium", version: "140.0.1.2" });
  });

  it("takes a browser that says nothing of itself for Chromium of its engine's version", () => {
    expect(identifyBrowser([], "Mozilla/5.0 Chrome/131.0.0.0 Safari/537.36")).toMatchObject({
      name: "chromium",
      version: "131.0.0.0",
    });
  });
});
