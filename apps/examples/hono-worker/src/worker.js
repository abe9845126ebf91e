/** Hono on a worker: no Node.js, no files, and settings only in the bindings. */
import { createCheckout, createClient, createMemoryStore, readFormValue } from "@cardpane/node";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

/** Created with the first request, because the bindings come with requests. */
let checkout;

function checkoutOf(env) {
  checkout ??= createCheckout({
    client: createClient({ apiKey: env.GATEWAY_API_KEY, baseUrl: env.GATEWAY_URL, ipv6: "send" }),
    secret: env.IPN_SECRET, // openssl rand -base64 32
    environment: env.PANE_ENVIRONMENT,
    ipnUrl: `${env.SHOP_URL}/ipn`,
    store: createMemoryStore(), // in a real shop a database, since a worker can lose its memory at any time
    onEvent: (event) => console.log(event.reference, event.type),
  });
  return checkout;
}

/** Address and integrity of the pane's current release. */
async function pageWith(env, content) {
  const { script, integrity } = await (await fetch(`${env.PANE_HOST}/manifest.json`)).json();
  // The first script is the guard: where the pane cannot run, the form posts nothing.
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shop</title>
<link rel="icon" href="data:,">
<script>!function(){function g(e){var c=window.customElements,p=e.target.querySelector("card-pane");if(p&&!(c&&c.get("card-pane"))){e.preventDefault();if(p=p.querySelector("p"))p.hidden=!1}}addEventListener("submit",g,!0);addEventListener("load",g)}()</script>
<script src="${env.PANE_HOST}${script}" integrity="${integrity}" crossorigin="anonymous" defer></script>
${content}`;
}

/**
 * The order is made with its page: all submits of one page pay one order. A real shop makes it from the basket.
 *
 * @param declined the last payment's code, empty if it was not made, from the page's address: for display only; it proves nothing.
 */
const payForm = (
  env,
  declined,
) => `${declined === "" ? '<p role="alert">The payment was not made. Enter the card again.</p>' : ""}
<form method="post" action="/pay">
  <input type="hidden" name="order" value="${crypto.randomUUID()}">
  <card-pane name="payment" environment="${env.PANE_ENVIRONMENT}" fields="cardholder number expiry cvv"${
    /^\d+$/.test(declined) ? ` decline="${declined}"` : ""
  }>
    <p slot="cardpane-fallback" hidden>This browser cannot show the card form.</p>
  </card-pane>
  <button>Pay 12.50 EUR</button>
</form>`;

const app = new Hono();

app.get("/", async (c) => c.html(await pageWith(c.env, payForm(c.env, c.req.query("declined")))));
// After a payment. The address proves nothing: the notification decides, and mostly has come.
app.get("/orders/:reference/result", async (c) => {
  const order = await checkoutOf(c.env).wait(c.req.param("reference"), { timeoutMs: 5_000 });
  const show = async (content) => c.html(await pageWith(c.env, content));
  if (order?.state === "paid") return show('<p role="status">Paid. Thank you!</p>');
  if (order?.state === "payable") return show(payForm(c.env, ""));
  return show('<p role="status">We will tell you by mail whether you have paid.</p>');
});
// What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only.
app.get("/orders/:reference", async (c) => {
  const order = await checkoutOf(c.env).find(c.req.param("reference"));
  return c.json({ paid: order?.state === "paid", ...order?.paid?.money });
});
app.post("/ipn", (c) => checkoutOf(c.env).handle(c.req.raw));
app.use(bodyLimit({ maxSize: 65_536 })); // Hono has no limit of its own

app.post("/pay", async (c) => {
  const { order, payment } = await c.req.parseBody();
  const result = `/orders/${encodeURIComponent(order)}/result`;
  // Cloudflare sets this header; a shopper cannot forge it. Only on this machine does the worker run without Cloudflare.
  const remoteAddress = c.req.header("cf-connecting-ip") ?? "127.0.0.1";
  const outcome = await checkoutOf(c.env).pay({
    ...readFormValue(payment),
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: { headers: c.req.raw.headers, remoteAddress },
    sku: { siteId: c.env.SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
    redirectUrl: c.env.SHOP_URL + result,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") return c.redirect(outcome.url, 303); // 3D Secure
  if (outcome.type === "not_made") return c.redirect("/?declined=", 303);
  return c.redirect(outcome.type === "declined" ? `/?declined=${outcome.code}` : result, 303);
});

export default app;
