import type { PagePoint } from "./layout";

/** Where the pointer was last seen since it was looked out for. */
let seen: PagePoint | undefined;
let looking = false;

/** Begins to look out for the pointer anew. */
export function lookOutForPointer(): void {
  seen = undefined;
  if (looking) return;
  looking = true;
  addEventListener("pointermove", notice, { capture: true, passive: true });
}

/** Where the pointer has been since, in this document's viewport. */
export function pointerSeenAt(): PagePoint | undefined {
  return seen;
}

/** Looks out no longer. */
export function stopLookingOut(): void {
  looking = false;
  removeEventListener("pointermove", notice, { capture: true });
}

/**
 * Whether a pointer that was sent to this document may end up in another one: where frames are involved, the browser
 * goes by what it has painted last.
 */
export function mayGoAstray(): boolean {
  return window.top !== window || window.length > 0;
}

function notice({ isTrusted, clientX, clientY }: PointerEvent): void {
  if (isTrusted) seen = { x: clientX, y: clientY };
}
