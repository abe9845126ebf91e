/** The issuer's challenge, played by a page: the shopper approves, fails or cancels, without any script. */
import { currencyDecimals } from "@cardpane/contract/gateway";
import { Hono } from "hono";
import { html } from "hono/html";
import type { Db } from "../db/open.ts";
import { type Challenge, findChallenge, finishChallenge, returnUrl } from "../payments/challenge.ts";
import { toWire } from "../payments/schedule.ts";
import { challengeAnswers } from "../payments/state.ts";
import { readText } from "./body.ts";
import { page, pageHeaders } from "./page.ts";

/** Where challenge pages are. */
export const challengeRoute = "/3ds/:id";
const answerLimitBytes = 1024;

/** The challenge's two routes: the page, and the form that answers it. */
export function challengeRoutes(deps: { readonly db: Db; readonly clock: () => number }) {
  const routes = new Hono();

  routes.get(challengeRoute, async (c) => {
    const challenge = await findChallenge(deps.db, c.req.param("id"));
    if (!challenge) return c.body(await missingPage(), 404, pageHeaders);
    // Back from the shop by the browser's button: there is nothing left to answer.
    if (challenge.payment.status !== "pending") return c.redirect(returnUrl(challenge.payment), 303);
    return c.body(await challengePage(challenge), 200, pageHeaders);
  });

  routes.post(challengeRoute, async (c) => {
    const form = new URLSearchParams(await readText(c.req.raw, answerLimitBytes));
    const answer = challengeAnswers.find((known) => known === form.get("answer"));
    if (!answer) return c.body(await wrongAnswerPage(), 400, pageHeaders);
    const next = await finishChallenge(deps.db, c.req.param("id"), answer, new Date(deps.clock()));
    return next ? c.redirect(next, 303) : c.body(await missingPage(), 404, pageHeaders);
  });

  return routes;
}

function challengePage({ payment, maskedNumber }: Challenge) {
  const { product } = payment;
  const merchant = product.domainName ?? product.siteId ?? new URL(payment.redirectUrl).hostname;
  return page(
    "Confirm your payment",
    html`<h1>Confirm your payment</h1>
<p>Your bank asks whether it is you who pays.</p>
<p class="amount">${formatAmount(payment.requestedMinor, payment.currency)}</p>
<dl>
<dt>Merchant</dt><dd>${merchant}</dd>
${product.title === undefined ? "" : html`<dt>Product</dt><dd>${product.title}</dd>`}
<dt>Card</dt><dd>•••• ${maskedNumber.slice(-4)}</dd>
<dt>Order</dt><dd>${payment.orderId}</dd>
</dl>
<form method="post">
<button class="main" name="answer" value="approve">Approve</button>
<button name="answer" value="fail">Fail the authentication</button>
<button class="stop" name="answer" value="cancel">Cancel</button>
</form>
<p class="soft">This is a sandbox: no bank is asked and no money moves.</p>`,
  );
}

function missingPage() {
  return page(
    "No such challenge",
    html`<h1>There is no such challenge</h1>
<p>The address is wrong, or the sandbox has been reset. Go back to the shop and pay again.</p>`,
  );
}

function wrongAnswerPage() {
  return page(
    "No answer",
    html`<h1>The answer is missing</h1><p>Go back, and approve, fail or cancel the payment.</p>`,
  );
}

function formatAmount(amountMinor: number, currency: string): string {
  const decimals = currencyDecimals(currency) ?? 2;
  return new Intl.NumberFormat("en", {
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(toWire({ amountMinor, currency }));
}
