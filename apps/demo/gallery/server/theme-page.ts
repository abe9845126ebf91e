/** The theme editor: all tokens in groups, beside the form in light and dark, and the code of the changed tokens. */
import { type TokenName, tokenKinds } from "@cardpane/contract/appearance";
import { html } from "hono/html";
import type { Html, Page } from "../../server/http/page.ts";
import { type TokenGroup, tokenGroups, tokensOf } from "../model/token-groups.ts";
import { code, codeBlock, galleryFrame } from "./frame-part.ts";
import { knobField } from "./knob-part.ts";

const open: readonly TokenGroup[] = ["colors", "shape"];

export function themePage(page: Page): Html {
  const { gallery } = page.texts;
  return galleryFrame(
    page,
    "theme",
    html`<div class="gallery-columns">
<section class="gallery-stage theme-stages" aria-labelledby="stage-title">
<h2 class="quiet-title" id="stage-title">${gallery.stage}</h2>
${(["light", "dark"] as const).map(
  (scheme) =>
    html`<div class="stage" data-page="${scheme}" id="stage-${scheme}"><div class="stage-page"><div id="pane-${scheme}"></div></div><span class="probe" data-probe></span></div>`,
)}
</section>
<form class="knobs" id="tokens" aria-labelledby="tokens-title" novalidate>
<div class="knobs-head"><h2 id="tokens-title">${gallery.tokens}</h2><button type="button" class="small-button" id="reset">${gallery.reset}</button></div>
<div class="theme-start">${knobField(page, "theme")}${knobField(page, "labels")}${knobField(page, "density")}
${radios("edit", gallery.edited, gallery.schemes)}${radios("show", gallery.show, gallery.shown)}</div>
${tokenGroups.map(
  (
    group,
  ) => html`<details class="knob-group" data-group ${open.includes(group) && html`open`}><summary><h3>${gallery.tokenGroups[group]}</h3></summary>
${tokensOf(group).map((name) => tokenField(page, name))}</details>`,
)}
</form>
<div class="gallery-rest">
<section aria-labelledby="code-title"><h2 class="quiet-title" id="code-title">${gallery.code}</h2>
${codeBlock(page, "tokens")}${codeBlock(page, "css")}</section>
${contrasts(page)}
</div>
</div>`,
  );
}

function radios(name: string, legend: string, choices: Readonly<Record<string, string>>): Html {
  return html`<fieldset class="knob radios"><legend>${legend}</legend>${Object.entries(choices).map(
    ([value, words], index) =>
      html`<label><input type="radio" name="${name}" value="${value}" autocomplete="off" ${index === 0 && html`checked`}> ${words}</label>`,
  )}</fieldset>`;
}

function tokenField({ texts: { gallery } }: Page, name: TokenName): Html {
  const id = `token-${name}`;
  return html`<div class="token" data-token="${name}"><label for="${id}">${code(name)}</label>
<span class="token-value">${tokenKinds[name] === "color" && html`<input type="color" aria-label="${gallery.swatch(name)}" data-swatch autocomplete="off">`}${tokenInput(id, name)}</span>
<button type="button" class="move" data-undo aria-label="${gallery.undo(name)}" hidden>↺</button></div>`;
}

function tokenInput(id: string, name: TokenName): Html {
  const kind = tokenKinds[name];
  const wiring = html`id="${id}" data-value dir="ltr" autocomplete="off" spellcheck="false"`;
  if (kind === "sides")
    return html`<select ${wiring} lang="en"><option>all</option><option>bottom</option></select>`;
  if (typeof kind === "string" && kind !== "weight") return html`<input type="text" ${wiring}>`;
  const [min, max] = kind === "weight" ? [100, 900] : kind;
  return html`<input type="number" ${wiring} min="${min}" max="${max}" step="${kind === "weight" ? 50 : max <= 4 ? 0.1 : 1}">`;
}

function contrasts({ texts: { gallery, schemes } }: Page): Html {
  return html`<section aria-labelledby="contrast-title"><h2 class="quiet-title" id="contrast-title">${gallery.contrasts}</h2>
<table class="contrasts" aria-labelledby="contrast-title"><thead><tr><th scope="col">${gallery.pair}</th><th scope="col">${gallery.wanted}</th><th scope="col">${schemes.light}</th><th scope="col">${schemes.dark}</th></tr></thead><tbody id="contrasts"></tbody></table>
<p class="about">${gallery.contrastHint}</p></section>`;
}
