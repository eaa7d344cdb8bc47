import { focused } from "./composed";

/** The element with the focus. Null when the page as a whole has it. */
export function pageFocus(): Element | null {
  const element = focused();
  return element === undefined || element === document.body || element === document.documentElement ? null : element;
}
