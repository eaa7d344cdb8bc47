import { describe, expect, it } from "vitest";
import { toOutcome } from "../../src/tools/script/outcome";
import { type Serialized, serialize } from "../../src/tools/script/serialize";

function written(value: unknown, maximumLength = 1000): Serialized {
  return serialize.call(value, maximumLength);
}

describe("a value that is written inside the page", () => {
  it.each([
    [{ a: [1, null, true] }, '{"a":[1,null,true]}'],
    [new Date(0), '"1970-01-01T00:00:00.000Z"'],
    [new Map([["a", 1]]), '{"a":1}'],
    [new Map([[1, 2]]), "[[1,2]]"],
    [new Set([1]), "[1]"],
    [[2n, Number.NaN, undefined], '["2n",null,null]'],
    [new TypeError("no"), '"TypeError: no"'],
    [/x/g, '"/x/g"'],
    [new Uint8Array([1, 2]), "[1,2]"],
    [Promise.resolve(1), '"Promise"'],
  ])("%o", (value, json) => {
    expect(written(value)).toEqual({ json });
  });

  it("says how long it is when that is too long", () => {
    expect(written({ a: "xxxx" }, 5)).toEqual({ tooLong: 12 });
  });

  it("says why it has none when it holds itself", () => {
    const circle: { self?: unknown } = {};
    circle.self = circle;
    expect(written(circle).failure).toMatch(/circular/i);
  });

  it("uses nothing from outside of itself", () => {
    const alone = new Function(`return (${serialize.toString()}).call(this, 1000)`);
    expect(alone.call({ a: 1 })).toEqual({ json: '{"a":1}' });
  });
});

describe("what the engine answers", () => {
  const never = () => Promise.reject(new Error("not to be called"));

  it.each([
    [{ type: "undefined" }, { ok: true }],
    [
      { type: "number", value: 2 },
      { ok: true, value: { kind: { case: "numberValue", value: 2 } } },
    ],
    [
      { type: "number", unserializableValue: "-0" },
      { ok: true, value: { kind: { case: "stringValue", value: "-0" } } },
    ],
    [
      { type: "object", subtype: "null", value: null },
      { ok: true, value: { kind: { case: "nullValue", value: 0 } } },
    ],
    [
      { type: "function", description: "() => 1" },
      { ok: true, value: { kind: { case: "stringValue", value: "() => 1" } } },
    ],
  ] as const)("%j", async (result, outcome) => {
    expect(await toOutcome({ result }, true, never)).toMatchObject(outcome);
  });

  it("tells what was thrown without the stack, and where from 1", async () => {
    const exception = { type: "object", description: "TypeError: no\n    at <anonymous>:2:3" } as const;
    const exceptionDetails = { exceptionId: 1, text: "Uncaught", lineNumber: 1, columnNumber: 2, exception };
    expect(await toOutcome({ result: exception, exceptionDetails }, true, never)).toEqual({
      ok: false,
      error: { text: "TypeError: no", line: 2, column: 3 },
    });
  });
});
