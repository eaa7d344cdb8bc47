import { describe, expect, it } from "vitest";
import { refuseRestricted, restrictionOf } from "../../src/browser/restriction";

describe("pages that are open to extensions", () => {
  it.each([
    "https://shop.example/chrome/",
    "http://127.0.0.1:8080/",
    "about:blank",
    "about:blank#x",
    "about:srcdoc",
    "file:///tmp/page.html",
    "data:text/html,x",
    "blob:https://shop.example/1",
    "https://chrome.google.com/intl/en/chrome/",
    "not an address",
    "",
  ])("%s", (address) => {
    expect(restrictionOf(address)).toBeUndefined();
  });
});

it.each([
  ["chrome://settings/", "a page of the browser"],
  ["edge://version/", "a page of the browser"],
  ["brave://rewards/", "a page of the browser"],
  ["about:version", "a page of the browser"],
  ["devtools://devtools/bundled/inspector.html", "a page of the browser"],
  ["view-source:https://shop.example/", "the source view of the browser"],
  ["chrome-extension://abcdefghijklmnopabcdefghijklmnop/page.html", "a page of an extension"],
  ["chrome-error://chromewebdata/", "an error page of the browser"],
  ["https://chromewebstore.google.com/detail/x", "the extension store"],
  ["https://chrome.google.com/webstore/detail/x", "the extension store"],
  ["https://microsoftedge.microsoft.com/addons/detail/x", "the extension store"],
])("keeps away from %s", (address, kind) => {
  expect(restrictionOf(address)).toBe(kind);
  expect(() => refuseRestricted(address)).toThrow(
    expect.objectContaining({ code: "permission_denied", reason: "page_restricted", data: { kind } }),
  );
});
