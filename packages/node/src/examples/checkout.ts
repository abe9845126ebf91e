/** The README's checkout, run by checkout.test.ts. The README quotes the text between the region marks. */

import express from "express";
import {
  type Client,
  explainCode,
  isCardpaneError,
  isDeclined,
  type Notifications,
  nextAction,
  readFormValue,
  redirects,
  toNodeHandler,
} from "../index.ts";

/** An order of the shop. */
export interface Order {
  readonly id: string;
  /** In cents. */
  readonly totalMinor: number;
  readonly customer: string;
  readonly email: string;
  state: "open" | "waiting" | "paid";
}

/** The shop's database. */
export interface Orders {
  find(id: string): Promise<Order>;
  /** Stores the key of one attempt to pay, before it is sent. */
  addAttempt(orderId: string, idempotencyKey: string): Promise<void>;
  /** Marks an open order as waiting. An order that a notification has marked as paid meanwhile stays paid. */
  markWaiting(orderId: string): Promise<void>;
}

/** Creates the shop. */
export function createShop(
  client: Client,
  ipn: Notifications,
  orders: Orders,
  log: (error: unknown) => void,
): express.Express {
  // #region checkout
  const app = express();
  app.post("/ipn", toNodeHandler(ipn)); // before any body parser
  app.use(express.urlencoded({ extended: false }));

  app.post("/orders/:id/pay", async (req, res) => {
    const order = await orders.find(req.params.id);
    if (order.state !== "open") return res.redirect(303, `/orders/${order.id}`); // paid, or it may be: never pay twice
    const price = [{ amountMinor: order.totalMinor, currency: "EUR" }]; // your amount, never the shopper's
    const idempotencyKey = crypto.randomUUID(); // one for each attempt: another card is another attempt
    await orders.addAttempt(order.id, idempotencyKey);
    try {
      const ipnUrl = await ipn.createUrl({ reference: order.id, price }); // recorded before anything is sent
      const result = await client.payments.createFromToken(
        {
          ...readFormValue(req.body.payment), // token and device data of <card-pane name="payment">
          httpRequest: req, // address, user agent and accept header
          sku: { siteId: "site-1", price }, // yours; the sandbox prints its own
          consumer: { externalId: order.customer, email: order.email },
          url: { ipnUrl, redirectUrl: `https://shop.example.com/orders/${order.id}/return` },
        },
        { idempotencyKey },
      );
      // The payment is made, whatever happens here: if this fails, the notification updates the order.
      await ipn.record(order.id, result).catch(log);
      const action = nextAction(result);
      if (action.type === "redirect") return res.redirect(303, action.url); // 3D Secure, a bank's page
      if (isDeclined(result)) return res.status(402).send(explainCode(result.payment.code));
      return res.redirect(303, `/orders/${order.id}`);
    } catch (error) {
      if (!isCardpaneError(error)) throw error;
      if (error.code === "order_not_payable") return res.redirect(303, `/orders/${order.id}`); // paid already
      log(error); // what happened and what to do; no key, no card data
      if (error.outcome === "unknown") {
        await orders.markWaiting(order.id); // it may have been charged: never pay again, wait for the notification
        return res.redirect(303, `/orders/${order.id}`);
      }
      await ipn.release(order.id); // nothing was paid: the next attempt may be for another amount
      return res.status(400).send("The payment was not made. Enter the card again.");
    }
  });

  app.get("/orders/:id/return", (req, res) => {
    const hint = redirects.parse(req.originalUrl); // for display; not proof of payment
    const isDeclined = hint.kind === "hint" && !hint.isApproved;
    res.redirect(303, `/orders/${req.params.id}${isDeclined ? "?declined" : "?checking"}`);
  });
  // #endregion checkout
  return app;
}
