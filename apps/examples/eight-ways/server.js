/** Eight ways to pay: one form without a script of the shop, one call, and one `switch` of outcomes. */
import { createCheckout, createClient, createMemoryStore, readFormValue } from "@cardpane/node";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";

const { GATEWAY_URL, GATEWAY_API_KEY, SITE_ID, PANE_HOST, PANE_ENVIRONMENT, IPN_SECRET } = process.env;
const port = Number(process.env.PORT ?? 3000);
const shop = process.env.SHOP_URL ?? `http://localhost:${port}`;

const checkout = createCheckout({
  client: createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, ipv6: "send" }),
  secret: IPN_SECRET, // openssl rand -base64 32
  environment: PANE_ENVIRONMENT,
  ipnUrl: `${shop}/ipn`,
  store: createMemoryStore(), // in a real shop a database, as in express-postgres
  onEvent: (event) => console.log(event.reference, event.type),
});

const customer = {
  externalId: "customer-7",
  email: "ada@shop.example",
  firstName: "Ada",
  lastName: "Example",
};
/** Their card, once a payment has saved it. A real shop keeps it with the customer, and never takes it from a form. */
let savedCard;

/** What each button of the form pays with: the pane's token, or a source. */
const ways = {
  card: (form) => readFormValue(form.payment),
  "saved card": () => ({ source: { type: "paymentAccountId", paymentAccountId: savedCard } }),
  "Apple Pay": ({ appleToken }) => ({ source: { type: "applePay", token: appleToken } }), // from Apple's own script
  iDEAL: () => ({ source: { type: "ideal" } }),
  Pix: () => ({ source: { type: "pix" } }),
  PSE: ({ bankCode, document }) => ({
    source: { type: "pse", bankCode, accountDocType: "CCI", accountDocId: document },
  }),
  SEPA: ({ iban }) => ({ source: { type: "sepa", iban } }),
  ACH: ({ abaNumber, accountNumber }) => ({
    source: { type: "ach", accountType: "C", abaNumber, accountNumber },
  }),
};

// Address and integrity of the pane's current release, read once: restart the shop after an update of the pane's host.
const { script, integrity } = await (await fetch(`${PANE_HOST}/manifest.json`)).json();
// The first script is the guard: where the pane cannot run, the form posts nothing.
const pageWith = (content) => html`<!doctype html>
<html lang="en">
<meta name="viewport" content="width=device-width">
<title>Shop</title>
<link rel="icon" href="data:,">
<script>!function(){function g(e){var c=window.customElements,p=e.target.querySelector("card-pane");if(p&&!(c&&c.get("card-pane"))){e.preventDefault();if(p=p.querySelector("p"))p.hidden=!1}}addEventListener("submit",g,!0);addEventListener("load",g)}()</script>
<script src="${PANE_HOST}${script}" integrity="${integrity}" crossorigin="anonymous" defer></script>
${content}`;

const field = (name, label) => html`<p><label>${label} <input name="${name}"></label></p>`;
/** The order is made with its page: all submits of one page pay one order. A real shop makes it from the basket. */
const payForm = (declined) => html`<form method="post" action="/pay">
  <input type="hidden" name="order" value="${crypto.randomUUID()}">
  <input type="hidden" name="appleToken">
  <card-pane name="payment" environment="${PANE_ENVIRONMENT}" ${declined && html`decline="${declined}"`}><p slot="cardpane-fallback" hidden>This browser cannot show the card form.</p></card-pane>
  <button name="way" value="card">Pay 12.50 EUR</button>
  ${field("iban", "IBAN")} ${field("abaNumber", "Routing number")} ${field("accountNumber", "Account number")}
  ${field("bankCode", "Code of your bank")} ${field("document", "Number of your document")} ${field("cpf", "CPF")}
  ${Object.keys(ways)
    .filter((way) => way !== "card" && (way !== "saved card" || savedCard))
    .map((way) => html`<button name="way" value="${way}" formnovalidate>${way}</button>`)}
</form>`;

const app = new Hono();
app.post("/ipn", (c) => checkout.handle(c.req.raw));
app.use(bodyLimit({ maxSize: 65_536 })); // neither Hono nor Node.js has a limit of its own
app.get("/", (c) => c.html(pageWith(payForm())));

app.post("/pay", async (c) => {
  const { order, way, cpf, ...form } = await c.req.parseBody();
  if (!Object.hasOwn(ways, way)) return c.text("There is no such way to pay.", 400);
  const result = `/orders/${encodeURIComponent(order)}`;
  const outcome = await checkout.pay({
    ...ways[way](form),
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: { headers: c.req.raw.headers, remoteAddress: getConnInfo(c).remote.address },
    sku: { siteId: SITE_ID },
    consumer: { ...customer, ...(cpf && { cpf }) }, // Pix requires it
    redirectUrl: shop + result,
  });
  switch (outcome.type) {
    case "redirect": // 3D Secure, a bank's page
      return c.redirect(outcome.url, 303);
    case "scan": // any library of QR codes draws it; a phone opens the address
      return c.html(pageWith(html`<p>${outcome.qrCode}</p><a href="${outcome.url}">Pay on this device</a>`));
    case "declined": // the pane says it in safe words
      return c.html(pageWith(payForm(outcome.code)));
    case "not_made": // `errors` names a wrong field by its path: source.iban
      console.error(outcome.error);
      return c.html(
        pageWith(html`<p role="alert">The payment was not made. Check your entries.</p>${payForm()}`),
      );
    case "paid":
      if (way === "card") savedCard = outcome.payment?.payment.source?.paymentAccountId;
      return c.redirect(result, 303);
    default: // the notification decides: the shopper must not pay again
      return c.redirect(result, 303);
  }
});

// After a payment. The address proves nothing: the notification decides, and mostly has come.
app.get("/orders/:reference", async (c) => {
  const order = await checkout.wait(c.req.param("reference"), { timeoutMs: 5_000 });
  if (order?.state === "paid") return c.html(pageWith(html`<p role="status">Paid. Thank you!</p>`));
  if (order?.state === "payable")
    return c.html(pageWith(html`<p role="alert">The payment was not made. Pay again.</p>${payForm()}`));
  return c.html(pageWith(html`<p role="status">We will tell you by mail whether you have paid.</p>`));
});

serve({ fetch: app.fetch, port, hostname: "0.0.0.0" }, () => console.log(`The shop is at ${shop}`));
