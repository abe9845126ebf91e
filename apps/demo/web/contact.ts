/** The contact fields in the page: a first check before anything is sent. The server checks again, and its result counts. */
import type { ContactTexts } from "./wire.ts";

type Field = HTMLInputElement | HTMLSelectElement;

/** The contact's fields of a form. */
export function contactFieldsOf(form: HTMLFormElement): readonly Field[] {
  return [...form.querySelectorAll<Field>(".contact input, .contact select")];
}

/** Marks the wrong fields and returns the first of them. */
export function markContact(form: HTMLFormElement, texts: ContactTexts): Field | undefined {
  const fields = contactFieldsOf(form);
  for (const field of fields) markField(field, problemOf(field, texts));
  return fields.find((field) => field.getAttribute("aria-invalid") === "true");
}

/** Shows a problem under a field, or takes it away. */
export function markField(field: Field, problem: string): void {
  const line = document.getElementById(`${field.name}-problem`);
  if (line) line.textContent = problem;
  if (problem === "") field.removeAttribute("aria-invalid");
  else field.setAttribute("aria-invalid", "true");
}

/** Checks a marked field again as soon as it is changed, so that a corrected one does not stay red. */
export function watchContact(form: HTMLFormElement, texts: () => ContactTexts): void {
  for (const field of contactFieldsOf(form))
    field.addEventListener("change", () => markAgain(field, texts()));
}

/** Checks a field again if it is marked. */
export function markAgain(field: Field, texts: ContactTexts): void {
  if (field.hasAttribute("aria-invalid")) markField(field, problemOf(field, texts));
}

function problemOf(field: Field, texts: ContactTexts): string {
  if (field.value.trim() === "")
    return texts.contactMissing[field.name as keyof ContactTexts["contactMissing"]];
  return field.validity.typeMismatch ? texts.notAnEmail : "";
}
