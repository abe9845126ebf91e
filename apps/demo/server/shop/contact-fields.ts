/** The fields of the shopper's contact, with their errors. */
import { html } from "hono/html";
import { options } from "../http/options.ts";
import type { Html, Page } from "../http/page.ts";
import {
  type ContactField,
  type ContactProblems,
  maxLengths,
  contactFields as names,
} from "../orders/contact.ts";
import { countryNames } from "../orders/countries.ts";

const autocomplete: Readonly<Record<ContactField, string>> = {
  firstName: "given-name",
  lastName: "family-name",
  email: "email",
  country: "country",
};

/** Matches a name that {@link contactProblems} accepts. */
const noCardNumber = String.raw`(?!.*\d([ \-]?\d){11}).*`;

export function contactFields(page: Page, problems: ContactProblems = {}): Html {
  return html`<div class="contact">${names.map((field) => contactField(page, field, problems))}</div>`;
}

function contactField(page: Page, field: ContactField, problems: ContactProblems): Html {
  const { texts, locale, session, country } = page;
  const found = problems[field];
  const isFirstWrong = names.find((name) => problems[name] !== undefined) === field;
  // The script shows the same errors before it sends the form. A required list without a choice is invalid unless this says otherwise.
  const errors = html`aria-invalid="${found ? "true" : "false"}" data-missing="${texts.contactMissing[field]}" data-invalid="${texts.contactProblems[field === "email" ? "not_an_email" : "holds_card_number"]}"`;
  const wiring = html`id="${field}" name="${field}" autocomplete="${autocomplete[field]}" required aria-describedby="${field}-problem" ${errors} ${isFirstWrong && html`autofocus`}`;
  return html`<div class="field ${field}">
<label for="${field}">${texts.contact[field]}</label>
${
  field === "country"
    ? html`<select ${wiring}>${options([["", texts.chooseCountry], ...countryNames(locale)], country)}</select>`
    : html`<input ${field === "email" ? html`type="email" dir="ltr"` : html`type="text" pattern="${noCardNumber}"`} ${wiring} enterkeyhint="next" maxlength="${maxLengths[field]}" value="${session.contact[field]}">`
}
<p class="problem" id="${field}-problem">${found && (found === "required" ? texts.contactMissing[field] : texts.contactProblems[found])}</p>
</div>`;
}
