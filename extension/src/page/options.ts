import { type Entry, entry } from "./entries";
import { statesOf } from "./states";
import { collapse } from "./text";

/** The labels of the options that are chosen in a list. */
export function chosenOptions(select: HTMLSelectElement): string[] {
  return [...select.selectedOptions].map((option) => collapse(option.label));
}

/** The options of a list, each as a control of its own. */
export function optionEntries(select: HTMLSelectElement): Entry[] {
  const shown = [...select.options].filter((option) => getComputedStyle(option).display !== "none");
  return shown.map((option) => {
    const made = entry("control", option, "option", collapse(option.label));
    made.actionable = true;
    made.tail = statesOf(option, "option", null);
    return made;
  });
}
