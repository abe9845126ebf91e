/** Plain HTML with a strict content security policy: no styles, scripts only with a nonce, no Trusted Types policies. */
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import {
  createCheckout,
  createClient,
  createMemoryStore,
  readFormValue,
  toNodeHandler,
} from "@cardpane/node";

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
const handleNotification = toNodeHandler(checkout);

// Address and integrity of the pane's current release, read once: restart the shop after an update of the pane's host.
const { script, integrity } = await (await fetch(`${PANE_HOST}/manifest.json`)).json();

const policyFor = (nonce) =>
  [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'none'",
    `frame-src ${PANE_HOST}`,
    `connect-src ${PANE_HOST}`, // read only to find out why a frame does not load
    "img-src data:", // the empty icon
    `form-action 'self' ${GATEWAY_URL}`, // the redirect to a 3D Secure challenge
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");

// The first script is the guard: where the pane cannot run, the form posts nothing.
const pageWith = (nonce, content) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shop</title>
<link rel="icon" href="data:,">
<script nonce="${nonce}">!function(){function g(e){var c=window.customElements,p=e.target.querySelector("card-pane");if(p&&!(c&&c.get("card-pane"))){e.preventDefault();if(p=p.querySelector("p"))p.hidden=!1}}addEventListener("submit",g,!0);addEventListener("load",g)}()</script>
<script nonce="${nonce}" src="${PANE_HOST}${script}" integrity="${integrity}" crossorigin="anonymous"></script>
${content}`;

/**
 * The order is made with its page: all submits of one page pay one order. A real shop makes it from the basket.
 *
 * @param declined the last payment's code, empty if it was not made, from the page's address: for display only; it proves nothing.
 */
const payForm = (
  declined,
) => `${declined === "" ? '<p role="alert">The payment was not made. Enter the card again.</p>' : ""}
<form method="post" action="/pay">
  <input type="hidden" name="order" value="${crypto.randomUUID()}">
  <card-pane name="payment" environment="${PANE_ENVIRONMENT}" fields="cardholder number expiry cvv"${
    /^\d+$/.test(declined) ? ` decline="${declined}"` : ""
  }>
    <p slot="cardpane-fallback" hidden>This browser cannot show the card form.</p>
  </card-pane>
  <button>Pay 12.50 EUR</button>
</form>`;

/** The page after a payment. The address proves nothing: the notification decides, and mostly has come. */
async function resultOf(reference) {
  const order = await checkout.wait(reference, { timeoutMs: 5_000 });
  if (order?.state === "paid") return '<p role="status">Paid. Thank you!</p>';
  if (order?.state === "payable") return payForm("");
  return '<p role="status">We will tell you by mail whether you have paid.</p>';
}

/** Reads a form of at most 64 kB; `undefined` for a longer one, of which the rest is not read. */
async function readForm(request) {
  const chunks = [];
  let length = 0;
  for await (const chunk of request) {
    length += chunk.length;
    if (length > 65_536) return undefined;
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString());
}

/** Pays, and returns the address of the shopper's next page. */
async function pay(request, form) {
  const order = form.get("order") ?? "";
  const result = `/orders/${encodeURIComponent(order)}/result`;
  const outcome = await checkout.pay({
    ...readFormValue(form.get("payment")),
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: request, // address, user agent and accept header
    sku: { siteId: SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
    redirectUrl: shop + result,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") return outcome.url; // 3D Secure
  if (outcome.type === "not_made") return "/?declined=";
  return outcome.type === "declined" ? `/?declined=${outcome.code}` : result;
}

async function answer(request, response) {
  if (!URL.canParse(request.url, shop)) return response.writeHead(400).end();
  const url = new URL(request.url, shop);
  if (url.pathname === "/ipn") return handleNotification(request, response);
  if (request.method === "POST" && url.pathname === "/pay") {
    const form = await readForm(request);
    if (!form) return response.writeHead(413).end();
    return response.writeHead(303, { Location: await pay(request, form) }).end();
  }
  const [, reference, isResult] = /^\/orders\/([\w-]+)(\/result)?$/.exec(url.pathname) ?? [];
  if (reference && !isResult) {
    // What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only.
    const order = await checkout.find(reference);
    const body = JSON.stringify({ paid: order?.state === "paid", ...order?.paid?.money });
    return response.writeHead(200, { "Content-Type": "application/json" }).end(body);
  }
  const nonce = randomBytes(16).toString("base64"); // a new one for each page
  const headers = { "Content-Type": "text/html", "Content-Security-Policy": policyFor(nonce) };
  const content = reference ? await resultOf(reference) : payForm(url.searchParams.get("declined"));
  return response.writeHead(200, headers).end(pageWith(nonce, content));
}

const server = createServer((request, response) => {
  // Without this, one failure would end the shop.
  answer(request, response).catch((error) => {
    console.error(error);
    response.writeHead(500).end();
  });
});

server.listen(port, "0.0.0.0", () => console.log(`The shop is at ${shop}`));
