import { describe, expect, test } from "vitest";
import { cap, collapse, counted, isBlank, keepSpaces, pieces, quote } from "../../src/page/text";

describe("text of a page", () => {
  test.each([
    ["  two\n\twords  ", "two words"],
    ["plain words", "plain words"],
    ["zero\u200bwidth", "zerowidth"],
    ["so\u00adft", "soft"],
    ["turned\u202e round", "turned round"],
    ["icon \ue8b6 font", "icon font"],
    ["control\u0001mark\u0003", "controlmark"],
    ["no-break\u00a0space", "no-break space"],
    ["日本語 のテキスト", "日本語 のテキスト"],
    ["family 👩\u200d👩\u200d👧", "family 👩\u200d👩\u200d👧"],
    [" \u200b ", ""],
  ])("loses what has no shape: %j", (text, seen) => {
    expect(collapse(text)).toBe(seen);
  });

  test("keeps its spaces where they mean something", () => {
    expect(keepSpaces("  if x:\tpass \u200b ")).toBe("  if x:  pass");
  });

  test("is cut with a mark", () => {
    expect(cap("abcdef", 6)).toBe("abcdef");
    expect(cap("abcdefg", 6)).toBe("abcde…");
  });

  test("is never cut within a character", () => {
    expect(cap("abc😀def", 5)).toBe("abc…");
    expect(cap("abc😀def", 6)).toBe("abc😀…");
    expect(pieces("abc😀def", 4)).toEqual(["abc", "😀de", "f"]);
  });

  test("comes in pieces that are cut at spaces", () => {
    expect(pieces("one two three four", 9)).toEqual(["one two", "three", "four"]);
    expect(pieces("onetwothreefour", 6)).toEqual(["onetwo", "threef", "our"]);
    expect(pieces("", 6)).toEqual([]);
  });

  test("is quoted so that nothing in it ends the quotes", () => {
    expect(quote('say "hi" \\')).toBe('"say \\"hi\\" \\\\"');
  });

  test("is blank when it has only spaces", () => {
    expect(isBlank(" \n\u00a0")).toBe(true);
    expect(isBlank(" a ")).toBe(false);
  });

  test("counts things in the singular and the plural", () => {
    expect([counted(1, "line"), counted(2, "line")]).toEqual(["1 line", "2 lines"]);
  });
});
