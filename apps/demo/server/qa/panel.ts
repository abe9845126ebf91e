/** The QA panel: test cards, settings, the pane's methods and events, and the server's requests. English only. */
import { explainCode } from "@cardpane/node";
import { html } from "hono/html";
import type { Html, Page } from "../http/page.ts";
import { challengeModes, hostModes, schemes } from "../http/session.ts";
import { locales } from "../texts/index.ts";
import { gatewayStates } from "./gateway-states.ts";
import {
  declineCodes,
  fieldModes,
  isChanged,
  modeOf,
  paneFields,
  unknownEnvironment,
  windowSizes,
} from "./settings.ts";
import { grouped, testCards, testCvv, testExpiry } from "./test-cards.ts";

export function qaPanel(page: Page): Html {
  return html`<aside class="qa" id="qa" lang="en" dir="ltr" aria-label="QA panel">
<details open>
<summary>QA panel <span class="qa-clock" id="qa-clock" ${!page.config.admin && html`hidden`}></span></summary>
<div class="qa-body">
<p class="soft"><a href="/gallery">Gallery</a>: all options, <a href="/gallery/wall">looks and languages</a>. <a href="/checkout/html">HTML-only checkout</a>.</p>
${cards(page)}
${settings(page)}
${gateway(page)}
${methods}
${notifications(page)}
<details open><summary><h2>Pane events</h2></summary>
<p class="qa-tools"><button type="button" data-qa="clear-events">Clear</button></p>
<ol class="log" id="qa-event-list" data-empty="No events yet." tabindex="0" aria-label="Pane events"></ol></details>
<details open><summary><h2>Server to gateway</h2></summary>
<ol class="log" id="qa-request-list" data-empty="No requests yet." tabindex="0" aria-label="Requests to the gateway"></ol></details>
</div>
</details>
<div class="qa-toast" id="qa-toast"><p role="status"></p><button type="button" data-qa="dismiss" hidden>Dismiss</button></div>
</aside>`;
}

function cards({ now }: Page): Html {
  const copy = (text: string, label: Html | string) =>
    html`<button type="button" data-copy="${text}">${label}</button>`;
  const expiry = testExpiry(now);
  return html`<details open><summary><h2>Test cards</h2></summary>
<p class="soft">Click to copy, then paste into the card form.</p>
<p class="qa-tools">${copy(expiry, html`Expiry <b>${expiry}</b>`)} ${copy(testCvv, html`CVV <b>${testCvv}</b>`)} <button type="button" data-qa="fill-contact">Fill contact</button></p>
<ul class="qa-cards">${testCards.map(
    ({ number, outcome }) =>
      html`<li>${copy(number, html`<b>${grouped(number)}</b> <span>${outcome}</span>`)}</li>`,
  )}</ul></details>`;
}

function settings({ session, locale, config, here }: Page): Html {
  const { qa } = session;
  const option = (value: string, on: boolean, label = value) =>
    html`<option value="${value}" ${on && html`selected`}>${label}</option>`;
  return html`<details ${isChanged(qa) && html`open`}><summary><h2>Settings</h2></summary>
<form method="post" action="/qa/settings" class="qa-settings">
<input type="hidden" name="back" value="${here}">
<label>Language <select name="locale">${Object.entries(locales).map(([id, { language }]) => option(id, id === locale, language))}</select></label>
<label>Appearance <select name="scheme">${schemes.map((id) => option(id, id === session.scheme))}</select></label>
<label>Environment <select name="environment">${[...config.environments, unknownEnvironment].map((id) =>
    option(
      id,
      id === (qa.environment ?? config.environments[0]),
      id === unknownEnvironment ? "unknown (refused)" : id,
    ),
  )}</select></label>
<fieldset><legend>Fields</legend>${paneFields.map(
    (field) =>
      html`<label>${field} <select name="field-${field}">${fieldModes.map((mode) => option(mode, mode === modeOf(qa.fields, field)))}</select></label>`,
  )}</fieldset>
<label><input type="checkbox" name="threeDs" ${qa.threeDs && html`checked`}> 3D Secure</label>
<label>Pane host <select name="host">${hostModes.map((mode) => option(mode, mode === qa.host, hostNames[mode]))}</select></label>
<label>3DS challenge <select name="challenge">${challengeModes.map((mode) => option(mode, mode === qa.challenge))}</select></label>
<label>Dialog size <select name="windowSize">${Object.entries(windowSizes).map(([size, words]) => option(size, size === qa.windowSize, `${size}: ${words}`))}</select></label>
<label>Decline code <select name="emulateCode">${option("", qa.emulateCode === null, "None")}${declineCodes.map((code) => option(code, code === qa.emulateCode, `${code} ${explainCode(code)}`))}</select></label>
<label>Override amount <input name="amount" inputmode="decimal" placeholder="Basket total" value="${qa.amountMinor === null ? "" : (qa.amountMinor / 100).toFixed(2)}"></label>
<button>Apply</button>
</form></details>`;
}

const hostNames = { up: "up", down: "down", script_lost: "script lost" } as const;

/** The states of the sandbox's gateway, each by one button. */
function gateway({ config }: Page): Html | null {
  if (!config.admin) return null;
  return html`<details open><summary><h2>Gateway</h2></summary>
<p class="soft">For all users of this sandbox. <span id="qa-gateway"></span></p>
<p class="qa-tools" role="group" aria-label="State of the gateway">${Object.entries(gatewayStates).map(
    ([name, { label }]) => html`<button type="button" data-gateway="${name}">${label}</button> `,
  )}</p></details>`;
}

/** The sandbox's notifications with the shop's verdicts, and the sandbox's time. */
function notifications({ config }: Page): Html {
  const move = (to: string, label: string) =>
    html`<button type="button" data-time="${to}">${label}</button> `;
  return html`<details open><summary><h2>Notifications</h2></summary>
${
  config.admin
    ? html`<p class="soft">Sandbox time is shared by all users.</p>
<p class="qa-tools" role="group" aria-label="Change sandbox time">${move("hour", "+1 hour")}${move("day", "+1 day")}${move("month", "+30 days")}${move("reset", "Back to now")}</p>`
    : html`<p class="soft">Set SANDBOX_ADMIN_URL to see delivery attempts.</p>`
}
<ol class="log" id="qa-notification-list" data-empty="No notifications yet." tabindex="0" aria-label="Notifications"></ol></details>`;
}

const methods = html`<details><summary><h2>Pane methods</h2></summary>
<p class="qa-tools">${["validate", "focus", "clear", "tokenize", "disable", "enable", "retry", "unload"].map(
  (name) => html`<button type="button" data-pane="${name}">${name}</button> `,
)}</p></details>`;
