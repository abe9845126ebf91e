/**
 * Test helper: one of two processes of a shop that share a database.
 *
 *   fork(..., [<URL of PostgreSQL or MySQL, or a SQLite file>, "pay" or "wait"])
 *
 * It sends "ready", waits for a message, does its work, and sends the result: of "pay" how many of 100 parallel attempts of one shopper
 * were sent, and their outcomes; of "wait" the state of order-1 and the time at which it was known.
 */
import { noClient, resultOf, secret } from "../checkout/shop.test-shop.ts";
import { type CheckoutPayment, createCheckout } from "../index.ts";
import { openSharedStore } from "./databases.test-store.ts";

const [database = "", task = ""] = process.argv.slice(2);

let sent = 0;
const createFromToken = async () => {
  sent += 1;
  return resultOf({ status: "fail", code: "5005" });
};
const checkout = createCheckout({
  client: task === "pay" ? ({ payments: { createFromToken } } as never) : noClient,
  secret,
  environment: "test",
  ipnUrl: "https://shop.example.com/ipn",
  store: openSharedStore(database).store,
  onEvent: () => undefined,
  threeDsData: "off",
});

async function payOften() {
  const attempts = Array.from({ length: 100 }, (_, index) =>
    checkout.pay({
      reference: `order-${process.pid}-${index}`,
      amountMinor: 1250,
      currency: "EUR",
      token: "token",
      sku: { siteId: "site-1" },
      consumer: { externalId: "customer-1" },
      redirectUrl: "https://shop.example.com/back",
    } as unknown as CheckoutPayment),
  );
  const outcomes = await Promise.all(attempts);
  return {
    sent,
    outcomes: outcomes.map((outcome) => ("error" in outcome ? Object(outcome.error).code : outcome.type)),
  };
}

async function waitForOrder() {
  const order = await checkout.wait("order-1", { timeoutMs: 60_000 });
  return { state: order?.state, at: Date.now() };
}

process.once("message", async () => {
  const result = await (task === "pay" ? payOften() : waitForOrder());
  process.send?.(result, () => process.exit());
});
process.send?.("ready");
