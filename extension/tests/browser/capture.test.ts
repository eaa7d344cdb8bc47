import { expect, it } from "vitest";
import { readPicture } from "../../src/browser/capture";

const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAIAAAADCAIAAAA2iEnWAAAAEElEQVR4nGP8z8AARAwQAgAOCgEBqvfBPgAAAABJRU5ErkJggg==";

it("reads the size out of a picture", () => {
  const { bytes, width, height } = readPicture(pixel);
  expect([width, height]).toEqual([2, 3]);
  expect(bytes.length).toBeGreaterThan(24);
});

it.each(["", "AAAA", btoa("\xff\xd8\xff\xe0 a picture of another kind that is long enough")])(
  "refuses what is no PNG",
  (base64) => {
    expect(() => readPicture(base64)).toThrow(expect.objectContaining({ reason: "screenshot_capture_failed" }));
  },
);
