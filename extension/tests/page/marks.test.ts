import { expect, test } from "vitest";
import { countRefs, cursorMark, refMark, replaceMarks } from "../../src/page/marks";

test("marks are replaced by references and cursors", () => {
  const line = `${refMark(3)} button "A" ${refMark(12)} link (observe --cursor ${cursorMark(4)})`;
  const replaced = replaceMarks(
    line,
    (local) => `@e${local + 1}`,
    (place) => `c${place}`,
  );
  expect(replaced).toBe('@e4 button "A" @e13 link (observe --cursor c4)');
});

test("marks of references are counted", () => {
  expect(countRefs(`${refMark(1)} a | ${refMark(2)} b ${cursorMark(1)}`)).toBe(2);
  expect(countRefs("@e1 button")).toBe(0);
});
