import { expect, it } from "vitest";
import { scrollDistance } from "../../src/page/scrolling";

const view = { from: 100, to: 200 };

it.each([
  [{ from: 120, to: 140 }, 0],
  [{ from: 90, to: 110 }, -10],
  [{ from: 190, to: 220 }, 20],
  [{ from: 50, to: 300 }, 0],
  [{ from: 150, to: 400 }, 50],
  [{ from: -100, to: 120 }, -80],
])("scrolls no further than needed to show %j", (target, distance) => {
  expect(scrollDistance(target, view, "nearest")).toBe(distance);
});

it.each([
  ["start", 200],
  ["end", 120],
  ["center", 160],
] as const)("brings a target to the %s", (alignment, distance) => {
  expect(scrollDistance({ from: 300, to: 320 }, view, alignment)).toBe(distance);
});
