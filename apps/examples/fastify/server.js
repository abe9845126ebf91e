/** Fastify, and HTML without a script of the shop: the form's data contains the token. */
import {
  createCheckout,
  createClient,
  createMemoryStore,
  readFormValue,
  toFastifyHandler,
} from "@cardpane/node";
import fastify from "fastify";

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

// Address and integrity of the pane's current release, read once: restart the shop after an update of the pane's host.
const { script, integrity } = await (await fetch(`${PANE_HOST}/manifest.json`)).json();

// The first script is the guard: where the pane cannot run, the form posts nothing.
const pageWith = (content) => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Shop</title>
<link rel="icon" href="data:,">
<script>!function(){function g(e){var c=window.customElements,p=e.target.querySelector("card-pane");if(p&&!(c&&c.get("card-pane"))){e.preventDefault();if(p=p.querySelector("p"))p.hidden=!1}}addEventListener("submit",g,!0);addEventListener("load",g)}()</script>
<script src="${PANE_HOST}${script}" integrity="${integrity}" crossorigin="anonymous" defer></script>
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

const app = fastify({ logger: false });
app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
  done(null, Object.fromEntries(new URLSearchParams(body))),
);
const show = (reply, content) => reply.type("text/html").send(pageWith(content));

app.get("/", (request, reply) => show(reply, payForm(request.query.declined)));
// After a payment. The address proves nothing: the notification decides, and mostly has come.
app.get("/orders/:reference/result", async (request, reply) => {
  const order = await checkout.wait(request.params.reference, { timeoutMs: 5_000 });
  if (order?.state === "paid") return show(reply, '<p role="status">Paid. Thank you!</p>');
  if (order?.state === "payable") return show(reply, payForm(""));
  return show(reply, '<p role="status">We will tell you by mail whether you have paid.</p>');
});
// What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only.
app.get("/orders/:reference", async (request) => {
  const order = await checkout.find(request.params.reference);
  return { paid: order?.state === "paid", ...order?.paid?.money };
});
app.post("/ipn", toFastifyHandler(checkout));

app.post("/pay", async (request, reply) => {
  const { order, payment } = request.body;
  const result = `/orders/${encodeURIComponent(order)}/result`;
  const outcome = await checkout.pay({
    ...readFormValue(payment),
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: request.raw, // address, user agent and accept header
    sku: { siteId: SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
    redirectUrl: shop + result,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") return reply.redirect(outcome.url, 303); // 3D Secure
  if (outcome.type === "not_made") return reply.redirect("/?declined=", 303);
  return reply.redirect(outcome.type === "declined" ? `/?declined=${outcome.code}` : result, 303);
});

await app.listen({ port, host: "0.0.0.0" });
console.log(`The shop is at ${shop}`);
