import { describe, expect, test } from "vitest";
import type { FrameLine, Reading } from "../../src/page/reading";
import { composeText, fitLines } from "../../src/tools/observation/composing";
import type { ReadFrame } from "../../src/tools/observation/gathering";
import { stitch } from "../../src/tools/observation/stitching";

function reading(texts: string[], more: Partial<Reading> = {}): Reading {
  return {
    title: "T",
    url: "http://a.example/",
    width: 800,
    height: 600,
    own: { width: 800, height: 600 },
    depths: texts.map(() => 0),
    texts,
    frames: [],
    restLines: 0,
    restRefs: 0,
    deepLines: 0,
    highestLocal: 0,
    number: 1,
    ...more,
  };
}

function frame(frameId: number, parentFrameId: number, rest: Omit<ReadFrame, "frame">): ReadFrame {
  return { frame: { frameId, parentFrameId, documentId: `D${frameId}`, url: `http://f${frameId}.example/` }, ...rest };
}

function held(line: number, index: number, more: Partial<FrameLine> = {}): FrameLine {
  const source = `http://f${index + 1}.example/`;
  return { local: 100 + index, index, address: source, source, width: 300, height: 150, line, depth: 0, ...more };
}

const inside = (index: number) => ({ own: { index, width: 300, height: 150 } });
const textOf = (frames: ReadFrame[]) => stitch(frames).lines.map(({ depth, text }) => "  ".repeat(depth) + text);

describe("frames", () => {
  test("have their lines below that of the element that holds them", () => {
    const page = frame(0, -1, { reading: reading(["a", "frame", "b"], { frames: [held(1, 0)] }) });
    const inner = frame(1, 0, { reading: reading(["x", "y"], { ...inside(0), url: "http://f1.example/" }) });
    expect(textOf([page, inner])).toEqual(["a", "frame http://f1.example/", "  x", "  y", "b"]);
  });

  test("are told apart by their place, whatever their order", () => {
    const page = frame(0, -1, { reading: reading(["frame", "frame"], { frames: [held(0, 0), held(1, 1)] }) });
    const second = frame(2, 0, { reading: reading(["second"], { ...inside(1), url: "http://f2.example/" }) });
    const first = frame(1, 0, { reading: reading(["first"], { ...inside(0), url: "http://f1.example/" }) });
    expect(textOf([page, second, first])).toEqual([
      "frame http://f1.example/",
      "  first",
      "frame http://f2.example/",
      "  second",
    ]);
  });

  test.each([
    ["busy", "no answer"],
    ["refused", "refused"],
  ] as const)("that are %s are named as not seen", (silence, why) => {
    const page = frame(0, -1, { reading: reading(["frame"], { frames: [held(0, 0)] }) });
    expect(stitch([page, frame(1, 0, { silence })]).unseen).toEqual([`frame http://f1.example/ (${why})`]);
  });

  test("that are hidden are not told of", () => {
    const page = frame(0, -1, { reading: reading(["a"]) });
    const stitched = stitch([page, frame(1, 0, { reading: reading(["hidden"], inside(0)) })]);
    expect(stitched.lines.map(({ text }) => text)).toEqual(["a"]);
    expect(stitched.unseen).toEqual([]);
  });

  test("go on in the frame of a cursor, and then with the page around it", () => {
    const page = frame(0, -1, { reading: reading(["b"], { frames: [held(-1, 0, { depth: 1 })] }) });
    const inner = frame(1, 0, { reading: reading(["y"], inside(0)) });
    const lines = stitch([page, inner], inner).lines.map(({ depth, text }) => "  ".repeat(depth) + text);
    expect(lines).toEqual(["    y", "b"]);
  });

  test("that were cut end the text there", () => {
    const page = frame(0, -1, { reading: reading(["frame", "b"], { frames: [held(0, 0)] }) });
    const inner = frame(1, 0, { reading: reading(["x"], { ...inside(0), restLines: 7, restRefs: 3 }) });
    const stitched = stitch([page, inner]);
    expect(stitched.lines).toHaveLength(2);
    expect(stitched.stop).toMatchObject({ source: inner, index: 1 });
    expect(stitched.restLines).toBe(8);
    expect(stitched.restRefs).toBe(3);
  });
});

describe("bounds", () => {
  const lines = Array.from({ length: 20 }, (_, index) => `line ${index}`);
  const parts = {
    header: "page",
    command: "observe",
    nextCursor: "c1-abc",
    unseen: [],
    refOf: () => "e1",
    cursorOf: () => "c",
  };

  test("cut the text, which says how much is left and how to get it", () => {
    const fitted = fitLines(stitch([frame(0, -1, { reading: reading(lines) })]), 4, { characters: 204 });
    expect(fitted.cut).toMatchObject({ index: 5 });
    expect(composeText(fitted, parts).split("\n").at(-1)).toBe("... 15 more lines (observe --cursor c1-abc)");
  });

  test("always leave one line", () => {
    const fitted = fitLines(stitch([frame(0, -1, { reading: reading(lines) })]), 4, { characters: 4 });
    expect(fitted.shown).toHaveLength(1);
  });

  test("of depth leave out what lies deeper, and say so", () => {
    const nested = reading(["a", "b"], { depths: [0, 1] });
    const fitted = fitLines(stitch([frame(0, -1, { reading: nested })]), 4, { characters: 1_000, depth: 1 });
    const text = composeText(fitted, { ...parts, nextCursor: undefined, depth: 1 });
    expect(text).toBe("page\na\nnot shown: 1 line below level 1");
  });
});
