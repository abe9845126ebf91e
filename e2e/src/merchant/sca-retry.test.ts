/** Code 5227 and its remedy: the merchant's server pays the same order again with 3D Secure, and a notification settles it. */
import { exampleShopper } from "@cardpane/gateway/testing";
import {
  isDeclined,
  isPending,
  nextAction,
  type PaymentRequest,
  type PaymentResult,
  redirects,
  type TokenPayment,
} from "@cardpane/node";
import type { Sandbox } from "@cardpane/sandbox";
import { describe, expect, it } from "vitest";
import { cardOf, compatibilities, type Merchant, withMerchant } from "./merchant.ts";

let sandbox: Sandbox;
let merchant: Merchant;

const number = "4000000000003220";
const price = [{ amountMinor: 1250, currency: "EUR" }];
const redirectUrl = "https://shop.example/return";

/** Pays without 3D Secure by a card that needs it. */
async function payWithoutSca(reference: string) {
  const attempt = await merchant.checkout.begin({ reference, price });
  const request: PaymentRequest<"card"> = {
    paymentSource: { ...cardOf(number), "3ds": false },
    sku: { siteId: sandbox.merchant.siteId, price },
    consumer: { ...exampleShopper, externalId: reference },
    url: { ipnUrl: attempt.ipnUrl, redirectUrl },
  };
  const declined = await merchant.client.payments.create(request);
  await merchant.checkout.settle(attempt, declined);
  expect([isDeclined(declined), declined.payment.code]).toEqual([true, "5227"]);
  return { declined, request };
}

/** The same request as a retry of the gateway's order with 3D Secure, and with the notification URL of another attempt. */
async function againOf(reference: string, request: PaymentRequest<"card">, orderId: string) {
  const { id, ipnUrl } = await merchant.checkout.begin({ reference, price });
  const sku = { ...request.sku, action: { type: "retry", id: orderId } } as const;
  return { id, again: { ...request, paymentSource: cardOf(number), sku, url: { ipnUrl, redirectUrl } } };
}

/** Creates a token as the page would, of the same card typed again. */
async function tokenize(): Promise<string> {
  const { type: _, ...card } = cardOf(number);
  const response = await fetch(`${sandbox.url}/tokenize`, {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-Requested-With": "XMLHttpRequest" },
    body: JSON.stringify(card),
  });
  return ((await response.json()) as { token: string }).token;
}

/** Answers the challenge as the shopper, and parses the address to which the sandbox redirects. */
async function challenge(result: PaymentResult, choice: string) {
  const action = nextAction(result);
  if (action.type !== "redirect") throw new Error("There is no challenge.");
  expect(action.url).toContain(`${sandbox.url}/3ds/`);
  const response = await fetch(action.url, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: `answer=${choice}`,
    redirect: "manual",
  });
  return redirects.parse(response.headers.get("Location") ?? "");
}

const typesOf = async (reference: string, count: number) =>
  (await merchant.received(reference, count)).map((event) => ({
    type: event.type,
    orderId: "orderId" in event ? event.orderId : undefined,
  }));

describe.each(compatibilities)("on a sandbox with COMPATIBILITY=%s", (compatibility) => {
  withMerchant(compatibility, (...made) => {
    [sandbox, merchant] = made;
  });

  describe("a payment that was declined for want of authentication", () => {
    it.each(["by card", "by a new token of the pane"])(
      "is paid as the same order %s, and settled by its notification",
      async (way) => {
        const reference = `sca-${way.replaceAll(" ", "-")}`;
        const { declined, request } = await payWithoutSca(reference);
        const { orderId, transactionId } = declined.payment;
        const { id, again } = await againOf(reference, request, orderId);
        const { externalId, email, firstName, lastName, ip, userAgent, browserAcceptHeader, ...device } =
          exampleShopper;
        const byToken = async (): Promise<TokenPayment> => ({
          token: await tokenize(),
          device,
          httpRequest: {
            headers: { "user-agent": userAgent, accept: browserAcceptHeader },
            remoteAddress: ip,
          },
          sku: again.sku,
          consumer: { externalId: reference, email, firstName, lastName },
          url: again.url,
        });
        const { payments } = merchant.client;
        const retried = await (way === "by card"
          ? payments.create(again)
          : payments.createFromToken(await byToken()));
        expect(isPending(retried)).toBe(true);
        expect(retried.payment.orderId).toBe(orderId);
        expect(retried.payment.transactionId).not.toBe(transactionId);
        await merchant.checkout.settle({ id, reference }, retried);
        // The order is not settled yet, and a report of the page does not settle it.
        expect(await typesOf(reference, 1)).toEqual([{ type: "payment.failed", orderId }]);

        expect(await challenge(retried, "approve")).toEqual({
          kind: "hint",
          verified: false,
          orderId,
          transactionId: retried.payment.transactionId,
          isApproved: true,
          code: "0",
        });
        expect(await typesOf(reference, 2)).toEqual([
          { type: "payment.failed", orderId },
          { type: "payment.succeeded", orderId },
        ]);
        const [, paid] = await merchant.received(reference, 2);
        expect(paid).toMatchObject({
          source: "notification",
          transactionId: retried.payment.transactionId,
          money: { amountMinor: 1250, currency: "EUR" },
        });
        expect(merchant.refused).toEqual([]);
      },
    );

    it("can be tried again after a challenge that failed, and not once it is paid", async () => {
      const reference = "sca-twice";
      const { declined, request } = await payWithoutSca(reference);
      const { payments } = merchant.client;
      const { again: once } = await againOf(reference, request, declined.payment.orderId);
      const first = await payments.create(once);
      await challenge(first, "fail");
      const [, failed] = await merchant.received(reference, 2);
      if (failed?.type !== "payment.failed") throw new Error("The challenge did not fail.");
      expect(failed.code).toBe("5220");

      const { again } = await againOf(reference, request, failed.orderId ?? "");
      const second = await payments.create(again);
      expect(second.payment.orderId).toBe(declined.payment.orderId);
      await challenge(second, "approve");
      await merchant.received(reference, 3);

      await expect(payments.create(again)).rejects.toMatchObject({
        code: "bad_request",
        outcome: "rejected",
        errors: { "sku.action.id": "is an order that was not declined" },
      });
      await expect(merchant.checkout.begin({ reference, price })).rejects.toMatchObject({
        code: "order_paid",
      });
      expect((await merchant.checkout.find(reference))?.state).toBe("paid");
    });
  });
});
