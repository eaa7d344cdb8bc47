import type { Modifier } from "./modifiers";

/** A physical key of a keyboard with the US layout. */
export interface PhysicalKey {
  /** `KeyboardEvent.code`. Empty for a character that this layout has no key for. */
  readonly code: string;
  /** `KeyboardEvent.key` of the key alone. */
  readonly key: string;
  /** `KeyboardEvent.key` with Shift. */
  readonly shifted: string;
  /** `KeyboardEvent.keyCode`. */
  readonly keyCode: number;
  /** `KeyboardEvent.location`. */
  readonly location: number;
  /** Text that the key types when it is not its `key`. */
  readonly text?: string;
}

const letters = Array.from("abcdefghijklmnopqrstuvwxyz", (letter) => {
  const capital = letter.toUpperCase();
  return physical(`Key${capital}`, letter, capital, capital.charCodeAt(0));
});

const digits = Array.from(")!@#$%^&*(", (shifted, digit) => physical(`Digit${digit}`, `${digit}`, shifted, 48 + digit));

const punctuation = [
  physical("Semicolon", ";", ":", 186),
  physical("Equal", "=", "+", 187),
  physical("Comma", ",", "<", 188),
  physical("Minus", "-", "_", 189),
  physical("Period", ".", ">", 190),
  physical("Slash", "/", "?", 191),
  physical("Backquote", "`", "~", 192),
  physical("BracketLeft", "[", "{", 219),
  physical("Backslash", "\\", "|", 220),
  physical("BracketRight", "]", "}", 221),
  physical("Quote", "'", '"', 222),
  physical("Space", " ", " ", 32),
];

const functionKeys = Array.from({ length: 24 }, (_, index) => named(`F${index + 1}`, 112 + index));

const editing = [
  named("Backspace", 8),
  named("Tab", 9),
  { ...named("Enter", 13), text: "\r" },
  named("Pause", 19),
  named("CapsLock", 20),
  named("Escape", 27),
  named("PageUp", 33),
  named("PageDown", 34),
  named("End", 35),
  named("Home", 36),
  named("ArrowLeft", 37),
  named("ArrowUp", 38),
  named("ArrowRight", 39),
  named("ArrowDown", 40),
  named("PrintScreen", 44),
  named("Insert", 45),
  named("Delete", 46),
  named("ContextMenu", 93),
  named("NumLock", 144),
  named("ScrollLock", 145),
];

/** The key that holds each modifier: the left one of the two. */
export const modifierKeys: Record<Modifier, PhysicalKey> = {
  alt: { ...physical("AltLeft", "Alt", "Alt", 18), location: 1 },
  ctrl: { ...physical("ControlLeft", "Control", "Control", 17), location: 1 },
  meta: { ...physical("MetaLeft", "Meta", "Meta", 91), location: 1 },
  shift: { ...physical("ShiftLeft", "Shift", "Shift", 16), location: 1 },
};

const keysThatType = [...letters, ...digits, ...punctuation];

/** The key that types a character, alone or with Shift. */
export const keyOfCharacter: ReadonlyMap<string, PhysicalKey> = new Map(
  keysThatType.flatMap((key): [string, PhysicalKey][] => [
    [key.shifted, key],
    [key.key, key],
  ]),
);

const aliases: Record<string, string> = {
  del: "Delete",
  down: "ArrowDown",
  esc: "Escape",
  ins: "Insert",
  left: "ArrowLeft",
  menu: "ContextMenu",
  pagedn: "PageDown",
  pgdn: "PageDown",
  pgup: "PageUp",
  plus: "+",
  return: "Enter",
  right: "ArrowRight",
  spacebar: "Space",
  up: "ArrowUp",
};

const keysByName: ReadonlyMap<string, PhysicalKey> = new Map(
  [...keysThatType, ...functionKeys, ...editing].map((key) => [key.code.toLowerCase(), key]),
);

/** What a name stands for: a key by its name or code in any case (`enter`, `KeyA`), or a character that has a name. */
export function keyNamed(name: string): PhysicalKey | string | undefined {
  const lower = name.toLowerCase();
  const alias = Object.hasOwn(aliases, lower) ? aliases[lower] : undefined;
  if (alias?.length === 1) return alias;
  return keysByName.get((alias ?? name).toLowerCase());
}

function physical(code: string, key: string, shifted: string, keyCode: number): PhysicalKey {
  return { code, key, shifted, keyCode, location: 0 };
}

function named(name: string, keyCode: number): PhysicalKey {
  return physical(name, name, name, keyCode);
}
