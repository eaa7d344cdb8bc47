import { Reason } from "../errors";
import type { Action } from "./action";
import { editingCommands } from "./editing";
import { modifierKeys } from "./keyboard";
import type { KeyStroke } from "./keys";
import { type Modifier, modifierMask, modifierOrder } from "./modifiers";
import { pause } from "./pause";
import { isReason } from "./refusal";
import { unlessMissing } from "./tabs";

/** A place in the top-level viewport, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export type MouseButton = "left" | "middle" | "right";

/** How to click. */
export interface ClickOptions {
  readonly button: MouseButton;
  /** How many times, as one gesture. */
  readonly count: number;
  readonly modifiers: readonly Modifier[];
}

type Key = Pick<KeyStroke, "key" | "code" | "keyCode" | "location">;

const modifierOfCode = new Map(modifierOrder.map((modifier) => [modifierKeys[modifier].code, modifier]));

const buttonBits: Record<MouseButton, number> = { left: 1, right: 2, middle: 4 };

/** Moves the pointer to a place, and settles when the page has dealt with that. */
export async function movePointer(action: Action, point: Point, modifiers: readonly Modifier[]): Promise<void> {
  await action.input("Input.dispatchMouseEvent", {
    type: "mouseMoved",
    ...point,
    button: "none",
    buttons: 0,
    modifiers: modifierMask(modifiers),
  });
}

/** Presses and releases a button where the pointer is. A double click is two such pairs, counted as browsers do. */
export async function clickAt(action: Action, point: Point, options: ClickOptions): Promise<void> {
  const { button, count } = options;
  const common = { ...point, button, modifiers: modifierMask(options.modifiers) };
  for (let clickCount = 1; clickCount <= count; clickCount += 1) {
    const release = { ...common, type: "mouseReleased", buttons: 0, clickCount } as const;
    try {
      const press = { ...common, type: "mousePressed", buttons: buttonBits[button], clickCount } as const;
      await action.input("Input.dispatchMouseEvent", press);
      action.check();
    } catch (error) {
      // Also where the press has not been answered: the page may be busy with it, and will see the release after it.
      if (action.effect === "unknown") action.letGo("Input.dispatchMouseEvent", release);
      throw error;
    }
    const last = clickCount === count;
    await action.input("Input.dispatchMouseEvent", release).catch(last ? unlessTabClosed(action) : rethrow);
  }
}

/** Presses a key with its modifiers, holds it for a time, and releases all of it. */
export async function pressKey(action: Action, stroke: KeyStroke, holdMilliseconds: number): Promise<void> {
  const keys: Key[] = [...stroke.modifiers.map((modifier) => modifierKeys[modifier]), stroke];
  const down: Key[] = [];
  const last = keys[0];
  try {
    for (const key of keys) {
      down.push(key);
      const typing = key === stroke ? typed(stroke) : { type: "rawKeyDown" as const };
      await action.input("Input.dispatchKeyEvent", { ...keyEvent(key, down), ...typing });
    }
    if (holdMilliseconds > 0) await pause(holdMilliseconds, action.signal);
    for (const key of [...keys].reverse()) {
      const release = action.input("Input.dispatchKeyEvent", { ...keyEvent(key, down.slice(0, -1)), type: "keyUp" });
      await release.catch(key === last ? unlessTabClosed(action) : rethrow);
      down.pop();
    }
  } catch (error) {
    while (action.effect === "unknown" && down.length > 0) {
      const key = down.pop() as Key;
      action.letGo("Input.dispatchKeyEvent", { ...keyEvent(key, down), type: "keyUp" });
    }
    throw error;
  }
}

/** Types text at once into what has the focus, in the place of what is selected there. */
export async function insertText(action: Action, text: string): Promise<void> {
  await action.input("Input.insertText", { text });
}

function typed(stroke: KeyStroke) {
  const commands = [...editingCommands(stroke, navigator.platform)];
  const { text } = stroke;
  return {
    ...(text === "" ? { type: "rawKeyDown" as const } : { type: "keyDown" as const, text, unmodifiedText: text }),
    ...(commands.length > 0 ? { commands } : {}),
  };
}

function keyEvent(key: Key, down: readonly Key[]) {
  return {
    key: key.key,
    code: key.code,
    windowsVirtualKeyCode: key.keyCode,
    nativeVirtualKeyCode: key.keyCode,
    location: key.location,
    modifiers: modifierMask(down.flatMap(({ code }) => modifierOfCode.get(code) ?? [])),
  };
}

/** For the last event of an act: where the page closed its tab upon it, the act has come to its end. */
function unlessTabClosed(action: Action): (error: unknown) => Promise<void> {
  return async (error) => {
    const gone = isReason(error, Reason.TAB_NOT_FOUND) || isReason(error, Reason.DEBUGGER_UNAVAILABLE);
    if (gone && (await unlessMissing(chrome.tabs.get(action.tabId))) === undefined) return;
    throw error;
  };
}

function rethrow(error: unknown): never {
  throw error;
}
