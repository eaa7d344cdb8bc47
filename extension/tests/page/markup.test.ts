import { expect, test } from "vitest";
import { cutMarkup } from "../../src/page/markup";

test("short markup comes whole, with its size in bytes", () => {
  expect(cutMarkup("<p>é</p>", 100)).toEqual({ html: "<p>é</p>", byteSize: 9 });
});

test.each([
  [3, "<p>"],
  [4, "<p>"],
  [5, "<p>é"],
  [8, "<p>é"],
  [9, "<p>é😀"],
])("markup is cut at %i bytes, never within a character", (maximum, html) => {
  expect(cutMarkup("<p>é😀</p>", maximum)).toEqual({ html, byteSize: 13 });
});

test("a mark at the beginning is kept", () => {
  expect(cutMarkup("\ufeffab", 4)).toEqual({ html: "\ufeffa", byteSize: 5 });
});
