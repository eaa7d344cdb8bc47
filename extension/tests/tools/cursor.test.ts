import { expect, test } from "vitest";
import { formatCursor, isCursorOf, parseCursor } from "../../src/tools/observation/cursor";

const documentId = "3FA9C1D2E4B5A6978899AABBCCDDEEFF";

test("a cursor leads back to its place and its document", () => {
  const text = formatCursor(12, documentId);
  expect(text).toBe("c12-3fa9c1");
  const cursor = parseCursor(text);
  expect(cursor.place).toBe(12);
  expect(isCursorOf(cursor, documentId)).toBe(true);
  expect(isCursorOf(cursor, documentId.replace("3", "4"))).toBe(false);
});

test.each(["", "c", "c0-3fa9c1", "c12", "12-3fa9c1", "c12-3fa9c1d2", "e7"])(
  "what no observation gave is refused: %j",
  (text) => {
    expect(() => parseCursor(text)).toThrow(expect.objectContaining({ reason: "cursor_stale" }));
  },
);
