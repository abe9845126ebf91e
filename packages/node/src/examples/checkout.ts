/** The documentation's checkout, run by checkout.test.ts. The documentation quotes the text between the region marks. */

import express from "express";
import { type Checkout, readFormValue, toNodeHandler } from "../index.ts";

/** An order of the shop. */
export interface Order {
  readonly id: string;
  /** In cents. */
  readonly totalMinor: number;
  readonly customer: string;
  readonly email: string;
}

/** The shop's database. */
export interface Orders {
  find(id: string): Promise<Order>;
}

/** Creates the shop. */
export function createShop(
  checkout: Checkout,
  orders: Orders,
  log: (error: unknown) => void,
): express.Express {
  // #region checkout
  const app = express();
  app.post("/ipn", toNodeHandler(checkout)); // before any body parser
  app.use(express.urlencoded({ extended: false }));
  app.post("/orders/:id/pay", async (req, res) => {
    const order = await orders.find(req.params.id);
    const outcome = await checkout.pay({
      reference: order.id,
      price: [{ amountMinor: order.totalMinor, currency: "EUR" }], // your amount, never the shopper's
      ...readFormValue(req.body.payment), // token and device data of <card-pane name="payment">
      httpRequest: req, // address, user agent and accept header
      sku: { siteId: "site-1" }, // yours; the sandbox prints its own
      consumer: { externalId: order.customer, email: order.email },
      redirectUrl: `https://shop.example.com/orders/${order.id}`,
    });
    if ("error" in outcome) log(outcome.error); // what happened and what to do; no key, no card data
    if (outcome.type === "redirect") return res.redirect(303, outcome.url); // 3D Secure, a bank's page
    if (outcome.type === "declined") return res.status(402).send(outcome.text); // another card is another attempt
    if (outcome.type === "not_made") return res.status(400).send("The payment was not made. Try again.");
    return res.redirect(303, `/orders/${order.id}`); // paid, or not decided yet: checkout.find(order.id) knows
  });
  app.post("/orders/:id/anew", async (req, res) => {
    await checkout.supersede(req.params.id).catch(log); // the shopper left a challenge, and chooses anew
    res.redirect(303, `/orders/${req.params.id}`);
  });
  // #endregion checkout
  return app;
}
