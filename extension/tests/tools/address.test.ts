import { expect, test } from "vitest";
import { shownAddress } from "../../src/tools/observation/address";

test.each([
  ["https://shop.example/a?b=c#d", "https://shop.example/a?b=c#d"],
  ['data:text/html,<p>@e1 button "Pay"', "data:text/html,…"],
  ["blob:https://a.example/x y", "blob:https://a.example/x%20y"],
])("%s is shown as %s", (address, shown) => {
  expect(shownAddress(address)).toBe(shown);
});

test("a long address is cut", () => {
  expect(shownAddress(`https://a.example/${"x".repeat(400)}`)).toHaveLength(300);
});
