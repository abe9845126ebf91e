/**
 * The payment methods without the pane. One form with a choice in groups; CSS alone shows the fields of the chosen source, so
 * paying needs no script. The script that the page loads only keeps the typed values when the language changes.
 */
import { html, raw } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import type { Order } from "../../orders/order.ts";
import { inputName, type SourceProblems, type SourceValues } from "../../payments/source-form.ts";
import {
  type OtherSource,
  otherSources,
  type SourceField,
  type SourceGroup,
  sourceGroups,
} from "../../payments/sources.ts";
import type { ContactProblems } from "../contact.ts";
import { formatMinor } from "../money.ts";
import { contactSection, contactTexts, lastProblem, localeField, summary } from "./checkout.ts";
import { problemText } from "./field.ts";
import { sourceTitle } from "./source-name.ts";
import { sourcePicture } from "./source-picture.ts";

export interface OtherView {
  readonly order: Order;
  /** One-time token of the form: a second submit with the same token is the same attempt. */
  readonly formToken: string;
  /** The chosen source. @default none */
  readonly source?: OtherSource;
  /** The values typed for the source. @default none */
  readonly values?: SourceValues;
  readonly problems?: SourceProblems;
  readonly contactFaults?: ContactProblems;
  /** Whether the form was submitted without a choice. @default false */
  readonly isNoneChosen?: boolean;
}

export function otherPage(page: Page, view: OtherView): Html {
  const { texts, session, locale } = page;
  const { order, formToken, isNoneChosen = false, contactFaults = {} } = view;
  const isFieldWrong = Object.keys({ ...contactFaults, ...view.problems }).length > 0;
  const problem = isNoneChosen
    ? html`<div class="message failed"><p>${texts.chooseSource}</p></div>`
    : // The first wrong field takes the focus; a message would repeat its error.
      isFieldWrong
      ? undefined
      : lastProblem(page, order);
  const isWrong = problem !== undefined || isFieldWrong;
  // Sources that the gateway stores are offered only if there are any.
  const groups = sourceGroups.filter((group) => group !== "kept" || session.savedCards.length > 0);
  return layout(page, {
    title: isWrong ? texts.errorTitle(texts.otherTitle) : texts.otherTitle,
    quiet: true,
    scripts: ["plain-form.js"],
    body: html`<h1>${texts.otherTitle}</h1>
<div class="checkout">
<form class="checkout-form" id="other" method="post" action="/orders/${order.id}/other" novalidate data-texts="${JSON.stringify(contactTexts(texts))}">
<input type="hidden" name="formToken" value="${formToken}">
${localeField(page)}
${contactSection(page, contactFaults)}
<section aria-labelledby="payment-title">
<h2 id="payment-title">${texts.paymentTitle}</h2>
<div class="outcome-slot" role="alert">${problem}</div>
${groups.map((group) => fieldset(page, group, view))}
<button class="button primary pay"><span>${texts.pay(formatMinor(order.totalMinor, locale))}</span></button>
</section>
<nav class="ways" aria-label="${texts.otherWays}"><ul><li><a href="/checkout">${texts.scriptWay}</a></li></ul></nav>
</form>
${summary(page, order)}
</div>`,
  });
}

function fieldset(page: Page, group: SourceGroup, view: OtherView): Html {
  return html`<fieldset class="sources"><legend>${page.texts.sourceGroups[group]}</legend>
${otherSources.filter((source) => source.group === group).map((source) => choice(page, source, view))}
</fieldset>`;
}

function choice(
  page: Page,
  source: OtherSource,
  { source: chosen, values = {}, problems = {} }: OtherView,
): Html {
  const isChosen = source.type === chosen?.type;
  return html`<div class="source">
<label class="source-choice"><input type="radio" name="source" value="${source.type}" ${isChosen && html`checked`}> ${sourcePicture(source.group)} <span>${sourceTitle(page.texts, source)}</span></label>
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
  const firstWrong = source.fields.find((field) => problems[field.name] !== undefined)?.name;
  const wiring = html`id="${id}" name="${id}" dir="ltr" aria-describedby="${id}-problem" ${problem !== undefined && html`aria-invalid="true"`} ${name === firstWrong && html`autofocus`} ${isQaOpen && html`data-sample="${sample}"`}`;
  return html`<div class="field">
<label for="${id}">${texts.sourceFields[name]}${isOptional && html` <span class="soft">${texts.optional}</span>`}</label>
${
  choices
    ? html`<select ${wiring}><option value="">${texts.choose}</option>${choices.map(
        (option) =>
          html`<option value="${option}" ${option === value && html`selected`}>${choiceName(page, name, option)}</option>`,
      )}</select>`
    : html`<input type="text" ${wiring} ${keyboards[keyboard ?? "text"]} maxlength="${max}" autocomplete="off" spellcheck="false" value="${value}">`
}
<p class="problem" id="${id}-problem" data-missing="${texts.sourceProblems[name].missing}" data-invalid="${texts.sourceProblems[name].invalid}">${problemText(page, problem, texts.sourceProblems[name], value)}</p>
</div>`;
}

const keyboards = {
  text: raw('autocapitalize="none"'),
  digits: raw('inputmode="numeric"'),
  capitals: raw('autocapitalize="characters"'),
} as const;

/** The display name of an option; a code without a name is shown as it is. */
function choiceName({ texts }: Page, field: SourceField["name"], choice: string): string {
  if (field !== "accountType") return choice;
  return choice === "C" || choice === "S" ? texts.accountTypes[choice] : choice;
}
