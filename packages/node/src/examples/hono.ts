/** The documentation's checkout on Hono, run by checkout.test.ts. The documentation quotes the text between the region marks. */
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import { type Checkout, readFormValue } from "../index.ts";
import type { Orders } from "./checkout.ts";

/** Creates the shop. */
export function createHonoShop(checkout: Checkout, orders: Orders, log: (error: unknown) => void): Hono {
  // #region checkout
  const app = new Hono();
  app.post("/ipn", (c) => checkout.handle(c.req.raw));
  app.post("/orders/:id/pay", async (c) => {
    const order = await orders.find(c.req.param("id"));
    const { payment } = await c.req.parseBody();
    const remoteAddress = getConnInfo(c).remote.address ?? ""; // a Request does not know who sent it
    const outcome = await checkout.pay({
      reference: order.id,
      price: [{ amountMinor: order.totalMinor, currency: "EUR" }], // your amount, never the shopper's
      ...readFormValue(payment), // token and device data of <card-pane name="payment">
      httpRequest: { headers: c.req.raw.headers, remoteAddress },
      sku: { siteId: "site-1" }, // yours; the sandbox prints its own
      consumer: { externalId: order.customer, email: order.email },
      redirectUrl: `https://shop.example.com/orders/${order.id}`,
    });
    if ("error" in outcome) log(outcome.error); // what happened and what to do; no key, no card data
    if (outcome.type === "redirect") return c.redirect(outcome.url, 303); // 3D Secure, a bank's page
    if (outcome.type === "declined") return c.text(outcome.text, 402); // another card is another attempt
    if (outcome.type === "not_made") return c.text("The payment was not made. Try again.", 400);
    return c.redirect(`/orders/${order.id}`, 303); // paid, or not decided yet: checkout.find(order.id) knows
  });
  app.post("/orders/:id/anew", async (c) => {
    await checkout.supersede(c.req.param("id")).catch(log); // the shopper left a challenge, and chooses anew
    return c.redirect(`/orders/${c.req.param("id")}`, 303);
  });
  // #endregion checkout
  return app;
}
