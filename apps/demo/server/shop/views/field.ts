/** The text of a field's problem, in the page's language. */
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import type { FieldProblemTexts, Texts } from "../../texts/index.ts";
import type { ContactField, ContactProblem } from "../contact.ts";

/** The text of a problem of the contact. */
export function contactProblemText(
  { contactMissing, contactProblems }: Pick<Texts, "contactMissing" | "contactProblems">,
  field: ContactField,
  problem: ContactProblem,
): string {
  return problem === "required" ? contactMissing[field] : contactProblems[problem];
}

/** The text of a problem of another payment method's field. The interface's message, in English, is added for QA. */
export function problemText(
  { isQaOpen }: Page,
  problem: string | undefined,
  { missing, invalid }: FieldProblemTexts,
  value: string,
): Html | string | null {
  if (problem === undefined) return null;
  if (problem.startsWith("is required") || value.trim() === "") return missing;
  return html`${invalid}${isQaOpen && html` <span lang="en" dir="ltr">(${problem})</span>`}`;
}
