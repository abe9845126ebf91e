/**
 * More ways to pay, without the pane: those of the shopper's country first, the rest folded. CSS alone shows the fields of the
 * chosen source, so paying needs no script.
 */
import { html, raw } from "hono/html";
import { options } from "../http/options.ts";
import type { Html, Page } from "../http/page.ts";
import type { ContactProblems } from "../orders/contact.ts";
import { countryNames } from "../orders/countries.ts";
import type { Order } from "../orders/order.ts";
import { inputName, type SourceProblems, type SourceValues } from "../payments/source-form.ts";
import { isKept, type OtherSource, otherSources, popularIn, type SourceField } from "../payments/sources.ts";
import { checkoutFrame, lastProblem, payLabel } from "./checkout-view.ts";

import { sourceTitle } from "./source-name.ts";

export interface OtherView {
  readonly order: Order;
  readonly source?: OtherSource | undefined;
  readonly values?: SourceValues;
  readonly problems?: SourceProblems;
  readonly contactProblems?: ContactProblems;
  /** Whether the form was submitted without a choice. @default false */
  readonly isNoneChosen?: boolean;
}

export function otherPage(page: Page, view: OtherView): Html {
  const { texts, session, locale } = page;
  const { order, isNoneChosen = false, contactProblems = {}, problems = {}, source } = view;
  const isFieldWrong = Object.keys(problems).length > 0;
  const isAnyWrong = isFieldWrong || Object.keys(contactProblems).length > 0;
  const { country } = session.contact;
  const first = popularIn(country);
  // Sources that the gateway stores come first, and are never folded.
  const kept = session.savedCard ? otherSources.filter(isKept) : [];
  const rest = otherSources.filter((one) => !isKept(one) && !first.includes(one.type));
  const isFolded = first.length > 0 && !rest.some(({ type }) => type === source?.type);
  const name = new Map(countryNames(locale)).get(country) ?? country;
  const all = texts.allMethods(rest.length);
  const rows = (sources: readonly OtherSource[]) =>
    sources
      .toSorted((a, b) => sourceTitle(texts, a).localeCompare(sourceTitle(texts, b), locale))
      .map((one) => choice(page, one, view));
  return checkoutFrame(page, order, {
    way: "more",
    action: "other",
    contactProblems,
    isFieldWrong,
    // The first wrong field takes the focus; a message would repeat its error.
    problem: isNoneChosen
      ? html`<div class="message"><p>${texts.chooseSource}</p></div>`
      : isAnyWrong
        ? undefined
        : lastProblem(page, order),
    payment: html`${kept.length > 0 && fieldset(texts.lastUsed, rows(kept))}
${first.length > 0 && fieldset(texts.popularIn(name), rows(otherSources.filter(({ type }) => first.includes(type))))}
<details class="all-sources" ${!isFolded && html`open`}><summary>${all}</summary><div class="rows" role="group" aria-label="${all}">${rows(rest)}</div></details>
<button class="button primary wide pay">${payLabel(page, order)}</button>`,
  });
}

function fieldset(legend: string, rows: readonly Html[]): Html {
  return html`<fieldset class="rows"><legend>${legend}</legend>${rows}</fieldset>`;
}

function choice(
  page: Page,
  source: OtherSource,
  { source: chosen, values = {}, problems = {} }: OtherView,
): Html {
  const isChosen = source.type === chosen?.type;
  return html`<div class="source">
<label class="row"><input type="radio" name="source" value="${source.type}" ${isChosen && html`checked`}> <span>${sourceTitle(page.texts, source)}</span></label>
${
  source.fields.length > 0 &&
  html`<div class="source-fields">${source.fields.map((field) =>
    sourceField(page, source, field, isChosen ? { values, problems } : { values: {}, problems: {} }),
  )}</div>`
}
</div>`;
}

function sourceField(
  page: Page,
  source: OtherSource,
  { name, isOptional, choices, sample, keyboard, max = 64 }: SourceField,
  { values, problems }: Required<Pick<OtherView, "values" | "problems">>,
): Html {
  const { texts, isQaOpen } = page;
  const id = inputName(source, name);
  const value = values[name] ?? "";
  const problem = problems[name];
  const names: Readonly<Record<string, string>> = name === "accountType" ? texts.accountTypes : {};
  const firstWrong = source.fields.find((field) => problems[field.name] !== undefined)?.name;
  const wiring = html`id="${id}" name="${id}" aria-describedby="${id}-problem" ${problem !== undefined && html`aria-invalid="true"`} ${name === firstWrong && html`autofocus`} ${isQaOpen && html`data-sample="${sample}"`}`;
  return html`<div class="field">
<label for="${id}">${texts.sourceFields[name]}${isOptional && html` <span class="soft">${texts.optional}</span>`}</label>
${
  choices
    ? html`<select ${wiring}>${options([["", texts.choose], ...choices.map((one) => [one, names[one] ?? one] as const)], value)}</select>`
    : html`<input type="text" dir="ltr" ${wiring} ${keyboards[keyboard ?? "text"]} maxlength="${max}" autocomplete="off" spellcheck="false" value="${value}">`
}
<p class="problem" id="${id}-problem">${problem !== undefined && html`${texts.fieldInvalid(texts.sourceFields[name])}${isQaOpen && html` <span lang="en" dir="ltr">(${problem})</span>`}`}</p>
</div>`;
}

const keyboards = {
  text: raw('autocapitalize="none"'),
  digits: raw('inputmode="numeric"'),
  capitals: raw('autocapitalize="characters"'),
} as const;
