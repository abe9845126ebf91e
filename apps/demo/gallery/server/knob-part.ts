/**
 * Renders a knob as a form control, by the kind in its table row. Descriptions are in English in every language, like the
 * package's documentation, and so are names and values: all are marked as English.
 */
import { html } from "hono/html";
import type { Html, Page } from "../../server/http/page.ts";
import { unknownEnvironment } from "../../server/qa/settings.ts";
import type { Control } from "../model/knob.ts";
import { type KnobName, knobs } from "../model/knobs.ts";
import { code } from "./frame-part.ts";

/** A knob with its name and its description. */
export function knobField(page: Page, name: KnobName): Html {
  const { about, control } = knobs[name];
  const id = `knob-${name}`;
  const aboutId = `about-${name}`;
  const isGroup = control.type === "fields" || control.type === "list";
  const body = html`${isGroup ? null : head(id, name, control)}
${controlOf(page, name, control)}
<p class="about" id="${aboutId}" lang="en" dir="ltr">${about}</p>`;
  return isGroup
    ? html`<fieldset class="knob" data-knob="${name}" aria-describedby="${aboutId}"><legend>${code(name)}</legend>${body}</fieldset>`
    : html`<div class="knob ${control.type}" data-knob="${name}">${body}</div>`;
}

function head(id: string, name: string, { type }: Control): Html {
  return type === "fixed"
    ? html`<span class="knob-name">${code(name)}</span>`
    : html`<label for="${id}">${code(name)}</label>`;
}

function controlOf(page: Page, name: KnobName, control: Control): Html | null {
  const id = `knob-${name}`;
  const wiring = html`id="${id}" aria-describedby="about-${name}" autocomplete="off" spellcheck="false"`;
  switch (control.type) {
    case "choice":
      return html`<select ${wiring} lang="en" dir="ltr">${control.values.map(
        (value) => html`<option ${value === control.initial && html`selected`}>${value}</option>`,
      )}</select>`;
    case "flag":
      return html`<input type="checkbox" ${wiring}>`;
    case "number":
      return html`<input type="number" ${wiring} lang="en" dir="ltr" min="${control.min}" max="${control.max}" placeholder="${control.initial}">`;
    case "text":
      return html`<input type="text" ${wiring} lang="en" dir="ltr" list="${id}-list" placeholder="${control.initial || page.config.environments[0]}">
<datalist id="${id}-list">${suggestions(page, name, control.suggestions).map((value) => html`<option value="${value}"></option>`)}</datalist>`;
    case "lines":
      return html`<textarea ${wiring} lang="en" dir="ltr" rows="3" placeholder="${control.example}"></textarea>`;
    case "fields":
      return fieldRows(page, control.values);
    case "list":
      return html`<details><summary><span data-chosen lang="en" dir="ltr"></span></summary><div class="ticks">${control.values.map(
        (value) =>
          html`<label><input type="checkbox" value="${value}" autocomplete="off"> ${code(value)}</label>`,
      )}</div></details>`;
    case "fixed":
      return null;
    default:
      return control satisfies never;
  }
}

function suggestions({ config }: Page, name: KnobName, own: readonly string[]): readonly string[] {
  return name === "environment" ? [...config.environments, unknownEnvironment] : own;
}

/** A row for each field: whether it is shown and required, and its position among the others. */
function fieldRows({ texts: { gallery } }: Page, names: readonly string[]): Html {
  const { modes, earlier, later } = gallery;
  return html`<ol class="field-rows">${names.map(
    (name) => html`<li data-field="${name}">
<label for="field-${name}">${code(name)}</label>
<select id="field-${name}" autocomplete="off">${Object.entries(modes).map(([mode, words]) => html`<option value="${mode}">${words}</option>`)}</select>
<button type="button" class="move" data-move="-1" aria-label="${earlier(name)}">↑</button><button type="button" class="move" data-move="1" aria-label="${later(name)}">↓</button>
</li>`,
  )}</ol>`;
}
