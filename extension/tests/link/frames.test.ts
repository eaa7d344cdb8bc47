import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { parseFrame, serializeFrame } from "../../src/link/frames";

interface FrameCase {
  readonly name: string;
  readonly text: string;
  readonly expected: { readonly kind: string };
}

const directory = new URL("../../../tests/contract/frames/", import.meta.url);

for (const file of readdirSync(directory).filter((name) => name.endsWith(".json"))) {
  const cases: FrameCase[] = JSON.parse(readFileSync(new URL(file, directory), "utf8"));
  describe(`frames of ${file}`, () => {
    it.each(cases)("reads $name", ({ text, expected }) => {
      const frame = parseFrame(text);
      if (expected.kind === "invalid") expect(frame.kind).toBe("invalid");
      else expect(frame).toEqual(expected);
    });

    it.each(cases.filter(({ expected }) => expected.kind !== "invalid"))(
      "writes $name so that it reads the same",
      ({ text }) => {
        const frame = parseFrame(text);
        if (frame.kind === "invalid") throw new Error(frame.problem);
        expect(parseFrame(serializeFrame(frame))).toEqual(frame);
      },
    );
  });
}

describe("parseFrame", () => {
  it("names the key that is repeated", () => {
    expect(parseFrame('{"id":"a","id":"b","result":1}')).toMatchObject({ problem: 'the key "id" is repeated' });
  });

  it("reads a message of several megabytes", () => {
    const value = 'a\\"{'.repeat(1_000_000);
    const frame = parseFrame(serializeFrame({ kind: "request", id: "1", method: "tool.fill", params: { value } }));
    expect(frame).toMatchObject({ kind: "request", params: { value } });
  });
});
