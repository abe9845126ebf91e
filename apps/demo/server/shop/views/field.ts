/** A form field with its label and its error. */
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import type { FieldProblemTexts, Texts } from "../../texts/index.ts";
import { tooExact } from "../../wallet/inputs.ts";
import type { ContactField, ContactProblem } from "../contact.ts";

export interface FieldParts {
  /** The input's id, unique on a page where several forms use the same name. @default the name */
  readonly id?: string;
  readonly name: string;
  readonly label: string;
  /** @default "text" */
  readonly type?: "text" | "email" | "date";
  readonly value?: string | undefined;
  /** The interface's message about the value, in English. */
  readonly problem?: string | undefined;
  readonly hint?: string | undefined;
  readonly isOptional?: boolean;
  /** The kind of input: an amount has a decimal keyboard and is written left to right. */
  readonly as?: "amount" | "code" | "plain";
  /** The options of a select, with their labels. */
  readonly choices?: readonly (readonly [value: string, label: string])[];
  readonly autocomplete?: string;
  /** Whether the field takes the focus when the page loads: for the first invalid field. @default false */
  readonly isFirstWrong?: boolean;
}

export function field(page: Page, parts: FieldParts): Html {
  const { texts } = page;
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
<p class="problem" id="${id}-problem">${problemText(page, problem, ownProblems(texts, name), value)}</p>
</div>`;
}

/** A checkbox. */
export function tick(id: string, name: string, label: string, isOn: boolean): Html {
  return html`<p class="tick"><label for="${id}"><input type="checkbox" id="${id}" name="${name}" value="on" ${isOn && html`checked`}> ${label}</label></p>`;
}

/** The text of a field's problem in the page's language. */
export function contactProblemText(
  { contactMissing, contactProblems }: Pick<Texts, "contactMissing" | "contactProblems">,
  field: ContactField,
  problem: ContactProblem,
): string {
  return problem === "required" ? contactMissing[field] : contactProblems[problem];
}

/** The texts that exist for this field only. */
function ownProblems({ wallet }: Page["texts"], name: string): FieldProblemTexts | undefined {
  return Object.hasOwn(wallet.fieldProblems, name)
    ? wallet.fieldProblems[name as keyof typeof wallet.fieldProblems]
    : undefined;
}

/** A problem in the shopper's language. The interface's message, in English, is added for QA. */
export function problemText(
  { texts, isQaOpen }: Pick<Page, "texts" | "isQaOpen">,
  problem: string | undefined,
  own?: FieldProblemTexts,
  /** The submitted value. @default not empty */
  value = "?",
): Html | string | null {
  if (problem === undefined) return null;
  const { contactProblems, wallet } = texts;
  if (problem.startsWith("is required") || (own && value.trim() === ""))
    return own?.missing ?? texts.required;
  if (!own && (problem === "must be a number" || problem === "must be more than 0"))
    return wallet.mustBeNumber;
  if (problem === tooExact) return wallet.tooExact;
  if (problem === "is taken by another user") return wallet.taken;
  const words = own?.invalid ?? (problem.includes("at most") ? contactProblems.too_long : texts.checkField);
  return html`${words}${isQaOpen && html` <span lang="en" dir="ltr">(${problem})</span>`}`;
}
