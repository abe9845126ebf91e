/** The QA panel: test cards, settings, the sandbox's state, notifications, and the pane's events. English only. */
import { html } from "hono/html";
import { choiceNames, choiceWords, isChanged, settings, unknownEnvironment } from "../orders/qa-settings.ts";
import { clockMoves, doubts, gatewayStates } from "../sandbox/admin.ts";
import { grouped, testCards, testCvv, testExpiry } from "../sandbox/test-cards.ts";
import { options } from "./options.ts";
import type { Html, Page } from "./page.ts";

export function qaPanel(page: Page): Html {
  return html`<aside class="qa" id="qa" lang="en" dir="ltr" aria-label="QA panel">
<details open>
<summary>QA panel <span class="soft" id="qa-clock"></span></summary>
<div class="qa-body">
<p class="soft"><a href="/gallery">Gallery</a>: all options, <a href="/gallery/wall">looks and languages</a>. <a href="/checkout/html">HTML-only checkout</a>.</p>
${cards(page)}
${settingsForm(page)}
${sandbox(page)}
${fold("Notifications", log("qa-notification-list", "Notifications", "No notifications yet."))}
${fold("Pane events", log("qa-event-list", "Pane events", "No events yet."))}
</div>
<p class="qa-status" id="qa-status" role="status"></p>
</details>
</aside>`;
}

function fold(title: string, content: Html, isOpen = true): Html {
  return html`<details ${isOpen && html`open`}><summary><h2>${title}</h2></summary>${content}</details>`;
}

function log(id: string, label: string, empty: string): Html {
  return html`<ol class="log" id="${id}" data-empty="${empty}" tabindex="0" aria-label="${label}"></ol>`;
}

function buttons(
  label: string,
  path: string,
  all: Readonly<Record<string, { readonly label: string }>>,
): Html {
  return html`<p class="bar" role="group" aria-label="${label}">${Object.entries(all).map(
    ([name, { label: words }]) => html`<button type="button" data-post="${path}/${name}">${words}</button> `,
  )}</p>`;
}

function cards({ now }: Page): Html {
  const copy = (text: string, label: Html | string) =>
    html`<button type="button" data-copy="${text}">${label}</button>`;
  const expiry = testExpiry(now);
  return fold(
    "Test cards",
    html`<p class="soft">Click to copy, then paste into the card form.</p>
<p class="bar">${copy(expiry, html`Expiry <b>${expiry}</b>`)} ${copy(testCvv, html`CVV <b>${testCvv}</b>`)} <button type="button" data-qa="fill-contact">Fill contact</button> <button type="button" data-qa="unload">Unload the frame</button></p>
<ul class="qa-cards">${testCards.map(
      ({ number, outcome }) =>
        html`<li>${copy(number, html`<b>${grouped(number)}</b> <span>${outcome}</span>`)}</li>`,
    )}</ul>`,
  );
}

function settingsForm({ session: { qa }, config: { environments }, here }: Page): Html {
  const select = (name: string, label: string, all: readonly string[], chosen: string) =>
    html`<label class="knob">${label} <select name="${name}">${options(
      all.map((one) => [one, choiceWords[one] ?? one]),
      chosen,
    )}</select></label>`;
  return fold(
    "Settings",
    html`<form method="post" action="/qa/settings">
<input type="hidden" name="back" value="${here}">
${select("environment", "Environment", [...environments, unknownEnvironment], qa.environment ?? environments[0])}
${choiceNames.map((name) => select(name, settings[name].label, settings[name].choices, qa[name]))}
<label class="knob">Override amount <input name="amount" inputmode="decimal" placeholder="Basket total" value="${qa.amountMinor === null ? "" : (qa.amountMinor / 100).toFixed(2)}"></label>
<button>Apply</button>
</form>`,
    isChanged(qa),
  );
}

function sandbox({ config }: Page): Html {
  if (!config.admin)
    return html`<p class="soft">Set SANDBOX_ADMIN_URL to see deliveries, and to change the gateway's state and time.</p>`;
  return fold(
    "Sandbox",
    html`<p class="soft">For all users of this sandbox. <span id="qa-gateway"></span></p>
${buttons("State of the gateway", "/qa/gateway", gatewayStates)}
<p>Doubt in the next payment, for <a href="/operator">the operator</a>:</p>
${buttons("Doubt in the next payment", "/qa/doubt", doubts)}
${buttons("Change sandbox time", "/qa/time", clockMoves)}`,
  );
}
