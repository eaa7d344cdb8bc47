/** HTML cut at a number of bytes. */
export interface Markup {
  readonly html: string;
  /** Size of the whole. Bytes of UTF-8. */
  readonly byteSize: number;
}

/** The HTML of the whole document, with its doctype. */
export function documentMarkup(): string {
  const { doctype, documentElement } = document;
  // Some documents have no element yet, or are no HTML.
  const root = documentElement?.outerHTML ?? "";
  return doctype === null ? root : `${doctypeMarkup(doctype)}${root}`;
}

/** Cuts text at a number of bytes of UTF-8, never within a character. */
export function cutMarkup(html: string, maximumBytes: number): Markup {
  const bytes = new TextEncoder().encode(html);
  if (bytes.length <= maximumBytes) return { html, byteSize: bytes.length };
  let end = maximumBytes;
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return { html: new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, end)), byteSize: bytes.length };
}

function doctypeMarkup({ name, publicId, systemId }: DocumentType): string {
  if (publicId !== "") return `<!DOCTYPE ${name} PUBLIC "${publicId}"${systemId === "" ? "" : ` "${systemId}"`}>`;
  return systemId === "" ? `<!DOCTYPE ${name}>` : `<!DOCTYPE ${name} SYSTEM "${systemId}">`;
}
