import { failure, Reason, type ToolError } from "../../errors";

/** Where a reading goes on: a numbered place in a document. */
export interface Cursor {
  readonly place: number;
  /** The beginning of the document's id, which is long and random. */
  readonly document: string;
}

/** How much of a document's id a cursor holds. */
const DOCUMENT_LENGTH = 6;

/** The cursor as the caller is given it, such as `c12-3fa9c1`. */
export function formatCursor(place: number, documentId: string): string {
  return `c${place}-${documentTag(documentId)}`;
}

/** Reads a cursor. Raises `cursor_stale` for a text that no observation gave. */
export function parseCursor(text: string): Cursor {
  const [, place, document] = /^c([1-9]\d{0,8})-([\da-z]{1,6})$/.exec(text) ?? [];
  if (place === undefined || document === undefined) throw cursorStale(text, "no observation gave this cursor");
  return { place: Number(place), document };
}

/** Whether a cursor was given for a document. */
export function isCursorOf({ document }: Cursor, documentId: string): boolean {
  return document === documentTag(documentId);
}

/** The failure of a cursor that leads nowhere. */
export function cursorStale(text: string, why: string): ToolError {
  return failure(Reason.CURSOR_STALE, why, { cursor: text });
}

function documentTag(documentId: string): string {
  return documentId.slice(0, DOCUMENT_LENGTH).toLowerCase();
}
