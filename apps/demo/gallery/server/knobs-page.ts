/** The gallery's first page: the pane, a knob for each option, events and snapshot, and the code to copy. */
import { html } from "hono/html";
import type { Html, Page } from "../../server/http/page.ts";
import { grouped, testCards, testCvv, testExpiry } from "../../server/qa/test-cards.ts";
import { type KnobGroup, knobGroups } from "../model/knob.ts";
import { type KnobName, knobs } from "../model/knobs.ts";
import { codeBlock, galleryFrame } from "./frame-part.ts";
import { knobField } from "./knob-part.ts";

/** Groups that are open from the start. */
const open: readonly KnobGroup[] = ["form", "look", "page"];

export function knobsPage(page: Page): Html {
  const { gallery } = page.texts;
  return galleryFrame(
    page,
    "knobs",
    html`<div class="gallery-columns">
${stage(page)}
${panel(page)}
<div class="gallery-rest">
${methods(page)}
<section aria-labelledby="code-title"><h2 class="quiet-title" id="code-title">${gallery.code}</h2>
${codeBlock(page, "html")}${codeBlock(page, "js")}</section>
${eventsAndSnapshot(page)}
</div>
</div>`,
  );
}

function stage(page: Page): Html {
  const { gallery } = page.texts;
  const [{ number }] = testCards;
  return html`<section class="gallery-stage" aria-labelledby="stage-title">
<h2 class="quiet-title" id="stage-title">${gallery.stage}</h2>
<div class="stage" id="stage"><div class="stage-page" id="stage-page">
<div class="sample" id="sample"><label for="email">${gallery.emailLabel}</label>
<input id="email" class="sample-input" type="email" placeholder="mira@example.com" autocomplete="off" dir="ltr"></div>
<div id="pane"></div>
</div></div>
<p class="soft">${gallery.testCard(grouped(number), testExpiry(page.now), testCvv)}</p>
<p class="stage-failed" id="stage-failed" role="alert"></p>
</section>`;
}

function panel(page: Page): Html {
  const { gallery } = page.texts;
  const names = Object.keys(knobs) as KnobName[];
  return html`<form class="knobs" id="knobs" aria-labelledby="knobs-title" novalidate>
<div class="knobs-head"><h2 id="knobs-title">${gallery.knobs}</h2><a href="/gallery" class="small-button">${gallery.reset}</a></div>
<input type="search" id="knob-search" placeholder="${gallery.search}" aria-label="${gallery.search}" autocomplete="off" spellcheck="false">
<p class="soft" id="no-knob" role="status" data-text="${gallery.noMatch}"></p>
${knobGroups.map(
  (
    group,
  ) => html`<details class="knob-group" ${open.includes(group) && html`open`}><summary><h3>${gallery.groups[group]}</h3></summary>
${names.filter((name) => knobs[name].group === group).map((name) => knobField(page, name))}</details>`,
)}
</form>`;
}

function methods({ texts: { gallery } }: Page): Html {
  const names = ["validate", "focus", "blur", "clear", "tokenize", "retry"];
  return html`<section aria-labelledby="methods-title"><h2 class="quiet-title" id="methods-title">${gallery.methods}</h2>
<p class="methods">${names.map((name) => html`<button type="button" class="small-button" data-method="${name}" lang="en" dir="ltr">${name}()</button> `)}</p></section>`;
}

function eventsAndSnapshot({ texts: { gallery } }: Page): Html {
  return html`<div class="events-and-snapshot">
<section aria-labelledby="events-title">
<div class="code-head"><h2 class="quiet-title" id="events-title">${gallery.events}</h2><button type="button" class="small-button" id="clear-events">${gallery.clearEvents}</button></div>
<p class="about">${gallery.eventsHint}</p>
<ol class="log" id="events" data-empty="${gallery.noEvents}" tabindex="0" aria-labelledby="events-title"></ol>
</section>
<section aria-labelledby="snapshot-title"><h2 class="quiet-title" id="snapshot-title">${gallery.snapshot}</h2>
<pre class="log" id="snapshot" lang="en" dir="ltr" tabindex="0" role="group" aria-labelledby="snapshot-title"></pre></section>
</div>`;
}
