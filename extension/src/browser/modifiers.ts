import { failure, Reason } from "../errors";

/** A key that is held while another input happens. */
export type Modifier = "alt" | "ctrl" | "meta" | "shift";

/** All modifiers, in the order in which they are reported and held. */
export const modifierOrder: readonly Modifier[] = ["alt", "ctrl", "meta", "shift"];

const bits: Record<Modifier, number> = { alt: 1, ctrl: 2, meta: 4, shift: 8 };

const names: Record<string, Modifier> = {
  alt: "alt",
  cmd: "meta",
  command: "meta",
  control: "ctrl",
  ctrl: "ctrl",
  meta: "meta",
  opt: "alt",
  option: "alt",
  shift: "shift",
  super: "meta",
};

/** The modifier of a name, in any case: `Ctrl`, `control`, `Cmd` … Undefined for other words. */
export function modifierNamed(name: string): Modifier | undefined {
  const key = name.toLowerCase();
  return Object.hasOwn(names, key) ? names[key] : undefined;
}

/** The modifiers of a list of names, each once and in their order. Raises `invalid_params` for another word. */
export function modifiersNamed(words: Iterable<string>): Modifier[] {
  const held = new Set<Modifier>();
  for (const word of words) {
    const modifier = modifierNamed(word);
    if (modifier === undefined) {
      throw failure(Reason.INVALID_PARAMS, `${JSON.stringify(word)} is not a modifier; use alt, ctrl, meta or shift`);
    }
    held.add(modifier);
  }
  return inOrder(held);
}

/** The same modifiers in their order. */
export function inOrder(held: ReadonlySet<Modifier>): Modifier[] {
  return modifierOrder.filter((modifier) => held.has(modifier));
}

/** Bit mask of the debugger protocol's input commands. */
export function modifierMask(held: Iterable<Modifier>): number {
  let mask = 0;
  for (const modifier of held) mask |= bits[modifier];
  return mask;
}
