import { type Entry, entry } from "./entries";
import { collapse, isBlank, keepSpaces } from "./text";

/** The text that is gathered between two entries, and whether the line that it stands in goes on. */
export class TextRun {
  /** Spaces and line ends in the text mean something. */
  preserved = false;
  /** What comes next stands in the same line of text as the last entry. */
  open = false;
  #text = "";
  #node: Text | undefined;

  /** Adds text, where it can be seen; spaces between texts count in any case. */
  add(node: Text, isVisible: () => boolean): void {
    const text = node.data;
    if (isBlank(text)) {
      if (this.#node !== undefined) this.#text += text;
    } else if (isVisible()) {
      this.#node ??= node;
      this.#text += text;
    }
  }

  /** Keeps what comes next apart from the text so far. */
  addSpace(): void {
    if (this.#text !== "") this.#text += " ";
  }

  /** Ends the text, as an entry of its own. The line goes on. */
  end(into: Entry[]): void {
    const node = this.#node;
    if (node === undefined) return;
    const texts = this.preserved ? this.#text.split("\n").map(keepSpaces) : [collapse(this.#text)];
    for (const text of texts) {
      if (text === "") continue;
      const made = entry("text", node, "", text);
      made.attached = this.open && !this.preserved;
      into.push(made);
      this.open = true;
    }
    this.#text = "";
    this.#node = undefined;
  }

  /** Ends the text and its line. */
  endLine(into: Entry[]): void {
    this.end(into);
    this.open = false;
  }

  /** Adds an entry at its place: in the line of the text around it, or in one of its own. */
  push(into: Entry[], made: Entry, inline: boolean): void {
    if (inline) this.end(into);
    else this.endLine(into);
    made.attached = this.open;
    into.push(made);
    this.open = inline;
  }
}
