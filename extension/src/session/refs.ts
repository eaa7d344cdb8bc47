import { failure, Reason, type ToolError } from "../errors";

/** A document in a tab. Its id changes with every load; a change of history within it keeps the id. */
export interface TabDocument {
  readonly tabId: number;
  readonly frameId: number;
  readonly documentId: string;
}

/** What a reference names: an element by its number in its document. */
export interface RefTarget extends TabDocument {
  /** Without the `@`, such as `e7`. */
  readonly ref: string;
  readonly local: number;
}

/** A run of references: `count` of them from `firstRef` on, for the elements from `firstLocal` on. */
export interface RefSegment {
  readonly firstRef: number;
  readonly firstLocal: number;
  readonly count: number;
}

/** The references of one document. */
export interface RefDocument extends TabDocument {
  readonly segments: readonly RefSegment[];
}

/** All that a session knows of its references. */
export interface RefState {
  readonly nextRef: number;
  /** The document last read is the last. */
  readonly documents: readonly RefDocument[];
}

/** Keeps the references of one session while the worker sleeps. */
export interface RefStore {
  read(): Promise<RefState | undefined>;
  write(state: RefState): Promise<void>;
}

/** Documents whose references are kept. Those not read for longest are dropped: their references are then not found. */
const DOCUMENTS_MAXIMUM = 200;

/**
 * The references `eN` of one session. The elements of a document get their references in the order of their numbers, and
 * no reference is given twice, so one that is out of date names nothing rather than a neighbour.
 */
export class RefSpace {
  readonly #store: RefStore | undefined;
  readonly #documents = new Map<string, RefDocument>();
  #loaded: Promise<void> | undefined;
  #nextRef = 1;

  /** Without a store the references live as long as this object. */
  constructor(store?: RefStore) {
    this.#store = store;
  }

  /** Gives references to all elements of a document up to the number given. They are kept once the promise settles. */
  async cover(document: TabDocument, highestLocal: number): Promise<void> {
    await this.#load();
    const segments = this.#documents.get(document.documentId)?.segments ?? [];
    const last = segments.at(-1);
    const covered = last === undefined ? 0 : last.firstLocal + last.count - 1;
    const count = highestLocal - covered;
    const grown = count > 0 ? extend(segments, { firstRef: this.#nextRef, firstLocal: covered + 1, count }) : segments;
    this.#keep(document, grown);
    if (count <= 0) return;
    this.#nextRef += count;
    await this.#store?.write({ nextRef: this.#nextRef, documents: [...this.#documents.values()] });
  }

  /** The reference of an element, without the `@`. Undefined before `cover` has reached its number. */
  refOf(documentId: string, local: number): string | undefined {
    for (const { firstRef, firstLocal, count } of this.#documents.get(documentId)?.segments ?? []) {
      if (firstLocal <= local && local < firstLocal + count) return `e${firstRef + local - firstLocal}`;
    }
    return undefined;
  }

  /**
   * The element that a reference names, written with or without `@`. Whether it is still there only its document knows.
   * Raises `ref_not_found` for a reference that this session never gave, or gave too many documents ago.
   */
  async locate(ref: string): Promise<RefTarget> {
    await this.#load();
    const number = parseRef(ref);
    for (const { tabId, frameId, documentId, segments } of this.#documents.values()) {
      const segment = segments.find(({ firstRef, count }) => firstRef <= number && number < firstRef + count);
      if (segment === undefined) continue;
      const local = segment.firstLocal + number - segment.firstRef;
      return { ref: `e${number}`, tabId, frameId, documentId, local };
    }
    throw refNotFound(ref, "is not known in this session");
  }

  #keep({ tabId, frameId, documentId }: TabDocument, segments: readonly RefSegment[]): void {
    this.#documents.delete(documentId);
    this.#documents.set(documentId, { tabId, frameId, documentId, segments });
    for (const oldest of this.#documents.keys()) {
      if (this.#documents.size <= DOCUMENTS_MAXIMUM) return;
      this.#documents.delete(oldest);
    }
  }

  #load(): Promise<void> {
    this.#loaded ??= this.#restore();
    return this.#loaded;
  }

  async #restore(): Promise<void> {
    const state = await this.#store?.read();
    if (state === undefined) return;
    this.#nextRef = state.nextRef;
    for (const document of state.documents) this.#documents.set(document.documentId, document);
  }
}

/** The failure of a reference that names no element of the present page. `why` completes "the reference @e7 …". */
export function refNotFound(ref: string, why: string): ToolError {
  const name = `@${ref.replace(/^@/, "")}`;
  return failure(Reason.REF_NOT_FOUND, `the reference ${name} ${why}`, { ref: name });
}

/** The segments with one more, which joins the last where it follows on it. */
function extend(segments: readonly RefSegment[], added: RefSegment): readonly RefSegment[] {
  const last = segments.at(-1);
  if (last === undefined || last.firstRef + last.count !== added.firstRef) return [...segments, added];
  return [...segments.slice(0, -1), { ...last, count: last.count + added.count }];
}

/** The number of a reference, 0 for what is none. */
function parseRef(ref: string): number {
  const digits = /^@?e([1-9]\d{0,8})$/.exec(ref)?.[1];
  return digits === undefined ? 0 : Number(digits);
}
