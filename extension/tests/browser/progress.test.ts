import { describe, expect, it } from "vitest";
import {
  advance,
  beforeStart,
  hasFailed,
  hasReached,
  type NavigationEvent,
  type Progress,
  unknownProgress,
} from "../../src/browser/progress";

const started: NavigationEvent = { kind: "started" };
const committed = (documentId: string): NavigationEvent => ({ kind: "committed", documentId });
const parsed = (documentId: string): NavigationEvent => ({ kind: "domcontentloaded", documentId });
const completed = (documentId: string): NavigationEvent => ({ kind: "completed", documentId });
const failed = (documentId: string | undefined, errorText = "net::ERR_ABORTED"): NavigationEvent => ({
  kind: "failed",
  documentId,
  errorText,
});

function follow(progress: Progress, ...events: NavigationEvent[]): Progress {
  return events.reduce(advance, progress);
}

const loadedPage = follow(unknownProgress, started, committed("A"), parsed("A"), completed("A"));
const asked = beforeStart(loadedPage);

describe("a load that was asked for", () => {
  it("has reached nothing before it starts", () => {
    expect(hasReached(asked, "commit")).toBe(false);
    expect(hasFailed(asked)).toBe(false);
  });

  it("goes through the phases in their order", () => {
    const progress = follow(asked, started, committed("B"));
    expect([hasReached(progress, "commit"), hasReached(progress, "domcontentloaded")]).toEqual([true, false]);
    const ready = follow(progress, parsed("B"));
    expect([hasReached(ready, "domcontentloaded"), hasReached(ready, "load")]).toEqual([true, false]);
    expect(hasReached(follow(ready, completed("B")), "load")).toBe(true);
  });

  it("reaches every phase of a page that comes back from the back-forward cache without being parsed again", () => {
    const progress = follow(
      beforeStart(follow(asked, started, committed("B"))),
      started,
      committed("A"),
      completed("A"),
    );
    expect(hasReached(progress, "domcontentloaded")).toBe(true);
    expect(hasReached(progress, "load")).toBe(true);
  });

  it("is not concluded by what still happens to the old page", () => {
    const loading = beforeStart(follow(unknownProgress, started, committed("A")));
    for (const event of [parsed("A"), completed("A"), failed("A")]) {
      const progress = follow(loading, event);
      expect([hasReached(progress, "commit"), hasFailed(progress)]).toEqual([false, false]);
    }
  });

  it("is not concluded by the end of a load that it pushes aside", () => {
    const progress = follow(beforeStart(follow(loadedPage, started)), failed(undefined));
    expect(hasFailed(progress)).toBe(false);
    expect(hasReached(follow(progress, started, committed("B"), completed("B")), "load")).toBe(true);
  });

  it("is not concluded by an older load that still replaces the page", () => {
    const progress = follow(beforeStart(follow(loadedPage, started)), committed("X"), completed("X"));
    expect(hasReached(progress, "commit")).toBe(false);
    expect(hasReached(follow(progress, started, committed("B")), "commit")).toBe(true);
  });

  it("follows a page that redirects itself before it is complete", () => {
    const progress = follow(asked, started, committed("B"), started);
    expect(hasReached(progress, "commit")).toBe(false);
    expect(hasReached(follow(progress, committed("C"), completed("C")), "load")).toBe(true);
  });

  it("fails when nothing takes the place of the page", () => {
    const progress = follow(asked, started, failed(undefined));
    expect(hasFailed(progress)).toBe(true);
    expect(progress.errorText).toBe("net::ERR_ABORTED");
    expect(hasReached(progress, "commit")).toBe(false);
  });

  it("fails when the browser's error page takes the place of the page", () => {
    const progress = follow(asked, started, failed("E", "net::ERR_CONNECTION_REFUSED"));
    expect(hasFailed(progress)).toBe(true);
    expect(hasReached(progress, "commit")).toBe(false);
  });

  it("fails when the page stops half-way", () => {
    expect(hasFailed(follow(asked, started, committed("B"), failed("B")))).toBe(true);
  });

  it("keeps its phase when a complete page is thrown away", () => {
    const progress = follow(asked, started, committed("B"), completed("B"), failed("B"));
    expect(hasReached(progress, "load")).toBe(true);
  });

  it("goes on when another load follows the failed one", () => {
    const progress = follow(asked, started, failed(undefined), started, committed("B"), completed("B"));
    expect(hasReached(progress, "load")).toBe(true);
  });
});
