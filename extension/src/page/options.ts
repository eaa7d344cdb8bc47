import { collapse } from "./text";

/** The labels of the options that are chosen in a list. */
export function chosenOptions(select: HTMLSelectElement): string[] {
  return [...select.selectedOptions].map((option) => collapse(option.label));
}
