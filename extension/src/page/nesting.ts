import { shadowRootOf } from "./composed";
import { numberOf } from "./elements";
import { innerSizeOf } from "./layout";

/** How a frame knows itself. */
export interface OwnPlace {
  /** Its place among the frames of its parent, as scripts count them. Undefined for one inside a shadow root. */
  readonly index?: number;
  /** Size of its viewport. CSS pixels. */
  readonly width: number;
  readonly height: number;
}

/** How a document knows an element that holds a frame. */
export interface FrameElement {
  readonly local: number;
  /** The place of its frame, as scripts count them. Undefined inside a shadow root. */
  readonly index?: number;
  /** The address that it was given, or that its frame shows where that may be known. */
  readonly address: string;
  /** Size of its content box before any transform. CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const frameTags = "iframe, frame, object, embed";

/** Methods that find out which element holds which frame, without a word that the page could hear. */
export const nesting = {
  /** How this document's frame knows itself. */
  ownPlace(): OwnPlace {
    const size = { width: innerWidth, height: innerHeight };
    for (let index = 0; index < parent.length; index += 1) if (parent[index] === window) return { index, ...size };
    return size;
  },

  /** The elements that hold frames of this document, in tree order. */
  frameElements(): FrameElement[] {
    const places = framePlaces();
    return [...framesIn(document)].map((element) => describeFrame(element, places));
  },
};

/** The places of the frames of this document, as scripts count them. */
export function framePlaces(): ReadonlyMap<Window, number> {
  const places = new Map<Window, number>();
  for (let index = 0; index < window.length; index += 1) {
    const frame = window[index];
    if (frame !== undefined) places.set(frame, index);
  }
  return places;
}

/** How this document knows an element that holds a frame. */
export function describeFrame(element: HTMLElement, places: ReadonlyMap<Window, number>): FrameElement {
  const frame = contentOf(element);
  const index = frame === null ? undefined : places.get(frame);
  return {
    local: numberOf(element),
    ...(index === undefined ? {} : { index }),
    address: addressOf(element, frame),
    ...innerSizeOf(element),
  };
}

function* framesIn(root: Document | ShadowRoot): Generator<HTMLElement> {
  for (const element of root.querySelectorAll<HTMLElement>("*")) {
    if (element.matches(frameTags)) yield element;
    const inner = shadowRootOf(element);
    if (inner !== undefined) yield* framesIn(inner);
  }
}

function contentOf(element: HTMLElement): Window | null {
  return "contentWindow" in element ? (element.contentWindow as Window | null) : null;
}

function addressOf(element: HTMLElement, frame: Window | null): string {
  try {
    if (frame !== null) return frame.location.href;
  } catch {
    // The frame is of another site, and keeps its address to itself.
  }
  return element instanceof HTMLObjectElement ? element.data : "src" in element ? String(element.src) : "";
}
