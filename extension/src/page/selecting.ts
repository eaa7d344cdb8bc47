import { elementOf } from "./elements";
import { isVisible } from "./layout";

/** An option as a message lists it. */
export interface OptionListing {
  readonly value: string;
  readonly label: string;
  readonly disabled?: true;
}

/** Why options cannot be chosen. */
export type NotChosen =
  | { readonly state: "gone" }
  | { readonly state: "hidden" }
  | { readonly state: "disabled" }
  | { readonly state: "notAList"; readonly tag: string }
  | { readonly state: "tooMany" }
  | {
      readonly state: "noSuchOption";
      readonly wanted: string;
      readonly options: OptionListing[];
      readonly total: number;
    }
  | { readonly state: "optionDisabled"; readonly option: OptionListing };

/** What is selected in a list. */
export interface Selection {
  readonly state: "selected";
  readonly multiple: boolean;
  readonly values: string[];
  readonly labels: string[];
  /** Whether its options are unfolded on the screen. */
  readonly open: boolean;
}

/** More options than this are not listed in a message. */
const maximumListed = 50;

/** Longer values and labels are cut in a message. UTF-16 units. */
const maximumTextLength = 120;

/** Methods for native lists. */
export const selecting = {
  /**
   * Selects the options of these values or labels, and no others. The page hears of it as of a person's choice: `input`
   * and `change` once, and nothing when it was so already.
   */
  choose(local: number, wanted: readonly string[]): Selection | NotChosen {
    const list = listOf(local);
    if (!(list instanceof HTMLSelectElement)) return list;
    if (!list.multiple && wanted.length !== 1) return { state: "tooMany" };
    const options = [...list.options];
    const chosen = new Set<HTMLOptionElement>();
    for (const word of wanted) {
      const option = optionFor(word, options);
      if (option === undefined) return { state: "noSuchOption", wanted: word, ...listing(options) };
      if (isOptionDisabled(option)) return { state: "optionDisabled", option: describe(option) };
      chosen.add(option);
    }
    apply(list, (option) => chosen.has(option));
    return selectionOf(list);
  },

  /** Selects one option, beside the others where the list takes several. */
  chooseOption(local: number): Selection | NotChosen {
    const option = elementOf(local);
    if (!(option instanceof HTMLOptionElement)) return { state: "gone" };
    const list = option.closest("select");
    if (list === null) return { state: "notAList", tag: "option" };
    if (list.matches(":disabled")) return { state: "disabled" };
    if (!isVisible(list)) return { state: "hidden" };
    if (isOptionDisabled(option)) return { state: "optionDisabled", option: describe(option) };
    apply(list, (other) => other === option || (list.multiple && other.selected));
    return selectionOf(list);
  },

  /** What is selected in a list now. */
  selection(local: number): Selection | NotChosen {
    const list = listOf(local);
    return list instanceof HTMLSelectElement ? selectionOf(list) : list;
  },
};

function listOf(local: number): HTMLSelectElement | NotChosen {
  const element = elementOf(local);
  if (element === undefined) return { state: "gone" };
  const list = element instanceof HTMLLabelElement ? element.control : element.closest("select");
  if (!(list instanceof HTMLSelectElement)) return { state: "notAList", tag: element.localName };
  if (list.matches(":disabled")) return { state: "disabled" };
  return isVisible(list) ? list : { state: "hidden" };
}

function apply(list: HTMLSelectElement, shallBeSelected: (option: HTMLOptionElement) => boolean): void {
  const options = [...list.options];
  const wanted = options.map(shallBeSelected);
  if (options.every((option, index) => option.selected === wanted[index])) return;
  list.focus({ preventScroll: true });
  // A single list keeps one option selected: choosing the new one frees the old.
  for (const [index, option] of options.entries()) {
    if (list.multiple || wanted[index]) option.selected = wanted[index] ?? false;
  }
  list.dispatchEvent(new Event("input", { bubbles: true, composed: true }));
  list.dispatchEvent(new Event("change", { bubbles: true }));
}

function optionFor(word: string, options: readonly HTMLOptionElement[]): HTMLOptionElement | undefined {
  const plain = withoutExtraSpace(word);
  const matches = [
    (option: HTMLOptionElement) => option.value === word,
    (option: HTMLOptionElement) => option.label === word,
    (option: HTMLOptionElement) => withoutExtraSpace(option.label) === plain,
  ];
  for (const match of matches) {
    const found = options.filter(match);
    // Where several have the same value or label, one that can be chosen is meant.
    if (found.length > 0) return found.find((option) => !isOptionDisabled(option)) ?? found[0];
  }
  return undefined;
}

function isOptionDisabled(option: HTMLOptionElement): boolean {
  return option.matches(":disabled");
}

function selectionOf(list: HTMLSelectElement): Selection {
  const selected = [...list.selectedOptions];
  return {
    state: "selected",
    multiple: list.multiple,
    values: selected.map(({ value }) => value),
    labels: selected.map(({ label }) => withoutExtraSpace(label)),
    open: isOpen(list),
  };
}

function isOpen(list: HTMLSelectElement): boolean {
  try {
    return list.matches(":open");
  } catch {
    // Older browsers do not know the word. There the list stays open until the next click.
    return false;
  }
}

function listing(options: readonly HTMLOptionElement[]): { options: OptionListing[]; total: number } {
  return { options: options.slice(0, maximumListed).map(describe), total: options.length };
}

function describe(option: HTMLOptionElement): OptionListing {
  const value = option.value.slice(0, maximumTextLength);
  const label = withoutExtraSpace(option.label).slice(0, maximumTextLength);
  return { value, label, ...(isOptionDisabled(option) ? { disabled: true } : {}) };
}

function withoutExtraSpace(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
