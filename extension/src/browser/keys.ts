import { failure, Reason } from "../errors";
import { keyNamed, keyOfCharacter, modifierKeys, type PhysicalKey } from "./keyboard";
import { inOrder, type Modifier, modifierNamed, modifiersNamed } from "./modifiers";

/** One key press as a page sees it. */
export interface KeyStroke {
  /** `KeyboardEvent.key`. */
  readonly key: string;
  /** `KeyboardEvent.code`. Empty for a character that no key of the layout types. */
  readonly code: string;
  /** `KeyboardEvent.keyCode`. */
  readonly keyCode: number;
  /** `KeyboardEvent.location`. */
  readonly location: number;
  /** What the key types. Empty when it types nothing. */
  readonly text: string;
  /** Keys held meanwhile. */
  readonly modifiers: readonly Modifier[];
}

/**
 * Reads a key or chord such as `Enter`, `a`, `é`, `Control+Shift+K` or `Control++`, and adds the modifiers given beside
 * it. Names of keys and modifiers are taken in any case. Raises `key_unknown`, and `invalid_params` for a word that is
 * not a modifier.
 */
export function parseKey(chord: string, besides: readonly string[] = []): KeyStroke {
  const { modifiers, name } = splitChord(chord);
  const held = inOrder(new Set([...modifiers, ...modifiersNamed(besides)]));
  return stroke(name, held) ?? unknown(chord);
}

function splitChord(chord: string): { modifiers: Modifier[]; name: string } {
  if (chord === "+") return { modifiers: [], name: chord };
  // The plus sign is a key as well as the separator: after a separator it is the key.
  const plus = chord.endsWith("++");
  const words = (plus ? chord.slice(0, -2) : chord).split("+");
  const name = plus ? "+" : (words.pop() ?? "");
  return { modifiers: words.map((word) => modifierNamed(word) ?? unknown(chord)), name };
}

function stroke(name: string, held: readonly Modifier[]): KeyStroke | undefined {
  const modifier = modifierNamed(name);
  if (modifier !== undefined) {
    const others = held.filter((other) => other !== modifier);
    return pressed(modifierKeys[modifier], modifierKeys[modifier].key, "", others);
  }
  const found = isCharacter(name) ? name : keyNamed(name);
  if (found === undefined) return undefined;
  return typeof found === "string" ? strokeOfCharacter(found, held) : strokeOfKey(found, held);
}

function strokeOfKey(physical: PhysicalKey, held: readonly Modifier[]): KeyStroke {
  const key = held.includes("shift") ? physical.shifted : physical.key;
  return pressed(physical, key, physical.text ?? (isCharacter(key) ? key : ""), held);
}

function strokeOfCharacter(character: string, held: readonly Modifier[]): KeyStroke {
  const physical = keyOfCharacter.get(character);
  if (physical === undefined) {
    return pressed({ code: "", keyCode: 0, location: 0 }, character, character, held);
  }
  // A chord names the key, as in `Ctrl+A`: its case is that of Shift. A character alone is typed as it stands.
  const commanding = held.some((modifier) => modifier !== "shift");
  const isLetter = physical.code.startsWith("Key");
  if (held.includes("shift") || (commanding && isLetter)) return strokeOfKey(physical, held);
  return pressed(physical, character, character, held);
}

function pressed(
  physical: Pick<PhysicalKey, "code" | "keyCode" | "location">,
  key: string,
  text: string,
  modifiers: readonly Modifier[],
): KeyStroke {
  const types = modifiers.every((modifier) => modifier === "shift");
  const { code, keyCode, location } = physical;
  return { key, code, keyCode, location, text: types ? text : "", modifiers };
}

/** Whether the text is one character as Unicode counts it, and one that can be typed. */
function isCharacter(text: string): boolean {
  return /^\P{C}$/u.test(text);
}

function unknown(chord: string): never {
  throw failure(Reason.KEY_UNKNOWN, `there is no key ${JSON.stringify(chord)}`, { key: chord });
}
