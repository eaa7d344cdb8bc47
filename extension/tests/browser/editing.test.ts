import { expect, it } from "vitest";
import { editingCommands } from "../../src/browser/editing";
import { parseKey } from "../../src/browser/keys";

it.each([
  ["Meta+a", ["selectAll"]],
  ["Meta+Shift+z", ["redo"]],
  ["Shift+ArrowLeft", ["moveLeftAndModifySelection"]],
  ["Backspace", ["deleteBackward"]],
  ["Alt+ArrowUp", ["moveBackward", "moveToBeginningOfParagraph"]],
  ["x", []],
  ["Control+Alt+a", []],
])("sends the command of %s along on a Mac", (chord, commands) => {
  expect(editingCommands(parseKey(chord), "MacIntel")).toEqual(commands);
});

it("sends none elsewhere, where the engine knows the keys itself", () => {
  expect(editingCommands(parseKey("Control+a"), "Linux x86_64")).toEqual([]);
});
