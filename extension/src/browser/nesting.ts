import type { FrameElement } from "../page/nesting";
import { callAgent, type Frame, framesOf } from "./frames";

/** An element that holds a frame. */
export interface Holder {
  readonly documentId: string;
  readonly local: number;
}

/** A frame among those of its parent, as it knows itself. */
export interface PlacedFrame {
  readonly documentId: string;
  readonly address: string;
  readonly index?: number;
  readonly width: number;
  readonly height: number;
}

/**
 * The elements that hold the frame of a document, its parent's and so on, from the inside out. Undefined when one of
 * them cannot be told.
 */
export async function holdersOf(tabId: number, documentId: string): Promise<Holder[] | undefined> {
  const frames = await framesOf(tabId);
  const holders: Holder[] = [];
  let frame = frames.find((each) => each.documentId === documentId);
  while (frame !== undefined && frame.parentFrameId >= 0) {
    const holder = await holderOf(tabId, frame, frames);
    if (holder === undefined) return undefined;
    holders.push(holder);
    frame = frames.find((each) => each.documentId === holder.documentId);
  }
  return frame === undefined ? undefined : holders;
}

/**
 * Finds the element of each frame among those of its parent: by its place where scripts count it, and otherwise (inside
 * shadow roots) by its address, its size and its order among those left over.
 */
export function matchFrames(
  frames: readonly PlacedFrame[],
  elements: readonly FrameElement[],
): ReadonlyMap<string, number> {
  const matched = new Map<string, number>();
  const left = new Set(elements);
  const rules: ((frame: PlacedFrame, element: FrameElement) => boolean)[] = [
    (frame, element) => frame.index !== undefined && frame.index === element.index,
    (frame, element) => isUncounted(frame, element) && frame.address === element.address && sameSize(frame, element),
    (frame, element) => isUncounted(frame, element) && frame.address === element.address,
    (frame, element) => isUncounted(frame, element) && sameSize(frame, element),
    isUncounted,
  ];
  for (const rule of rules) {
    for (const frame of frames) {
      if (matched.has(frame.documentId)) continue;
      const element = [...left].find((each) => rule(frame, each));
      if (element === undefined) continue;
      matched.set(frame.documentId, element.local);
      left.delete(element);
    }
  }
  return matched;
}

async function holderOf(tabId: number, frame: Frame, frames: readonly Frame[]): Promise<Holder | undefined> {
  const outer = frames.find(({ frameId }) => frameId === frame.parentFrameId);
  if (outer === undefined) return undefined;
  const [own, elements] = await Promise.all([
    placeOf(tabId, frame),
    callAgent(tabId, outer.documentId, "frameElements", []),
  ]);
  const counted = own.index !== undefined;
  const others = frames.filter((each) => each.parentFrameId === frame.parentFrameId && each !== frame);
  const siblings = counted ? [] : await Promise.all(others.map((each) => placeOf(tabId, each)));
  const local = matchFrames([own, ...siblings].sort(byOrderOf(frames)), elements).get(frame.documentId);
  return local === undefined ? undefined : { documentId: outer.documentId, local };
}

async function placeOf(tabId: number, { documentId, url }: Frame): Promise<PlacedFrame> {
  // A frame that lets nobody in can still be told from others by its address.
  const unknown = { width: 0, height: 0 };
  const place = await callAgent(tabId, documentId, "ownPlace", []).catch(() => unknown);
  return { documentId, address: url, ...place };
}

function byOrderOf(frames: readonly Frame[]) {
  const order = new Map(frames.map(({ documentId }, index) => [documentId, index]));
  return (one: PlacedFrame, other: PlacedFrame) =>
    (order.get(one.documentId) ?? 0) - (order.get(other.documentId) ?? 0);
}

function isUncounted(frame: PlacedFrame, element: FrameElement): boolean {
  return frame.index === undefined && element.index === undefined;
}

function sameSize(frame: PlacedFrame, element: FrameElement): boolean {
  return Math.abs(frame.width - element.width) < 1 && Math.abs(frame.height - element.height) < 1;
}
