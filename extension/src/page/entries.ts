/** What an entry of the outline is. It decides how the entry is written. */
export type EntryKind =
  | "text"
  | "control"
  | "group"
  | "heading"
  | "leaf"
  | "list"
  | "item"
  | "table"
  | "row"
  | "cell"
  | "frame"
  | "remark";

/** One thing that a reader of the page is told of, with what it holds. */
export interface Entry {
  readonly kind: EntryKind;
  /** Where it stands in the page: an element, or the first text node of a text. */
  readonly node: Node;
  readonly role: string;
  /** Name; of a text and a remark what they say. */
  readonly name: string;
  /** States and value, as they follow the name. Begins with a space when it is not empty. */
  tail: string;
  /** It can be acted on, so it gets a reference. */
  actionable: boolean;
  /** Number of the element in this document; 0 before it has one, and for what is not actionable. */
  local: number;
  /** It stands in the same line of text as the entry before it. */
  attached: boolean;
  /** Columns that a cell takes. */
  span: number;
  /** Rows or items of a long table or list that were only counted. */
  omitted: number;
  children: Entry[];
}

/** A new entry without states and content. */
export function entry(kind: EntryKind, node: Node, role: string, name = ""): Entry {
  return {
    kind,
    node,
    role,
    name,
    tail: "",
    actionable: false,
    local: 0,
    attached: false,
    span: 1,
    omitted: 0,
    children: [],
  };
}

/** How many of the entries, and of those within them, can be acted on. */
export function countActionable(entries: readonly Entry[]): number {
  return entries.reduce((sum, each) => sum + (each.actionable ? 1 : 0) + countActionable(each.children), 0);
}

/** The texts and names of entries and of what they hold, in their order. */
export function wordsOf(entries: readonly Entry[]): string[] {
  return entries.flatMap(({ name, children }) => (name === "" ? wordsOf(children) : [name, ...wordsOf(children)]));
}

/** Calls back for each entry, those within it after it. */
export function visit(entries: readonly Entry[], callback: (entry: Entry) => void): void {
  for (const each of entries) {
    callback(each);
    visit(each.children, callback);
  }
}
