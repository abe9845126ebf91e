/** The README's checkout on Fastify, run by checkout.test.ts. The documentation quotes the text between the region marks. */
import fastify, { type FastifyInstance } from "fastify";
import {
  type Client,
  explainCode,
  isCardpaneError,
  isDeclined,
  type Notifications,
  nextAction,
  readFormValue,
  toFastifyHandler,
} from "../index.ts";
import type { Orders } from "./checkout.ts";

/** Creates the shop. */
export function createFastifyShop(
  client: Client,
  ipn: Notifications,
  orders: Orders,
  log: (error: unknown) => void,
): FastifyInstance {
  // #region checkout
  const app = fastify();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post("/ipn", toFastifyHandler(ipn));

  app.post<{ Params: { id: string }; Body: { payment?: string } }>("/orders/:id/pay", async (req, reply) => {
    const order = await orders.find(req.params.id);
    if (order.state !== "open") return reply.redirect(`/orders/${order.id}`, 303); // paid, or it may be: never pay twice
    const price = [{ amountMinor: order.totalMinor, currency: "EUR" }]; // your amount, never the shopper's
    const idempotencyKey = crypto.randomUUID(); // one for each attempt
    await orders.addAttempt(order.id, idempotencyKey);
    try {
      const ipnUrl = await ipn.createUrl({ reference: order.id, price }); // recorded before anything is sent
      const result = await client.payments.createFromToken(
        {
          ...readFormValue(req.body.payment), // token and device data of <card-pane name="payment">
          httpRequest: req.raw, // address, user agent and accept header
          sku: { siteId: "site-1", price }, // yours; the sandbox prints its own
          consumer: { externalId: order.customer, email: order.email },
          url: { ipnUrl, redirectUrl: `https://shop.example.com/orders/${order.id}/return` },
        },
        { idempotencyKey },
      );
      await ipn.record(order.id, result).catch(log); // if this fails, the notification updates the order
      const action = nextAction(result);
      if (action.type === "redirect") return reply.redirect(action.url, 303); // 3D Secure, a bank's page
      if (isDeclined(result)) return reply.code(402).send(explainCode(result.payment.code));
      return reply.redirect(`/orders/${order.id}`, 303);
    } catch (error) {
      if (!isCardpaneError(error)) throw error;
      if (error.code === "order_not_payable") return reply.redirect(`/orders/${order.id}`, 303); // paid already
      log(error); // what happened and what to do; no key, no card data
      if (error.outcome === "unknown") {
        await orders.markWaiting(order.id); // never pay again, wait for the notification
        return reply.redirect(`/orders/${order.id}`, 303);
      }
      await ipn.release(order.id); // nothing was paid
      return reply.code(400).send("The payment was not made. Enter the card again.");
    }
  });
  // #endregion checkout
  return app;
}
