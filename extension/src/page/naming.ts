/** Longest text of an element that a message quotes. */
const maximumTextLength = 40;

/** Names an element in a message: its tag, id and classes, and the words that a person would know it by. */
export function nameOf(element: Element): string {
  const id = element.id === "" ? "" : `#${element.id}`;
  const classes = [...element.classList].slice(0, 2).map((name) => `.${name}`);
  const words = wordsOf(element);
  return `${element.localName}${id}${classes.join("")}${words === "" ? "" : ` ${JSON.stringify(words)}`}`;
}

function wordsOf(element: Element): string {
  if (element === document.body || element === document.documentElement) return "";
  const label = element.getAttribute("aria-label") ?? element.getAttribute("title") ?? element.getAttribute("alt");
  // biome-ignore lint/performance/useDomNodeTextContent: a person knows an element by the words that show
  const text = label ?? (element instanceof HTMLElement ? element.innerText : element.textContent) ?? "";
  const words = text.replace(/\s+/g, " ").trim();
  return words.length > maximumTextLength ? `${words.slice(0, maximumTextLength).trimEnd()}…` : words;
}
