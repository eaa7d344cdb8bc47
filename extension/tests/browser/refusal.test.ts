import { expect, it } from "vitest";
import { debuggerFailure, isAlreadyAttached, isNotAttached, isReason } from "../../src/browser/refusal";
import { failure, Reason } from "../../src/errors";

it.each([
  ["No tab with given id 7.", "tab_not_found"],
  ["Cannot access a chrome:// URL", "page_restricted"],
  ["Cannot attach to this target.", "page_restricted"],
  ["The extensions gallery cannot be scripted.", "page_restricted"],
  ["Cannot access a chrome-extension:// URL of different extension", "cdp_extension_access_denied"],
  ["Detached while handling command.", "debugger_unavailable"],
  ["Debugger is not attached to the tab with id: 7.", "debugger_unavailable"],
  ['{"code":-32000,"message":"Target closed"}', "debugger_unavailable"],
  ['{"code":-32000,"message":"No node found"}', "cdp_failed"],
])("makes of %s the reason %s", (text, reason) => {
  expect(debuggerFailure(new Error(text), 7).reason).toBe(reason);
});

it("keeps the words of an error of the protocol, without its wrapping", () => {
  const made = debuggerFailure(new Error('{"code":-32602,"message":"No dialog is showing"}'), 7);
  expect(made.data.error_text).toBe("No dialog is showing");
});

it("lets a failure of ours through", () => {
  const ours = failure(Reason.TIMEOUT, "late");
  expect(debuggerFailure(ours, 7)).toBe(ours);
});

it("tells what only needs another attempt", () => {
  expect(isAlreadyAttached(new Error("Another debugger is already attached to the tab with id: 7."))).toBe(true);
  expect(isNotAttached(new Error("Debugger is not attached to the tab with id: 7."))).toBe(true);
  expect(isNotAttached(new Error("Detached while handling command."))).toBe(false);
});

it("knows the reason of a failure", () => {
  expect(isReason(failure(Reason.REF_NOT_FOUND, "gone"), Reason.REF_NOT_FOUND)).toBe(true);
  expect(isReason(new Error("ref_not_found"), Reason.REF_NOT_FOUND)).toBe(false);
});
