/** Words of the `autocomplete` attribute for values that are nobody's business. */
const secretPurposes = new Set(["cc-csc", "current-password", "new-password", "one-time-code"]);

/** Whether what stands in a field is a secret, which is never repeated. */
export function isSecret(field: Element): boolean {
  if (field instanceof HTMLInputElement && field.type === "password") return true;
  const purposes = field.getAttribute("autocomplete")?.toLowerCase().split(/\s+/) ?? [];
  return purposes.some((purpose) => secretPurposes.has(purpose));
}
