/** Kinds of input whose value is set and not typed, with the form that each wants. */
const wantedForms: Readonly<Record<string, string>> = {
  color: "a colour such as #1a2b3c",
  date: "a date such as 2026-01-31",
  "datetime-local": "a date and time such as 2026-01-31T13:45",
  month: "a month such as 2026-01",
  number: "a number such as 12.5",
  range: "a number",
  time: "a time such as 13:45 or 13:45:30",
  week: "a week such as 2026-W05",
};

/** Whether the value of an input is set, because its parts are not plain text. */
export function isSetWhole(input: HTMLInputElement): boolean {
  return Object.hasOwn(wantedForms, input.type);
}

/** The form that an input wants its value in, in words. */
export function wantedForm(input: HTMLInputElement): string {
  const form = wantedForms[input.type] ?? "text";
  if (input.type !== "range") return form;
  const { min, max, step } = rangeOf(input);
  return `${form} from ${min} to ${max}${step === "any" ? "" : ` in steps of ${step}`}`;
}

/** Whether an input takes a value as it is given, but for the way of writing it. */
export function accepts(input: HTMLInputElement, value: string): boolean {
  if (value === "") return input.type !== "range" && input.type !== "color";
  // The browser's own rules decide, on an input that the page never sees.
  const trial = document.createElement("input");
  trial.type = input.type;
  if (input.type === "range") Object.assign(trial, rangeOf(input));
  trial.value = value;
  if (input.type === "color") return /^#[0-9a-f]{6}$/i.test(value);
  if (input.type === "range") return value.trim() !== "" && Number(trial.value) === Number(value);
  return trial.value !== "";
}

function rangeOf({ min, max, step }: HTMLInputElement): { min: string; max: string; step: string } {
  return { min: min === "" ? "0" : min, max: max === "" ? "100" : max, step: step === "" ? "1" : step };
}
