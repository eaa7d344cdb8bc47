import { countActionable, type Entry, visit, wordsOf } from "./entries";
import { nameOf } from "./names";

/** Longest name that a box without a role gets from what it holds, in UTF-16 units. */
const BOX_NAME_MAXIMUM = 300;

/**
 * A box without a role that can be clicked, given with what it holds: itself with its text as its name, itself around
 * other controls, or only the one control that it merely wraps. `handles` says that its attributes make it a control.
 */
export function boxEntries(box: Entry, handles: boolean): Entry[] {
  if (!(box.node instanceof HTMLElement || box.node instanceof SVGElement)) return box.children;
  const name = nameOf(box.node, "");
  const words = wordsOf(box.children);
  const inner = countActionable(box.children);
  if (inner === 0) {
    const text = words.join(" ");
    if (text.length > BOX_NAME_MAXIMUM || holdsFrame(box.children)) return [{ ...box, name }];
    if (text === "" && !hasSize(box.node)) return box.children;
    return [{ ...box, name: name || text, children: [] }];
  }
  if (!handles && inner === 1 && wrapsOneControl(box.children)) return box.children;
  return [{ ...box, name }];
}

/** Whether the entries are one control with nothing beside it. */
function wrapsOneControl(entries: readonly Entry[]): boolean {
  const only = entries[0];
  if (entries.length !== 1 || only === undefined) return false;
  return only.kind === "control" || (only.name === "" && wrapsOneControl(only.children));
}

function holdsFrame(entries: readonly Entry[]): boolean {
  let found = false;
  visit(entries, (each) => {
    found ||= each.kind === "frame";
  });
  return found;
}

function hasSize(element: Element): boolean {
  const { width, height } = element.getBoundingClientRect();
  return width > 1 && height > 1;
}
