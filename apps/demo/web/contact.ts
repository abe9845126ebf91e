/** Validates the contact fields in the page before anything is sent. The server validates again, and its result counts. */

type Field = HTMLInputElement | HTMLSelectElement;

/** The contact fields of a form. */
export function contactFieldsOf(form: HTMLFormElement): readonly Field[] {
  return [...form.querySelectorAll<Field>(".contact input, .contact select")];
}

/**
 * Marks the invalid fields and returns the first of them.
 *
 * @param problemOf returns the error of a field. @default the field's own texts
 */
export function markContact(form: HTMLFormElement, problemOf = ownProblem): Field | undefined {
  const fields = contactFieldsOf(form);
  for (const field of fields) markField(field, problemOf(field));
  return fields.find((field) => field.getAttribute("aria-invalid") === "true");
}

function markField(field: Field, problem: string): void {
  const line = document.getElementById(`${field.name}-problem`);
  if (line) line.textContent = problem;
  field.setAttribute("aria-invalid", String(problem !== ""));
}

/** Validates a marked field again when it changes, so that a corrected field does not stay red. */
export function watchContact(form: HTMLFormElement): void {
  for (const field of contactFieldsOf(form)) {
    field.addEventListener("change", () => {
      if (field.getAttribute("aria-invalid") === "true") markField(field, ownProblem(field));
    });
  }
}

/** Sends the typed contact along when the footer changes the language, which loads the page again. */
export function keepContact(form: HTMLFormElement): void {
  const footer = document.querySelector<HTMLFormElement>("#preferences");
  footer?.addEventListener("formdata", ({ formData }) => {
    for (const { name, value } of contactFieldsOf(form)) formData.set(name, value);
  });
}

function ownProblem({ value, validity, dataset }: Field): string {
  if (value.trim() === "") return dataset["missing"] ?? "";
  return validity.typeMismatch || validity.patternMismatch ? (dataset["invalid"] ?? "") : "";
}
