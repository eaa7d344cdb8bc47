/** The dialog that keeps the rest of the page out of reach, when there is one. */
export function coveringDialog(): Element | undefined {
  return [...document.getElementsByTagName("dialog")].findLast((dialog) => dialog.matches(":modal"));
}
