import { expect, it } from "vitest";
import { matchFrames } from "../../src/browser/nesting";

const size = { width: 300, height: 150 };

it("goes by the place that scripts count", () => {
  const frames = [
    { documentId: "b", address: "https://same.example/", index: 1, ...size },
    { documentId: "a", address: "https://same.example/", index: 0, ...size },
  ];
  const elements = [
    { local: 11, index: 0, address: "https://same.example/", ...size },
    { local: 12, index: 1, address: "https://same.example/", ...size },
  ];
  expect(matchFrames(frames, elements)).toEqual(
    new Map([
      ["a", 11],
      ["b", 12],
    ]),
  );
});

it("tells frames in shadow roots by address, then size, then order", () => {
  const frames = [
    { documentId: "ordered", address: "about:blank", ...size },
    { documentId: "sized", address: "https://moved.example/", width: 400, height: 150 },
    { documentId: "addressed", address: "https://pay.example/", ...size },
  ];
  const elements = [
    { local: 1, address: "https://pay.example/", ...size },
    { local: 2, address: "https://old.example/", width: 400, height: 150 },
    { local: 3, address: "https://other.example/", width: 500, height: 150 },
  ];
  expect(matchFrames(frames, elements)).toEqual(
    new Map([
      ["addressed", 1],
      ["sized", 2],
      ["ordered", 3],
    ]),
  );
});

it("gives no frame the element of a counted one", () => {
  const frames = [{ documentId: "a", address: "https://pay.example/", ...size }];
  const elements = [{ local: 1, index: 0, address: "https://pay.example/", ...size }];
  expect(matchFrames(frames, elements)).toEqual(new Map());
});
