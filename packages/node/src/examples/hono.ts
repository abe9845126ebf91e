/** The README's checkout on Hono, run by checkout.test.ts. The documentation quotes the text between the region marks. */
import { getConnInfo } from "@hono/node-server/conninfo";
import { Hono } from "hono";
import {
  type Client,
  explainCode,
  isCardpaneError,
  isDeclined,
  type Notifications,
  nextAction,
  readFormValue,
} from "../index.ts";
import type { Orders } from "./checkout.ts";

/** Creates the shop. */
export function createHonoShop(
  client: Client,
  ipn: Notifications,
  orders: Orders,
  log: (error: unknown) => void,
): Hono {
  // #region checkout
  const app = new Hono();
  app.post("/ipn", (c) => ipn.handle(c.req.raw));

  app.post("/orders/:id/pay", async (c) => {
    const order = await orders.find(c.req.param("id"));
    if (order.state !== "open") return c.redirect(`/orders/${order.id}`, 303); // paid, or it may be: never pay twice
    const price = [{ amountMinor: order.totalMinor, currency: "EUR" }]; // your amount, never the shopper's
    const idempotencyKey = crypto.randomUUID(); // one for each attempt
    await orders.addAttempt(order.id, idempotencyKey);
    const { payment } = await c.req.parseBody();
    const remoteAddress = getConnInfo(c).remote.address ?? ""; // a Request does not know who sent it
    try {
      const ipnUrl = await ipn.createUrl({ reference: order.id, price }); // recorded before anything is sent
      const result = await client.payments.createFromToken(
        {
          ...readFormValue(payment), // token and device data of <card-pane name="payment">
          httpRequest: { headers: c.req.raw.headers, remoteAddress },
          sku: { siteId: "site-1", price }, // yours; the sandbox prints its own
          consumer: { externalId: order.customer, email: order.email },
          url: { ipnUrl, redirectUrl: `https://shop.example.com/orders/${order.id}/return` },
        },
        { idempotencyKey },
      );
      await ipn.record(order.id, result).catch(log); // if this fails, the notification updates the order
      const action = nextAction(result);
      if (action.type === "redirect") return c.redirect(action.url, 303); // 3D Secure, a bank's page
      if (isDeclined(result)) return c.text(explainCode(result.payment.code), 402);
      return c.redirect(`/orders/${order.id}`, 303);
    } catch (error) {
      if (!isCardpaneError(error)) throw error;
      if (error.code === "order_not_payable") return c.redirect(`/orders/${order.id}`, 303); // paid already
      log(error); // what happened and what to do; no key, no card data
      if (error.outcome === "unknown") {
        await orders.markWaiting(order.id); // never pay again, wait for the notification
        return c.redirect(`/orders/${order.id}`, 303);
      }
      await ipn.release(order.id); // nothing was paid
      return c.text("The payment was not made. Enter the card again.", 400);
    }
  });
  // #endregion checkout
  return app;
}
