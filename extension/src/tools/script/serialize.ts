/** A value as JSON text, or why it cannot be given. */
export interface Serialized {
  /** Absent for what JSON leaves out. */
  readonly json?: string;
  /** Length of the text where it is longer than allowed, in UTF-16 units. */
  readonly tooLong?: number;
  /** What the page's engine said of a value that has no JSON, such as one that holds itself. */
  readonly failure?: string;
}

/**
 * Writes `this` as JSON. What JSON would write as an empty object is written as what it holds (maps, sets, lists of
 * nodes) or as what it is (nodes, errors, expressions). Runs inside the page, from its own source text: it must not use
 * anything from outside of itself.
 */
export function serialize(this: unknown, maximumLength: number): Serialized {
  function nameOfNode(node: Node): string {
    const id = node instanceof Element && node.id !== "" ? `#${node.id}` : "";
    return `${node.nodeName.toLowerCase()}${id}`;
  }
  function replace(_key: string, value: unknown): unknown {
    if (typeof value === "bigint") return `${value}n`;
    if (typeof value !== "object" || value === null) return value;
    const kind = Object.prototype.toString.call(value).slice(8, -1);
    switch (kind) {
      case "Map": {
        const entries = [...(value as Map<unknown, unknown>)];
        return entries.every(([key]) => typeof key === "string") ? Object.fromEntries(entries) : entries;
      }
      case "Set":
      case "NodeList":
      case "HTMLCollection":
      case "HTMLOptionsCollection":
      case "RadioNodeList":
        return [...(value as Iterable<unknown>)];
      case "Error":
      case "DOMException":
      case "RegExp":
        return String(value);
      case "Promise":
      case "WeakMap":
      case "WeakRef":
      case "WeakSet":
      case "Window":
        return kind;
      default:
        if (ArrayBuffer.isView(value) && !(value instanceof DataView)) return [...(value as Uint8Array)];
        return typeof Node === "function" && value instanceof Node ? nameOfNode(value) : value;
    }
  }
  try {
    const json = JSON.stringify(this, replace);
    if (json === undefined) return {};
    return json.length > maximumLength ? { tooLong: json.length } : { json };
  } catch (error) {
    return { failure: String(error) };
  }
}
