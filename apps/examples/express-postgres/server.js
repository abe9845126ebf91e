/** Express and PostgreSQL: an orders table, payment by token, notifications, refunds. */
import {
  createCheckout,
  createClient,
  createPostgresStore,
  postgresSchema,
  readFormValue,
  toNodeHandler,
} from "@cardpane/node";
import express from "express";
import { database, migrate } from "./database.js";

const { GATEWAY_URL, GATEWAY_API_KEY, SITE_ID, PANE_HOST, PANE_ENVIRONMENT, IPN_SECRET, STAFF_TOKEN } =
  process.env;
const port = Number(process.env.PORT ?? 3000);
const shop = process.env.SHOP_URL ?? `http://localhost:${port}`;
if (!STAFF_TOKEN) throw new Error("Set STAFF_TOKEN: who has it may refund.");

await migrate(`${postgresSchema}
create table if not exists orders (
  id uuid primary key,
  total_minor integer not null,
  state text not null default 'open', -- paid, refunded, look
  transaction_id text,
  refunds_failed integer not null default 0
);`);

/** The order's state after an event. The checkout itself knows which attempt is under way. */
function stateAfter(event) {
  if (event.type === "payment.succeeded") return "paid";
  if (event.type === "payment.refunded" && !event.isStillPaid) return "refunded";
  const changeNothing = ["payment.failed", "payment.identified", "payment.refunded", "payment.refund_failed"];
  return changeNothing.includes(event.type) ? undefined : "look"; // by a person
}

const client = createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, ipv6: "send" });
const checkout = createCheckout({
  client,
  secret: IPN_SECRET, // openssl rand -base64 32
  environment: PANE_ENVIRONMENT,
  ipnUrl: `${shop}/ipn`,
  store: createPostgresStore(database),
  // Called once for each event, in the store's transaction: the order and the attempt's record change together or not at all.
  onEvent: async (event, tx) => {
    const set = `update orders set state = coalesce($2, state), transaction_id = coalesce($3, transaction_id),
      refunds_failed = refunds_failed + $4 where id = $1`;
    const isCharge = ["payment.succeeded", "payment.identified"].includes(event.type);
    const charge = isCharge ? event.transactionId : null;
    const failed = event.type === "payment.refund_failed" ? 1 : 0;
    await tx.query(set, [event.reference, stateAfter(event), charge, failed]);
  },
});

const app = express();
app.post("/ipn", toNodeHandler(checkout)); // before any body parser
app.use(express.urlencoded({ extended: false }));

app.get("/", (_req, res) => res.send(page(payForm())));

// The order is created with the first attempt to pay; a declined order can be paid by another attempt. Its id comes from the page
// that shows the basket: all submits of one page pay one order.
app.post("/orders", async (req, res) => {
  const id = req.body.order;
  await database.query("insert into orders (id, total_minor) values ($1, 1250) on conflict do nothing", [id]);
  const order = await findOrder(id);
  const path = `/orders/${order.id}`;
  const outcome = await checkout.pay({
    ...readFormValue(req.body.payment), // token and device data of <card-pane name="payment">
    reference: order.id,
    price: [{ amountMinor: order.total_minor, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: req, // address, user agent and accept header
    sku: { siteId: SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example" }, // the pane asks for the name
    redirectUrl: `${shop}${path}`,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  if (outcome.type === "redirect") return res.redirect(303, outcome.url); // 3D Secure
  return res.redirect(303, outcome.type === "declined" ? `${path}?declined=${outcome.code}` : path);
});

// The shopper left a challenge, and chooses anew.
app.post("/orders/:id/anew", async (req, res) => {
  await checkout.supersede(req.params.id).catch(console.error);
  res.redirect(303, `/orders/${req.params.id}`);
});

app.get("/orders/:id", async (req, res) => {
  const known = await checkout.wait(req.params.id, { timeoutMs: 5_000 }); // the notification decides, and mostly has come
  const order = await findOrder(req.params.id);
  if (order.state !== "open") return res.send(page(`<p role="status">Order ${order.state}</p>`));
  if (known?.waiting) {
    // Only a challenge can be left. What has no answer ends by its notification, or by a person.
    const anew = `<form method="post" action="/orders/${order.id}/anew"><button>Pay in another way</button></form>`;
    return res.send(
      page(`<p role="status">Order waiting</p>${known.canSupersede ? anew : known.waiting.text}`),
    );
  }
  const { declined } = req.query; // for display only; the proof is the order's state
  const alert = '<p role="alert">The payment was not made. Enter the card again.</p>';
  return res.send(page(declined ? payForm(order.id, declined) : alert + payForm(order.id)));
});

app.post("/orders/:id/refund", async (req, res) => {
  if (req.get("Authorization") !== `Bearer ${STAFF_TOKEN}`) return res.sendStatus(401);
  const order = await findOrder(req.params.id);
  if (order.state !== "paid") return res.status(409).send(`The order is ${order.state}.`);
  // One key for the order's whole refund: a second click is the same refund, until the notification says that it failed.
  const outcome = await checkout.refund(order.id, {
    reason: "Sent back",
    key: `refund-${order.refunds_failed}`,
  });
  if ("error" in outcome) console.error(outcome.error);
  return res.send(outcome.type); // payment.refunded changes the order, which may come later
});

async function findOrder(id) {
  const { rows } = await database.query("select * from orders where id::text = $1", [id]);
  if (!rows[0]) throw Object.assign(new Error("There is no such order."), { status: 404 });
  return rows[0];
}

const payForm = (order = crypto.randomUUID(), declined = "") => `<form method="post" action="/orders">
  <input type="hidden" name="order" value="${order}">
  <card-pane name="payment" environment="${PANE_ENVIRONMENT}" fields="cardholder number expiry cvv"${
    /^\d+$/.test(declined) ? ` decline="${declined}"` : ""
  }>
    <p slot="cardpane-fallback" hidden>This browser cannot show the card form.</p>
  </card-pane>
  <button>Pay 12.50 EUR</button>
</form>`;

// Address and integrity of the pane's current release, read once: restart the shop after an update of the pane's host.
const { script, integrity } = await (await fetch(`${PANE_HOST}/manifest.json`)).json();
// The first script is the guard: where the pane cannot run, the form posts nothing.
const page = (content) => `<!doctype html>
<html lang="en">
<title>Shop</title>
<link rel="icon" href="data:,">
<script>!function(){function g(e){var c=window.customElements,p=e.target.querySelector("card-pane");if(p&&!(c&&c.get("card-pane"))){e.preventDefault();if(p=p.querySelector("p"))p.hidden=!1}}addEventListener("submit",g,!0);addEventListener("load",g)}()</script>
<style>card-pane:not(:defined) { display: block; min-height: 236px }</style>
<script src="${PANE_HOST}${script}" integrity="${integrity}" crossorigin="anonymous"></script>
${content}`;

app.listen(port, "0.0.0.0", () => console.log(`The shop is at ${shop}`));
