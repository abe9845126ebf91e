/** The gallery's first page: the pane, a knob for each option, events and snapshot, and the code to copy. */
import { html } from "hono/html";
import type { Html, Page } from "../../server/http/page.ts";
import { grouped, testCards, testCvv, testExpiry } from "../../server/qa/test-cards.ts";
import { type KnobGroup, knobGroups } from "../model/knob.ts";
import { type KnobName, knobs } from "../model/knobs.ts";
import { galleryFrame } from "./frame.ts";
import { knobField } from "./knob-part.ts";

const groupNames: Readonly<Record<KnobGroup, string>> = {
  form: "Form",
  look: "Look",
  language: "Language",
  card: "Card",
  host: "Host",
  page: "Surrounding page",
};
/** Groups that are open from the start. */
const open: readonly KnobGroup[] = ["form", "look", "page"];
const methods = ["validate", "focus", "blur", "clear", "tokenize", "retry"];

export function knobsPage(page: Page): Html {
  return galleryFrame(
    page,
    "Options",
    html`<p class="gallery-intro">Change an option to update the live form. The URL always reflects the current settings, so you can share it.</p>
<div id="problems" role="status"></div>
<div class="gallery-columns">
${stage(page)}
${panel(page)}
<div class="gallery-rest">
<section aria-labelledby="methods-title"><h2 class="quiet-title" id="methods-title">Methods</h2>
<p class="methods">${methods.map((name) => html`<button type="button" class="small-button" data-method="${name}">${name}()</button> `)}</p></section>
<section aria-labelledby="code-title"><h2 class="quiet-title" id="code-title">Code</h2>
${codeBlock("html", "HTML")}${codeBlock("js", "JavaScript")}</section>
${eventsAndSnapshot}
</div>
</div>`,
  );
}

function stage({ now }: Page): Html {
  const [{ number }] = testCards;
  return html`<section class="gallery-stage" aria-labelledby="stage-title">
<h2 class="quiet-title" id="stage-title">The form</h2>
<div class="stage" id="stage"><div class="stage-page" id="stage-page">
<div class="sample" id="sample"><label for="email">Email</label>
<input id="email" class="sample-input" type="email" placeholder="mira@example.com" autocomplete="off" dir="ltr"></div>
<div id="pane"></div>
</div></div>
<p class="soft">Enter a test card: ${grouped(number)}, ${testExpiry(now)}, ${testCvv}.</p>
<p class="stage-failed" id="stage-failed" role="alert"></p>
</section>`;
}

function panel({ config }: Page): Html {
  const names = Object.keys(knobs) as KnobName[];
  return html`<form class="knobs" id="knobs" aria-labelledby="knobs-title" novalidate>
<div class="knobs-head"><h2 id="knobs-title">Options</h2><a href="/gallery" class="small-button">Reset all</a></div>
<input type="search" id="knob-search" placeholder="Search options" aria-label="Search options" autocomplete="off" spellcheck="false">
<p class="soft" id="no-knob" role="status" data-text="No options match."></p>
${knobGroups.map(
  (group) =>
    html`<details class="knob-group" ${open.includes(group) && html`open`}><summary><h3>${groupNames[group]}</h3></summary>
${names.filter((name) => knobs[name].group === group).map((name) => knobField(name, config.environments))}</details>`,
)}
</form>`;
}

/** Code with a button that copies it. */
function codeBlock(id: string, name: string): Html {
  return html`<div class="code-block">
<div class="code-head"><h3 id="code-${id}-title">${name}</h3>
<button type="button" class="small-button" data-copy="code-${id}" data-name="${name}">Copy ${name}</button></div>
<pre id="code-${id}" tabindex="0" role="group" aria-labelledby="code-${id}-title"></pre>
</div>`;
}

const eventsAndSnapshot = html`<div class="events-and-snapshot">
<section aria-labelledby="events-title">
<div class="code-head"><h2 class="quiet-title" id="events-title">Events</h2><button type="button" class="small-button" id="clear-events">Clear</button></div>
<p class="about">Events sent to the page. They never contain typed data.</p>
<ol class="log" id="events" data-empty="Nothing yet." tabindex="0" aria-labelledby="events-title"></ol>
</section>
<section aria-labelledby="snapshot-title"><h2 class="quiet-title" id="snapshot-title">Snapshot</h2>
<pre class="log" id="snapshot" tabindex="0" role="group" aria-labelledby="snapshot-title"></pre></section>
</div>`;
