/** The markup of a refill's pages. The template escapes every value. */
import { html } from "hono/html";
import { type Markup, page } from "./page.ts";
import type { PageTexts } from "./page-texts.ts";
import type { PaneScript } from "./pane-script.ts";

/** Why the last card was refused; for a decline also its code, with its meaning in English. */
export interface CardProblem {
  readonly text: string;
  readonly reason?: string;
}

/**
 * The page that takes a card for a refill.
 *
 * @param charge the amount that the card pays.
 */
export function refillPage(
  texts: PageTexts,
  { charge, bill, isTest }: { readonly charge: string; readonly bill: Markup; readonly isTest: boolean },
  problem: CardProblem | undefined,
  pane: PaneScript | undefined,
) {
  return page(
    texts.refillTitle,
    html`<h1>${texts.refillTitle}</h1>
${bill}
${problem ? html`<p class="problem" role="alert">${problemOf(problem)}</p>` : ""}
${pane ? cardForm(texts, charge, pane) : noPane(texts)}
<form method="post" aria-label="${texts.withoutCard}">
<button class="quiet" name="answer" value="cancel">${texts.cancel}</button>
</form>
<p class="soft">${isTest ? `${texts.isTest} ` : ""}${texts.noMoney}</p>`,
    { texts, script: pane },
  );
}

function problemOf({ text, reason }: CardProblem) {
  return html`${text}${reason === undefined ? "" : html` <span lang="en" dir="ltr">${reason}</span>`}`;
}

function cardForm(texts: PageTexts, charge: string, { environment }: PaneScript) {
  return html`<form method="post">
<card-pane name="payment" environment="${environment}" fields="number expiry cvv"></card-pane>
<noscript><p class="problem">${texts.needsScript}</p></noscript>
<button class="main">${texts.pay(charge)}</button>
</form>`;
}

/** *Assumption*: without a pane the sandbox takes no card, since its own page must never see one. */
function noPane(texts: PageTexts) {
  return html`<p class="problem" role="alert">${texts.noPane}</p>
<p class="soft" lang="en" dir="ltr">Set PANE_URL to the address of a running pane host, and list this sandbox in that host's parents. Then reload
this page.</p>`;
}

/**
 * The end of a refill without a shop to return to.
 *
 * @param problem why no money was added.
 */
export function refillEndPage(
  texts: PageTexts,
  bill: Markup,
  isPaid: boolean,
  problem: CardProblem | undefined,
) {
  const title = isPaid ? texts.refilled : texts.notRefilled;
  return page(
    title,
    html`<h1>${title}</h1>
${isPaid || !problem ? "" : html`<p class="problem">${problemOf(problem)}</p>`}
${bill}
<p class="soft">${texts.closePage}</p>`,
    { texts },
  );
}
