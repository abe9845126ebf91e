/** The documentation's checkout on Fastify, run by checkout.test.ts. The documentation quotes the text between the region marks. */
import fastify, { type FastifyInstance } from "fastify";
import { type Checkout, readFormValue, toFastifyHandler } from "../index.ts";
import type { Orders } from "./checkout.ts";

/** Creates the shop. */
export function createFastifyShop(
  checkout: Checkout,
  orders: Orders,
  log: (error: unknown) => void,
): FastifyInstance {
  // #region checkout
  const app = fastify();
  app.addContentTypeParser("application/x-www-form-urlencoded", { parseAs: "string" }, (_, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
  app.post("/ipn", toFastifyHandler(checkout));
  app.post<{ Params: { id: string }; Body: { payment?: string } }>("/orders/:id/pay", async (req, reply) => {
    const order = await orders.find(req.params.id);
    const outcome = await checkout.pay({
      reference: order.id,
      price: [{ amountMinor: order.totalMinor, currency: "EUR" }], // your amount, never the shopper's
      ...readFormValue(req.body.payment), // token and device data of <card-pane name="payment">
      httpRequest: req.raw, // address, user agent and accept header
      sku: { siteId: "site-1" }, // yours; the sandbox prints its own
      consumer: { externalId: order.customer, email: order.email },
      redirectUrl: `https://shop.example.com/orders/${order.id}`,
    });
    if ("error" in outcome) log(outcome.error); // what happened and what to do; no key, no card data
    if (outcome.type === "redirect") return reply.redirect(outcome.url, 303); // 3D Secure, a bank's page
    if (outcome.type === "declined") return reply.code(402).send(outcome.text); // another card is another attempt
    if (outcome.type === "not_made") return reply.code(400).send("The payment was not made. Try again.");
    return reply.redirect(`/orders/${order.id}`, 303); // paid, or not decided yet: checkout.find(order.id) knows
  });
  app.post<{ Params: { id: string } }>("/orders/:id/anew", async (req, reply) => {
    await checkout.supersede(req.params.id).catch(log); // the shopper left a challenge, and chooses anew
    return reply.redirect(`/orders/${req.params.id}`, 303);
  });
  // #endregion checkout
  return app;
}
