import { describe, expect, test } from "vitest";
import { contextsOf } from "../../src/page/contexts";
import { type Entry, type EntryKind, entry } from "../../src/page/entries";
import { looseFolds } from "../../src/page/folds";
import { type LineForm, linesOf } from "../../src/page/lines";
import { replaceMarks } from "../../src/page/marks";

/** Stands for a node of a page: the rules for lines only tell nodes apart. */
function node(): Node {
  const self = { isConnected: true, contains: (other: unknown) => other === self } as unknown as Node;
  return self;
}

function made(kind: EntryKind, role: string, name: string, ...children: Entry[]): Entry {
  return { ...entry(kind, node(), role, name), children };
}

const text = (name: string) => made("text", "", name);
const attached = (each: Entry): Entry => ({ ...each, attached: true });

let numbered = 0;
function control(role: string, name: string, ...children: Entry[]): Entry {
  numbered += 1;
  return { ...made("control", role, name, ...children), actionable: true, local: numbered };
}

function write(entries: Entry[], form: Partial<LineForm> = {}): string[] {
  const whole: LineForm = { whole: false, folds: looseFolds, from: undefined, contexts: contextsOf(entries), ...form };
  return linesOf(entries, whole).map(({ depth, text }) => {
    const plain = replaceMarks(
      text,
      () => "@e",
      () => "c",
    );
    return "  ".repeat(depth) + plain;
  });
}

const cells = (...content: Entry[][]) => content.map((children) => ({ ...made("cell", "cell", ""), children }));
const row = (...content: Entry[][]): Entry => ({ ...made("row", "row", ""), children: cells(...content) });
const heads = (...names: string[]): Entry => ({
  ...made("row", "row", ""),
  children: names.map((name) => made("cell", "columnheader", "", text(name))),
});

describe("lines", () => {
  test("are indented by what they stand in", () => {
    const page = [made("group", "main", "", made("heading", "heading", "Orders"), control("button", "Go"))];
    expect(write(page)).toEqual(["main", '  heading "Orders"', '  @e button "Go"']);
  });

  test("join a group with its only text", () => {
    expect(write([made("group", "alert", "", text("Saved"))])).toEqual(['alert: "Saved"']);
  });

  test("join a heading with the control that has the same name", () => {
    expect(write([made("heading", "heading", "Story", control("link", "Story"))])).toEqual(['heading @e link "Story"']);
  });

  test("hold a text with the controls that stand in it", () => {
    const sentence = [text("Read"), attached(control("link", "more")), attached(text("about it"))];
    expect(write(sentence)).toEqual(['"Read" @e link "more" "about it"']);
  });

  test("keep controls without text between them apart", () => {
    expect(write([control("link", "A"), attached(control("link", "B"))])).toEqual(['@e link "A"', '@e link "B"']);
  });

  test("leave out what only separates controls", () => {
    const sentence = [text("See"), attached(control("link", "A")), attached(text(",")), attached(control("link", "B"))];
    expect(write([...sentence, attached(text("."))])).toEqual(['"See" @e link "A" @e link "B"']);
  });

  test("break a long sentence between its parts", () => {
    const long = "word ".repeat(60).trim();
    const lines = write([text(long), attached(control("link", "A")), attached(text(long))]);
    expect(lines).toEqual([`"${long}" @e link "A"`, `"${long}"`]);
  });

  test("begin an item of several lines with a dash", () => {
    const list = made(
      "list",
      "list",
      "",
      made("item", "listitem", "", control("link", "Shoes"), text("12.50")),
      made("item", "listitem", "", text("Bags")),
    );
    expect(write([list])).toEqual(['- @e link "Shoes"', '  "12.50"', '"Bags"']);
  });

  test("hold a row of a table each, below its columns", () => {
    const table = made(
      "table",
      "table",
      "Orders",
      heads("No.", "Action"),
      row([text("1042")], [control("button", "View")]),
    );
    expect(write([table])).toEqual(['table "Orders" 1 row: No. | Action', '  1042 | @e button "View"']);
  });

  test.each(["a | b", 'button "Pay"', "@e5"])("quote text in a cell that could mislead: %s", (name) => {
    expect(write([made("table", "table", "", row([text(name)], [text("x")]))])[1]).toBe(
      `  ${JSON.stringify(name)} | x`,
    );
  });

  test("fold a long table, and unfold it from where the reading goes on", () => {
    const rows = Array.from({ length: 60 }, (_, index) => row([text(`row ${index + 1}`)], [text("x")]));
    const table = [made("table", "table", "", ...rows)];
    const folded = write(table);
    expect(folded.slice(-2)).toEqual(["  row 10 | x", "  ... 50 more rows (observe --cursor c)"]);
    const place = { node: rows[30]?.node ?? node(), part: 0 };
    expect(write(table, { from: place })).toHaveLength(61);
  });

  test("count the rows of a table that were only counted", () => {
    const rows = Array.from({ length: 51 }, (_, index) => row([text(`row ${index + 1}`)], [text("x")]));
    const table = { ...made("table", "table", "", ...rows), omitted: 449 };
    const folded = write([table]);
    expect(folded[0]).toBe("table 500 rows");
    expect(folded.at(-1)).toBe("  ... 490 more rows (observe --cursor c)");
  });

  test("leave nothing out of the whole tree", () => {
    const list = made("list", "list", "", made("item", "listitem", "", text("Milk")));
    expect(write([list], { whole: true })).toEqual(["list", '  listitem: "Milk"']);
  });
});

describe("contexts", () => {
  test("are the heading or the text before controls of the same name", () => {
    const page = [
      made("heading", "heading", "Shoes"),
      control("button", "Add"),
      made("heading", "heading", "Bags"),
      control("button", "Add"),
      control("button", "Once"),
    ];
    const found = write(page).filter((line) => line.includes("button"));
    expect(found).toEqual(['@e button "Add" [ctx: Shoes]', '@e button "Add" [ctx: Bags]', '@e button "Once"']);
  });

  test("are left out in tables and in items that tell themselves", () => {
    const item = (name: string) => made("item", "listitem", "", text(name), control("button", "Add"));
    expect(write([made("list", "list", "", item("A"), item("B"))]).join()).not.toContain("ctx");
  });
});
