import { expect, it } from "vitest";
import { judgeProtocols } from "../../src/link/compatibility";

const ours = { version: "1.3", floor: "1.0" };

it.each([
  ["the same version", { version: "1.3", floor: "1.0" }, "compatible"],
  ["an older minor version", { version: "1.0", floor: "1.0" }, "skew"],
  ["a newer minor version", { version: "1.12", floor: "1.0" }, "skew"],
  ["no floor", { version: "1.3" }, "compatible"],
  ["no minor version", { version: "1" }, "skew"],
  ["an empty minor version", { version: "1." }, "skew"],
  ["leading zeros", { version: "01.003" }, "skew"],
  ["further segments", { version: "1.3.9-beta" }, "skew"],
  ["another major version", { version: "2.3" }, "incompatible"],
  ["a floor above us", { version: "1.9", floor: "1.4" }, "incompatible"],
  ["a floor that cannot be read", { version: "1.3", floor: "x" }, "incompatible"],
  ["a sign", { version: "+1.3" }, "incompatible"],
  ["a space", { version: " 1.3" }, "incompatible"],
  ["a word", { version: "one" }, "incompatible"],
  ["nothing", { version: "" }, "incompatible"],
  ["a minor version that is no number", { version: "1.x" }, "incompatible"],
  ["a major version beyond exact numbers", { version: "9007199254740993.0" }, "incompatible"],
])("judges a peer with %s", (_, theirs, kind) => {
  expect(judgeProtocols(ours, theirs).kind).toBe(kind);
});

it("refuses a peer below our floor", () => {
  expect(judgeProtocols({ version: "1.3", floor: "1.2" }, { version: "1.1" })).toMatchObject({
    kind: "incompatible",
    problem: "the peer speaks protocol 1.1, this extension needs 1.2 or newer",
  });
});
