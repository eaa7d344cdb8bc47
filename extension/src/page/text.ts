/**
 * What is dropped from the text of a page: control and direction characters and others without a shape, and the private
 * use area, where icon fonts put their pictures. The joiners that emoji and some scripts need stay.
 */
const unseen = /[\p{Cc}\u00ad\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ue000-\uf8ff]+/gu;
/** Whether there can be such characters in a text. */
const unusual = /[^\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0370-\u17ff\u3040-\u9fff]/;
const plain = /^[\x21-\x7e]+(?: [\x21-\x7e]+)*$/;

/** Text as a reader sees it: spaces collapsed, the ends trimmed, unseen characters dropped. */
export function collapse(text: string): string {
  if (text === "" || plain.test(text)) return text;
  const spaced = text.replace(/\s+/g, " ").trim();
  if (!unusual.test(spaced)) return spaced;
  return spaced.replace(unseen, "").replace(/ {2,}/g, " ").trim();
}

/** A line of text whose spaces mean something: only its end is trimmed, and unseen characters dropped. */
export function keepSpaces(line: string): string {
  return line.replace(/\t/g, "  ").replace(unseen, "").trimEnd();
}

/** Whether text has nothing but spaces in it. */
export function isBlank(text: string): boolean {
  return !/\S/.test(text);
}

/** The text, cut to a number of UTF-16 units with a mark at the cut. Never cuts a character in two. */
export function cap(text: string, maximum: number): string {
  if (text.length <= maximum) return text;
  const code = text.charCodeAt(maximum - 2);
  const end = code >= 0xd800 && code <= 0xdbff ? maximum - 2 : maximum - 1;
  return `${text.slice(0, end).trimEnd()}…`;
}

/** The text in double quotes, with quotes and backslashes in it escaped. */
export function quote(text: string): string {
  return text.includes('"') || text.includes("\\") ? `"${text.replace(/["\\]/g, "\\$&")}"` : `"${text}"`;
}

/** A number with its noun, in the plural where it is due. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Text in pieces of at most a number of UTF-16 units, cut at spaces where there are any. */
export function pieces(text: string, maximum: number): string[] {
  const parts: string[] = [];
  let rest = text;
  while (rest.length > maximum) {
    const space = rest.lastIndexOf(" ", maximum);
    const hard = isLead(rest.charCodeAt(maximum - 1)) ? maximum - 1 : maximum;
    const end = space > maximum / 2 ? space : hard;
    parts.push(rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  if (rest !== "") parts.push(rest);
  return parts;
}

/** Whether a UTF-16 unit is the first of a pair. */
function isLead(code: number): boolean {
  return code >= 0xd800 && code <= 0xdbff;
}
