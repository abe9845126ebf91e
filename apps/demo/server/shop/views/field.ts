/** A field of a form with its label, and what is wrong with it beside it. */
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";

export interface FieldParts {
  /** Of the input; unique on the page where several forms have the same name. @default the name */
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  /** @default "text" */
  readonly type?: "text" | "email" | "date";
  readonly value?: string | undefined;
  /** What the interface says is wrong with it, in English. */
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  /** How it is typed: an amount has a decimal keyboard and stands left to right. */
  readonly as?: "amount" | "code" | "plain";
  /** What may be chosen, with what it is called. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly autocomplete?: string;
  /** Takes the focus when the page is shown: the first wrong field. @default false */
  readonly isFirstWrong?: boolean;
}

export function field({ texts }: Page, parts: FieldParts): Html {
  const { name, id = name, label, type = "text", value = "", problem, hint, isOptional, choices } = parts;
  const { as = "plain", autocomplete = "off", isFirstWrong = false } = parts;
  const described = hint === undefined ? `${id}-problem` : `${id}-hint ${id}-problem`;
  const wiring = html`id="${id}" name="${name}" aria-describedby="${described}" ${problem !== undefined && html`aria-invalid="true"`} ${isFirstWrong && html`autofocus`}`;
  const keyboard =
    as === "amount"
      ? html`inputmode="decimal" dir="ltr"`
      : as === "code"
        ? html`inputmode="numeric" dir="ltr" maxlength="6"`
        : type === "email" && html`dir="ltr"`;
  return html`<div class="field">
<label for="${id}">${label}${isOptional && html` <span class="soft">${texts.optional}</span>`}</label>
${
  choices
    ? html`<select ${wiring}>${choices.map(
        ([option, words]) =>
          html`<option value="${option}" ${option === value && html`selected`}>${words}</option>`,
      )}</select>`
    : html`<input type="${type}" ${wiring} ${keyboard} autocomplete="${autocomplete}" spellcheck="false" value="${value}">`
}
${hint !== undefined && html`<p class="hint" id="${id}-hint">${hint}</p>`}
<p class="problem" id="${id}-problem">${problemText(texts, problem)}</p>
</div>`;
}

/** A box to tick. */
export function tick(id: string, name: string, label: string, isOn: boolean): Html {
  return html`<p class="tick"><label for="${id}"><input type="checkbox" id="${id}" name="${name}" value="on" ${isOn && html`checked`}> ${label}</label></p>`;
}

/** In the shopper's language where that says it all, else with what the interface says, which is English. */
export function problemText(texts: Page["texts"], problem: string | undefined): Html | string | null {
  if (problem === undefined) return null;
  const { contactProblems, wallet } = texts;
  if (problem === "is required") return contactProblems.required;
  if (problem === "must be a number") return wallet.mustBeNumber;
  if (problem === "is taken by another user") return wallet.taken;
  return html`${texts.checkField} <span lang="en" dir="ltr">(${problem})</span>`;
}
