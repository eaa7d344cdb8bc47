import { describe, expect, it } from "vitest";
import { parseAddress } from "../../src/browser/address";
import { ToolError } from "../../src/errors";

describe("parseAddress", () => {
  it.each([
    ["http://example.com", "http://example.com/"],
    ["HTTPS://Example.com/A?b#c", "https://example.com/A?b#c"],
    ["  https://example.com/  ", "https://example.com/"],
    ["example.com", "https://example.com/"],
    ["example.com:8443/x", "https://example.com:8443/x"],
    ["//example.com/x", "https://example.com/x"],
    ["example.com/?next=http://other", "https://example.com/?next=http://other"],
    ["localhost", "http://localhost/"],
    ["localhost:8080/path", "http://localhost:8080/path"],
    ["shop.localhost:1", "http://shop.localhost:1/"],
    ["127.0.0.1:3000", "http://127.0.0.1:3000/"],
    ["192.168.0.1/a", "http://192.168.0.1/a"],
    ["[::1]:8080", "http://[::1]:8080/"],
    ["bücher.example", "https://xn--bcher-kva.example/"],
    ["about:blank", "about:blank"],
    ["about:blank#there", "about:blank#there"],
  ])("opens %s as %s", (text, address) => {
    expect(parseAddress(text, false)).toBe(address);
  });

  it.each([
    "",
    "   ",
    "http://",
    "http://example.com:99999",
    "two words",
    "chrome://version",
    "chrome-extension://abcdefghijklmnopabcdefghijklmnop/page.html",
    "devtools://devtools/bundled/inspector.html",
    "edge://settings",
    "brave://settings",
    "view-source:https://example.com",
    "javascript:alert(1)",
    "java\nscript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,hello",
    "blob:https://example.com/1",
    "filesystem:https://example.com/temporary/x",
    "about:version",
    "about:srcdoc",
    "mailto:someone@example.com",
    "ftp://example.com",
    "ws://example.com",
    "file:///etc/hostname",
  ])("refuses %j", (text) => {
    try {
      parseAddress(text, false);
    } catch (error) {
      expect(error).toBeInstanceOf(ToolError);
      expect(error).toMatchObject({ code: "invalid_params", reason: "address_refused" });
      return;
    }
    throw new Error("it was not refused");
  });

  it("opens files where the person allows them", () => {
    expect(parseAddress("file:///etc/hostname", true)).toBe("file:///etc/hostname");
  });
});
