/** Renders a knob as a form control, by the kind in its table row. */
import { html } from "hono/html";
import type { Html } from "../../server/http/page.ts";
import { unknownEnvironment } from "../../server/qa/settings.ts";
import type { Control } from "../model/knob.ts";
import { type KnobName, knobs } from "../model/knobs.ts";

const modes = ["off", "required", "optional"];

/** A knob with its name and its description. */
export function knobField(name: KnobName, environments: readonly string[]): Html {
  const { about, control } = knobs[name];
  const aboutId = `about-${name}`;
  const description = html`<p class="about" id="${aboutId}">${about}</p>`;
  if (control.type === "fields" || control.type === "list")
    return html`<fieldset class="knob" data-knob="${name}" aria-describedby="${aboutId}"><legend>${name}</legend>
${controlOf(name, control, environments)}${description}</fieldset>`;
  const head =
    control.type === "fixed"
      ? html`<span class="knob-name">${name}</span>`
      : html`<label for="knob-${name}">${name}</label>`;
  return html`<div class="knob ${control.type}" data-knob="${name}">${head}
${controlOf(name, control, environments)}${description}</div>`;
}

function controlOf(name: KnobName, control: Control, environments: readonly string[]): Html | null {
  const id = `knob-${name}`;
  const wiring = html`id="${id}" aria-describedby="about-${name}" autocomplete="off" spellcheck="false"`;
  switch (control.type) {
    case "choice":
      return html`<select ${wiring}>${control.values.map(
        (value) => html`<option ${value === control.initial && html`selected`}>${value}</option>`,
      )}</select>`;
    case "flag":
      return html`<input type="checkbox" ${wiring}>`;
    case "number":
      return html`<input type="number" ${wiring} min="${control.min}" max="${control.max}" placeholder="${control.initial}">`;
    case "text": {
      const suggestions =
        name === "environment" ? [...environments, unknownEnvironment] : control.suggestions;
      return html`<input type="text" ${wiring} list="${id}-list" placeholder="${control.initial || environments[0]}">
<datalist id="${id}-list">${suggestions.map((value) => html`<option value="${value}"></option>`)}</datalist>`;
    }
    case "lines":
      return html`<textarea ${wiring} rows="3" placeholder="${control.example}"></textarea>`;
    case "fields":
      return html`<ol class="field-rows">${control.values.map(fieldRow)}</ol>`;
    case "list":
      return html`<details><summary><span data-chosen></span></summary><div class="ticks">${control.values.map(
        (value) => html`<label><input type="checkbox" value="${value}" autocomplete="off"> ${value}</label>`,
      )}</div></details>`;
    case "fixed":
      return null;
    default:
      return control satisfies never;
  }
}

/** A field of the form: whether it is shown and required, and its position among the others. */
function fieldRow(name: string): Html {
  return html`<li data-field="${name}">
<label for="field-${name}">${name}</label>
<select id="field-${name}" autocomplete="off">${modes.map((mode) => html`<option>${mode}</option>`)}</select>
<button type="button" class="move" data-move="-1" aria-label="Move ${name} up">↑</button><button type="button" class="move" data-move="1" aria-label="Move ${name} down">↓</button>
</li>`;
}
