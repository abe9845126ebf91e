/**
 * Notifications under faults, from the sandbox to a merchant's code: each order is settled exactly once, even if notifications
 * are sent twice, out of order or late.
 */
import { exampleShopper } from "@cardpane/gateway/testing";
import { isSuccessful } from "@cardpane/node";
import { type Sandbox, startSandbox } from "@cardpane/sandbox";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { admin, cardOf, type Merchant, startMerchant } from "./merchant.ts";

const price = [{ amountMinor: 1250, currency: "EUR" }];
/** The number of payments; the nightly run sends 1,000 notifications about its payments. */
const payments = process.env["NIGHTLY"] ? 325 : 8;
const copied = process.env["NIGHTLY"] ? 225 : 5;

/** Makes payments and returns their references. No response is recorded: only notifications change the orders. */
async function payMany(merchant: Merchant, sandbox: Sandbox, count: number): Promise<string[]> {
  const references = Array.from({ length: count }, (_, index) => `order-${sandbox.url.slice(-5)}-${index}`);
  const left = [...references];
  const worker = async () => {
    for (let reference = left.pop(); reference !== undefined; reference = left.pop()) {
      const attempt = await merchant.checkout.begin({ reference, price });
      const result = await merchant.client.payments.create({
        paymentSource: { ...cardOf("4242424242424242"), "3ds": false },
        sku: { siteId: sandbox.merchant.siteId, price },
        consumer: { ...exampleShopper, externalId: reference },
        url: {
          ipnUrl: attempt.ipnUrl,
          redirectUrl: "https://shop.example/return",
        },
      });
      if (!isSuccessful(result)) throw new Error("A payment did not succeed.");
    }
  };
  await Promise.all(Array.from({ length: 8 }, worker));
  return references;
}

/** Each order received one `payment.succeeded` event and no other. */
function expectSettledOnce({ events, refused }: Merchant, references: readonly string[]): void {
  expect(events.map(({ reference }) => reference).sort()).toEqual([...references].sort());
  expect(new Set(events.map(({ type }) => type))).toEqual(new Set(["payment.succeeded"]));
  expect(refused).toEqual([]);
}

describe("a merchant's orders are settled once", () => {
  let sandbox: Sandbox;
  let merchant: Merchant;
  beforeEach(async () => {
    // A busy machine may answer 1,000 notifications too late, and the sandbox repeats an attempt that is answered late.
    sandbox = await startSandbox({ port: 0, answerWithinMs: 600_000 });
    merchant = await startMerchant(sandbox);
  });
  afterEach(async () => {
    await sandbox.close();
    await merchant.close();
  });

  const order = (mode: string, times: number, more: object = {}) =>
    admin(sandbox, "/rules", {
      merchant: sandbox.merchant.merchantId,
      effect: { type: "notification", mode, ...more },
      times,
    });

  it("by many notifications, most of them copies and some out of order", async () => {
    await order("reorder", payments - copied);
    await order("duplicate", copied, { copies: 4 });
    const references = await payMany(merchant, sandbox, payments);
    await admin(sandbox, "/clock", { action: "advance", minutes: 1 });
    expect(merchant.arrived()).toBe(payments + 3 * copied);
    expectSettledOnce(merchant, references);
  });

  it("after an hour of the clock in which the merchant's code failed", async () => {
    merchant.isDown = true;
    const references = await payMany(merchant, sandbox, 5);
    await admin(sandbox, "/clock", { action: "advance", hours: 1 });
    expect(merchant.events).toEqual([]);
    merchant.isDown = false;
    await admin(sandbox, "/clock", { action: "advance", hours: 1 });
    expectSettledOnce(merchant, references);
  });

  it("by notifications that are lost, truncated, or earlier than the payment's response", async () => {
    await order("drop", 2, { attempts: 2 });
    await order("cut", 2);
    await order("early", 2);
    const references = await payMany(merchant, sandbox, 6);
    await admin(sandbox, "/clock", { action: "advance", minutes: 1 });
    // A truncated notification is refused, and the sandbox sends it again, complete.
    expect(merchant.refused.splice(0)).toEqual(["body_unreadable", "body_unreadable"]);
    expectSettledOnce(merchant, references);
  });
});
