import { labelsOf } from "./labels";
import { collapse } from "./text";

/** Tokens of `autocomplete` that say that a field holds a secret. */
const secretTokens: ReadonlySet<string> = new Set([
  "cc-csc",
  "cc-exp",
  "cc-exp-month",
  "cc-exp-year",
  "cc-number",
  "current-password",
  "new-password",
  "one-time-code",
]);

/** Words in the name of a field that say the same. */
const secretWords =
  /(?:^|[^a-z])(?:pass(?:word|code|phrase|wd)|pwd|pin|otp|totp|cvv2?|cvc2?|csc|security code|one time code|secret|ssn)(?:$|[^a-z])/;

/** Whether the value of a field must not be shown. */
export function isSecret(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === "password") return true;
  const tokens = field.getAttribute("autocomplete")?.toLowerCase().split(/\s+/) ?? [];
  if (tokens.some((token) => secretTokens.has(token))) return true;
  if (["name", "id", "aria-label", "placeholder"].some((name) => namesSecret(field.getAttribute(name)))) return true;
  if (namesSecret(labelText(field))) return true;
  return getComputedStyle(field).getPropertyValue("-webkit-text-security") !== "none";
}

/** Whether a name, in whatever way its words are joined, holds a word for a secret. */
export function namesSecret(name: string | null): boolean {
  if (name === null || name === "" || name.length > 200) return false;
  const words = name.replace(/([a-z\d])([A-Z])/g, "$1 $2").replace(/[\s_\-.[\]]+/g, " ");
  return secretWords.test(words.toLowerCase());
}

function labelText(field: Element): string {
  return labelsOf(field)
    .map((label) => collapse(label.textContent))
    .join(" ");
}
