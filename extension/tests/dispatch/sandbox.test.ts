import { describe, expect, it } from "vitest";
import { scopeOf } from "../../src/dispatch/sandbox";
import { Session } from "../../src/session/session";

const mine = new Session("mine", 100, [1, 2], () => {});
const other = new Session("other", 200, [3], () => {});
const sessions = [mine, other];
const ownership = {
  ownerOf: (tabId: number) => sessions.find((session) => session.tabIds.has(tabId)),
  ofWindow: (windowId: number) => sessions.find((session) => session.windowId === windowId),
};

describe("scopeOf", () => {
  it.each([
    ["a tab of the session", { id: 1, windowId: 100 }, "agent"],
    ["a tab of the session in a popup", { id: 2, windowId: 300 }, "agent"],
    ["a tab of the person's", { id: 9, windowId: 300 }, "user"],
    ["a tab that the person put into the Agent Window", { id: 9, windowId: 100 }, "user"],
    ["a tab of another session", { id: 3, windowId: 200 }, "hidden"],
    ["a tab of another session in a popup", { id: 3, windowId: 300 }, "hidden"],
    ["a tab that the person put into another session's window", { id: 9, windowId: 200 }, "hidden"],
  ])("judges %s", (_, tab, scope) => {
    expect(scopeOf(tab, mine, ownership)).toBe(scope);
  });
});
