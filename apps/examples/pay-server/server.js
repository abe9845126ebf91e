/** The server of the React, Vue and Svelte examples: `node server.js <folder>` serves a built page and handles its payments. */
import {
  createCheckout,
  createClient,
  createPostgresStore,
  postgresSchema,
  readFormValue,
} from "@cardpane/node";
import { PGlite } from "@electric-sql/pglite";
import { serve } from "@hono/node-server";
import { getConnInfo } from "@hono/node-server/conninfo";
import { serveStatic } from "@hono/node-server/serve-static";
import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";

const { GATEWAY_URL, GATEWAY_API_KEY, SITE_ID, PANE_ENVIRONMENT, IPN_SECRET } = process.env;
const port = Number(process.env.PORT ?? 3000);
const shop = process.env.SHOP_URL ?? `http://localhost:${port}`;

// PostgreSQL in this process, in the folder .data: payments must outlive a crash. A real shop gives a pool of its database.
const database = await PGlite.create(".data");
await database.exec(postgresSchema);

const checkout = createCheckout({
  client: createClient({ apiKey: GATEWAY_API_KEY, baseUrl: GATEWAY_URL, ipv6: "send" }),
  secret: IPN_SECRET, // openssl rand -base64 32
  environment: PANE_ENVIRONMENT,
  ipnUrl: `${shop}/ipn`,
  store: createPostgresStore(database),
  onEvent: (event) => console.log(event.reference, event.type),
});

/** The shopper's texts by the order's state; for every other state that of `in_progress`. */
const texts = {
  paid: "Paid. Thank you!",
  payable: "The payment was not made. Enter the card again.",
  in_progress: "We will tell you by mail whether you have paid.",
};

const app = new Hono();
app.post("/ipn", (c) => checkout.handle(c.req.raw));
app.use(bodyLimit({ maxSize: 65_536 })); // neither Hono nor Node.js has a limit of its own

// The page asks for its order once: all clicks on one page pay one order. A real shop makes it from the basket.
app.post("/api/order", (c) => c.text(crypto.randomUUID()));

app.post("/api/pay", async (c) => {
  const { order, ...card } = await c.req.json();
  const outcome = await checkout.pay({
    ...readFormValue(card), // token and device data; first, so that no key of the request replaces one of yours
    reference: order, // a real shop checks whose it is
    price: [{ amountMinor: 1250, currency: "EUR" }], // the server's amount, never the shopper's
    httpRequest: { headers: c.req.raw.headers, remoteAddress: getConnInfo(c).remote.address },
    sku: { siteId: SITE_ID },
    consumer: { externalId: "customer-7", email: "ada@shop.example", firstName: "Ada", lastName: "Example" },
    redirectUrl: `${shop}/returned?order=${encodeURIComponent(order)}`,
  });
  if ("error" in outcome) console.error(outcome.error); // what happened and what to do; no key, no card data
  switch (outcome.type) {
    case "redirect": // 3D Secure
      return c.json({ status: "open", action: { type: "redirect", url: outcome.url } });
    case "paid":
      return c.json({ status: "paid", text: texts.paid });
    case "declined":
      return c.json({ status: "declined", code: outcome.code }); // for pane.showDecline, which says it in safe words
    case "not_made":
      return c.json({ status: "not_made", text: texts.payable });
    default: // the notification decides: the shopper must not pay again
      return c.json({ status: "waiting", text: texts.in_progress });
  }
});

// What the shop believes, for `npx @cardpane/sandbox certify`. A real shop tells it to the order's shopper only.
app.get("/api/orders/:reference", async (c) => {
  const order = await checkout.find(c.req.param("reference"));
  return c.json({ paid: order?.state === "paid", ...order?.paid?.money });
});

// The return from 3D Secure. The address proves nothing about the payment: the notification decides, and mostly has come.
app.get("/returned", async (c) => {
  const order = await checkout.wait(c.req.query("order") ?? "", { timeoutMs: 5_000 });
  const text = texts[order?.state] ?? texts.in_progress;
  const again = order?.state === "payable" ? '<a href="/">Pay again</a>' : "";
  return c.html(`<!doctype html><link rel="icon" href="data:,"><p role="status">${text}</p>${again}`);
});
app.get("*", serveStatic({ root: process.argv[2] ?? "dist" }));

serve({ fetch: app.fetch, port, hostname: "0.0.0.0" }, () => console.log(`The shop is at ${shop}`));
