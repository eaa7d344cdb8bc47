import { describe, expect, it } from "vitest";
import { parseKey } from "../../src/browser/keys";

function brief(chord: string, besides: string[] = []) {
  const { key, code, keyCode, text, modifiers } = parseKey(chord, besides);
  return [key, code, keyCode, text, modifiers.join(" ")];
}

describe("a single key", () => {
  it.each([
    ["a", ["a", "KeyA", 65, "a", ""]],
    ["A", ["A", "KeyA", 65, "A", ""]],
    ["7", ["7", "Digit7", 55, "7", ""]],
    ["&", ["&", "Digit7", 55, "&", ""]],
    [",", [",", "Comma", 188, ",", ""]],
    ["+", ["+", "Equal", 187, "+", ""]],
    [" ", [" ", "Space", 32, " ", ""]],
    ["Space", [" ", "Space", 32, " ", ""]],
    ["Enter", ["Enter", "Enter", 13, "\r", ""]],
    ["return", ["Enter", "Enter", 13, "\r", ""]],
    ["esc", ["Escape", "Escape", 27, "", ""]],
    ["ArrowDown", ["ArrowDown", "ArrowDown", 40, "", ""]],
    ["Tab", ["Tab", "Tab", 9, "", ""]],
    ["F5", ["F5", "F5", 116, "", ""]],
    ["f24", ["F24", "F24", 135, "", ""]],
    ["KeyQ", ["q", "KeyQ", 81, "q", ""]],
    ["Shift", ["Shift", "ShiftLeft", 16, "", ""]],
    ["é", ["é", "", 0, "é", ""]],
    ["漢", ["漢", "", 0, "漢", ""]],
    ["😀", ["😀", "", 0, "😀", ""]],
  ])("%s", (chord, expected) => {
    expect(brief(chord)).toEqual(expected);
  });
});

describe("a chord", () => {
  it.each([
    ["Control+a", ["a", "KeyA", 65, "", "ctrl"]],
    ["Ctrl+A", ["a", "KeyA", 65, "", "ctrl"]],
    ["Control+Shift+k", ["K", "KeyK", 75, "", "ctrl shift"]],
    ["Shift+Enter", ["Enter", "Enter", 13, "\r", "shift"]],
    ["Shift+a", ["A", "KeyA", 65, "A", "shift"]],
    ["Shift+1", ["!", "Digit1", 49, "!", "shift"]],
    ["Meta+,", [",", "Comma", 188, "", "meta"]],
    ["cmd+option+Left", ["ArrowLeft", "ArrowLeft", 37, "", "alt meta"]],
    ["Control++", ["+", "Equal", 187, "", "ctrl"]],
    ["Control+Plus", ["+", "Equal", 187, "", "ctrl"]],
    ["Control+Shift", ["Shift", "ShiftLeft", 16, "", "ctrl"]],
    ["Control+-", ["-", "Minus", 189, "", "ctrl"]],
  ])("%s", (chord, expected) => {
    expect(brief(chord)).toEqual(expected);
  });

  it("takes in the modifiers given beside it, each once", () => {
    expect(brief("Shift+Tab", ["shift", "alt"])).toEqual(["Tab", "Tab", 9, "", "alt shift"]);
  });
});

it.each(["", "Entr", "ab", "Control+", "Shift+", "Hyper+a", "a+b", "++", "Control+++", "\n", "Control++a"])(
  "refuses %j as unknown",
  (chord) => {
    expect(() => parseKey(chord)).toThrow(expect.objectContaining({ code: "invalid_params", reason: "key_unknown" }));
  },
);

it("refuses a word beside the key that is not a modifier", () => {
  expect(() => parseKey("a", ["hyper"])).toThrow(expect.objectContaining({ reason: "invalid_params" }));
});
