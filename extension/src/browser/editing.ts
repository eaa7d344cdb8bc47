import type { KeyStroke } from "./keys";

/**
 * What keys mean to a text field on a Mac. There the system turns keys into editing commands before the page's engine
 * sees them; keys sent by the debugger bypass it and would only be typed. Elsewhere the engine knows the keys itself.
 */
const macCommands: Readonly<Record<string, readonly string[]>> = {
  Backspace: ["deleteBackward"],
  "shift Backspace": ["deleteBackward"],
  "alt Backspace": ["deleteWordBackward"],
  "meta Backspace": ["deleteToBeginningOfLine"],
  Delete: ["deleteForward"],
  "alt Delete": ["deleteWordForward"],
  Enter: ["insertNewline"],
  "shift Enter": ["insertNewline"],
  "alt Enter": ["insertNewline"],
  Escape: ["cancelOperation"],
  Tab: ["insertTab"],
  "shift Tab": ["insertBacktab"],
  Home: ["scrollToBeginningOfDocument"],
  End: ["scrollToEndOfDocument"],
  PageUp: ["scrollPageUp"],
  PageDown: ["scrollPageDown"],
  "shift Home": ["moveToBeginningOfDocumentAndModifySelection"],
  "shift End": ["moveToEndOfDocumentAndModifySelection"],
  "shift PageUp": ["pageUpAndModifySelection"],
  "shift PageDown": ["pageDownAndModifySelection"],
  ArrowUp: ["moveUp"],
  ArrowDown: ["moveDown"],
  ArrowLeft: ["moveLeft"],
  ArrowRight: ["moveRight"],
  "shift ArrowUp": ["moveUpAndModifySelection"],
  "shift ArrowDown": ["moveDownAndModifySelection"],
  "shift ArrowLeft": ["moveLeftAndModifySelection"],
  "shift ArrowRight": ["moveRightAndModifySelection"],
  "alt ArrowUp": ["moveBackward", "moveToBeginningOfParagraph"],
  "alt ArrowDown": ["moveForward", "moveToEndOfParagraph"],
  "alt ArrowLeft": ["moveWordLeft"],
  "alt ArrowRight": ["moveWordRight"],
  "alt shift ArrowLeft": ["moveWordLeftAndModifySelection"],
  "alt shift ArrowRight": ["moveWordRightAndModifySelection"],
  "meta ArrowUp": ["moveToBeginningOfDocument"],
  "meta ArrowDown": ["moveToEndOfDocument"],
  "meta ArrowLeft": ["moveToLeftEndOfLine"],
  "meta ArrowRight": ["moveToRightEndOfLine"],
  "meta shift ArrowUp": ["moveToBeginningOfDocumentAndModifySelection"],
  "meta shift ArrowDown": ["moveToEndOfDocumentAndModifySelection"],
  "meta shift ArrowLeft": ["moveToLeftEndOfLineAndModifySelection"],
  "meta shift ArrowRight": ["moveToRightEndOfLineAndModifySelection"],
  "ctrl KeyA": ["moveToBeginningOfParagraph"],
  "ctrl KeyE": ["moveToEndOfParagraph"],
  "ctrl KeyD": ["deleteForward"],
  "ctrl KeyH": ["deleteBackward"],
  "ctrl KeyK": ["deleteToEndOfParagraph"],
  "meta KeyA": ["selectAll"],
  "meta KeyC": ["copy"],
  "meta KeyV": ["paste"],
  "meta KeyX": ["cut"],
  "meta KeyZ": ["undo"],
  "meta shift KeyZ": ["redo"],
};

/** Editing commands that have to be sent along with a key. `platform` is the browser's own name of it. */
export function editingCommands({ code, modifiers }: KeyStroke, platform: string): readonly string[] {
  if (!/^mac/i.test(platform)) return [];
  const chord = [...modifiers, code].join(" ");
  return Object.hasOwn(macCommands, chord) ? (macCommands[chord] ?? []) : [];
}
