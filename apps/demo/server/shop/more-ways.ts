/**
 * More ways to pay, without the pane: those of the shopper's country first, the rest folded. CSS alone shows the fields of the
 * chosen source, so paying needs no script.
 */
import { html, raw } from "hono/html";
import { options } from "../http/options.ts";
import type { Html, Page } from "../http/page.ts";
import { countryNames } from "../orders/countries.ts";
import type { Order } from "../orders/order.ts";
import { inputName, type SourceProblems, type SourceValues } from "../payments/source-form.ts";
import { isKept, type OtherSource, otherSources, popularIn, type SourceField } from "../payments/sources.ts";
import { sourceMark } from "./marks.ts";
import { payButton } from "./parts.ts";
import { sourceTitle } from "./source-name.ts";

/** The state of the form. */
export interface MoreView {
  readonly source?: OtherSource | undefined;
  readonly values?: SourceValues;
  /** The errors of the source's fields; absent if there are none. */
  readonly problems?: SourceProblems | undefined;
  /** Whether the form was submitted without a choice. @default false */
  readonly isNoneChosen?: boolean;
}

export function moreWays(page: Page, order: Order, view: MoreView = {}): Html {
  const { texts, session, locale, country, isQaOpen } = page;
  const { source } = view;
  // Only a page with the wallet's own button gets its token: QA types one.
  const isTyped = ({ type, fields }: OtherSource) =>
    isQaOpen || type === source?.type || fields.every(({ name }) => name !== "token");
  const shown = otherSources.filter(isTyped);
  const named = popularIn(country);
  const first = shown.filter(({ type }) => named.includes(type));
  // Sources that the gateway stores come first, and are never folded.
  const kept = session.savedCard ? shown.filter(isKept) : [];
  const rest = shown
    .filter((one) => !isKept(one) && !first.includes(one))
    .toSorted((a, b) => sourceTitle(texts, a).localeCompare(sourceTitle(texts, b), locale));
  const isFolded = first.length > 0 && !rest.some(({ type }) => type === source?.type);
  const name = new Map(countryNames(locale)).get(country) ?? country;
  const all = texts.allMethods(rest.length);
  const rows = (sources: readonly OtherSource[]) => sources.map((one) => choice(page, one, view));
  return html`${kept.length > 0 && fieldset(texts.lastUsed, rows(kept))}
${first.length > 0 && fieldset(texts.popularIn(name), rows(first))}
<details class="all-sources" ${!isFolded && html`open`}><summary>${all}</summary><div class="rows" role="group" aria-label="${all}">${rows(rest)}</div></details>
${payButton(page, order)}`;
}

function fieldset(legend: string, rows: readonly Html[]): Html {
  return html`<fieldset class="rows"><legend>${legend}</legend>${rows}</fieldset>`;
}

function choice(
  page: Page,
  source: OtherSource,
  { source: chosen, values = {}, problems = {} }: MoreView,
): Html {
  const isChosen = source.type === chosen?.type;
  return html`<div class="source">
<label class="row"><input type="radio" name="source" value="${source.type}" ${isChosen && html`checked`}> <span>${sourceTitle(page.texts, source)}</span>${sourceMark(source.type)}</label>
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
  { values, problems }: { readonly values: SourceValues; readonly problems: SourceProblems },
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
