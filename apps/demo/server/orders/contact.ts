/** The consumer: the fields of the checkout, with the limits of section 2.5 of the interface. */
import { countries } from "./countries.ts";

/** The fields of the form, in the order they are shown, with their maximum length. */
export const maxLengths = { firstName: 32, lastName: 32, email: 100, country: 3 } as const;
export type ContactField = keyof typeof maxLengths;
export const contactFields = Object.keys(maxLengths) as readonly ContactField[];

/** The submitted values, trimmed but not validated. */
export type Contact = Readonly<Record<ContactField, string>>;

/** A problem of a field; the dictionary has the texts. */
export type ContactProblem = "required" | "too_long" | "not_an_email" | "holds_card_number";
export type ContactProblems = Readonly<Partial<Record<ContactField, ContactProblem>>>;

export const emptyContact: Contact = { firstName: "", lastName: "", email: "", country: "" };

/** Reads the contact from a form. A field that the form does not contain stays as it was before. */
export function readContact(input: Readonly<Record<string, unknown>>, before: Contact): Contact {
  const contact: Record<ContactField, string> = { ...before };
  for (const field of contactFields) {
    const value = input[field];
    // Cut far above any limit: a value that is too long is reported, but is not stored in full.
    if (typeof value === "string") contact[field] = value.trim().slice(0, 400);
  }
  return contact;
}

/** The problems of a contact; empty if it is valid. */
export function contactProblems(contact: Contact): ContactProblems {
  const problems: Partial<Record<ContactField, ContactProblem>> = {};
  for (const field of contactFields) {
    const problem = problemOf(field, contact[field]);
    if (problem) problems[field] = problem;
  }
  return problems;
}

/** The fields without a problem: what may be sent or named after another form has stored the contact. */
export function validContact(contact: Contact): Partial<Contact> {
  const problems = contactProblems(contact);
  const valid = contactFields.filter((field) => problems[field] === undefined);
  return Object.fromEntries(valid.map((field) => [field, contact[field]]));
}

function problemOf(field: ContactField, value: string): ContactProblem | undefined {
  if (value === "") return "required";
  if (value.length > maxLengths[field]) return "too_long";
  if (field === "country") return countries.includes(value) ? undefined : "required";
  if (field === "email") return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : "not_an_email";
  // A shopper who confuses the fields types the card number here; it must not reach the gateway.
  return /\d(?:[ -]?\d){11,18}/.test(value) ? "holds_card_number" : undefined;
}
