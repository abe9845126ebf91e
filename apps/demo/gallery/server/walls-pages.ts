/** Pages of many panes: all languages, and all looks. Each pane loads when it is near the viewport. */
import { themes } from "@cardpane/contract/appearance";
import { html } from "hono/html";
import type { Html, Page } from "../../server/http/page.ts";
import type { KnobName } from "../model/knobs.ts";
import { type LookState, lookFilters, lookSchemes, lookStates, stateOptions } from "../model/looks.ts";
import { languageName, paneLanguages, widths } from "../model/samples.ts";
import { code, galleryFrame } from "./frame-part.ts";
import { knobField } from "./knob-part.ts";

export function languagesPage(page: Page): Html {
  const { gallery } = page.texts;
  return galleryFrame(
    page,
    "languages",
    html`${bar(
      page,
      ["theme", "labels", "expiry", "fields"],
      html`<div class="knob flag plain"><label for="errors">${gallery.showErrors}</label><input type="checkbox" id="errors" data-own="errors" autocomplete="off"></div>`,
    )}
<ul class="wall">${paneLanguages.map((tag) => {
      const name = languageName(tag);
      return html`<li class="cell carded" data-cell="${JSON.stringify({ locale: tag })}"><h2><bdi lang="${tag}">${name}</bdi> ${code(tag)}</h2><div class="cell-pane"></div></li>`;
    })}</ul>`,
  );
}

export function looksPage(page: Page): Html {
  const { gallery } = page.texts;
  const filter = (name: keyof typeof lookFilters, label: Html) =>
    html`<div class="knob choice"><label for="filter-${name}">${label}</label><select id="filter-${name}" data-own="${name}" autocomplete="off">${lookFilters[name].map((value) => (value === "all" ? html`<option value="all">${gallery.every}</option>` : html`<option value="${value}" lang="en" dir="ltr">${value}</option>`))}</select></div>`;
  return galleryFrame(
    page,
    "looks",
    html`${bar(page, ["labels", "rows", "density", "expiry", "locale", "dir"], html`${filter("theme", code("theme"))}${filter("width", code("width"))}`)}
${themes.map(
  (
    theme,
  ) => html`<section class="look" data-theme-section="${theme}" aria-labelledby="look-${theme}"><h2 id="look-${theme}">${code(theme)}</h2>
${lookSchemes.map((scheme) => html`<div class="ground" data-page="${scheme}" data-ground="${theme}" role="group" aria-label="${theme}, ${scheme}">${rows(page, theme, scheme)}</div>`)}</section>`,
)}`,
  );
}

/** A row for each width, with a pane for each state. */
function rows({ texts: { gallery } }: Page, theme: string, scheme: string): readonly Html[] {
  const cell = (state: LookState, width: string) => {
    const options = JSON.stringify({ theme, scheme, ...stateOptions[state] });
    return html`<li class="cell" data-cell="${options}" data-state="${state}"><h3>${gallery.states[state]} <span class="cell-width">${width}</span></h3><div class="cell-pane"></div></li>`;
  };
  return widths.map(
    (width) =>
      html`<ul class="wall" data-width="${width}">${lookStates.map((state) => cell(state, width))}</ul>`,
  );
}

/** Knobs for all panes of a wall. */
function bar(page: Page, names: readonly KnobName[], own: Html): Html {
  return html`<form class="wall-bar" id="bar" aria-label="${page.texts.gallery.knobs}" novalidate>${own}${names.map((name) => knobField(page, name))}</form>`;
}
