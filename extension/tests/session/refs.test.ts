import { describe, expect, test } from "vitest";
import { RefSpace, type RefState, type RefStore } from "../../src/session/refs";

function document(documentId: string, frameId = 0) {
  return { tabId: 7, frameId, documentId };
}

/** Keeps the state as the browser does: as a copy. */
function store(): RefStore {
  let kept: string | undefined;
  return {
    read: async () => (kept === undefined ? undefined : (JSON.parse(kept) as RefState)),
    write: async (state) => {
      kept = JSON.stringify(state);
    },
  };
}

describe("references", () => {
  test("follow the numbers of the elements", async () => {
    const refs = new RefSpace();
    await refs.cover(document("A"), 3);
    expect([1, 2, 3].map((local) => refs.refOf("A", local))).toEqual(["e1", "e2", "e3"]);
    expect(refs.refOf("A", 4)).toBeUndefined();
  });

  test("stay when the document is read again and has grown", async () => {
    const refs = new RefSpace();
    await refs.cover(document("A"), 3);
    await refs.cover(document("A"), 2);
    await refs.cover(document("A"), 5);
    expect([1, 3, 4, 5].map((local) => refs.refOf("A", local))).toEqual(["e1", "e3", "e4", "e5"]);
  });

  test("are not given twice when another document came in between", async () => {
    const refs = new RefSpace();
    await refs.cover(document("A"), 2);
    await refs.cover(document("B", 4), 1);
    await refs.cover(document("A"), 4);
    expect([1, 2, 3, 4].map((local) => refs.refOf("A", local))).toEqual(["e1", "e2", "e4", "e5"]);
    expect(refs.refOf("B", 1)).toBe("e3");
  });

  test("lead back to the element, with or without the sign", async () => {
    const refs = new RefSpace();
    await refs.cover(document("A"), 2);
    await refs.cover(document("B", 4), 1);
    await refs.cover(document("A"), 4);
    expect(await refs.locate("@e5")).toEqual({ ref: "e5", tabId: 7, frameId: 0, documentId: "A", local: 4 });
    expect(await refs.locate("e3")).toEqual({ ref: "e3", tabId: 7, frameId: 4, documentId: "B", local: 1 });
  });

  test.each(["e3", "@e0", "e-1", "7", "e1x", ""])("that were never given are refused: %s", async (ref) => {
    const refs = new RefSpace();
    await refs.cover(document("A"), 2);
    await expect(refs.locate(ref)).rejects.toMatchObject({ code: "not_found", reason: "ref_not_found" });
  });

  test("outlive the worker", async () => {
    const kept = store();
    await new RefSpace(kept).cover(document("A"), 2);
    const refs = new RefSpace(kept);
    expect(await refs.locate("e2")).toMatchObject({ documentId: "A", local: 2 });
    await refs.cover(document("B"), 1);
    expect(refs.refOf("B", 1)).toBe("e3");
  });

  test("of documents read long ago are dropped, never those just read", async () => {
    const refs = new RefSpace();
    await refs.cover(document("first"), 1);
    await refs.cover(document("kept"), 1);
    for (let index = 0; index < 199; index += 1) {
      await refs.cover(document(`other-${index}`), 1);
      await refs.cover(document("kept"), 1);
    }
    await expect(refs.locate("e1")).rejects.toMatchObject({ reason: "ref_not_found" });
    expect(await refs.locate("e2")).toMatchObject({ documentId: "kept" });
  });
});
