/** The guide's snippets that move money, word for word, against the sandbox. */
import { exampleDevice, exampleShopper } from "@cardpane/gateway/testing";
import { type PaymentRequest, type PriceItem, priceSchedule } from "@cardpane/node";
import type { Sandbox } from "@cardpane/sandbox";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Shop } from "./guide.ts";
import { cardOf, type Merchant, withMerchant } from "./merchant.ts";

let sandbox: Sandbox;
let merchant: Merchant;
let guide: typeof import("./guide.ts");

withMerchant("document", (startedSandbox, startedMerchant) => {
  sandbox = startedSandbox;
  merchant = startedMerchant;
});

beforeAll(async () => {
  // The guide creates its client from the environment when its file is loaded.
  vi.stubEnv("GATEWAY_API_KEY", sandbox.merchant.apiKey);
  vi.stubEnv("GATEWAY_URL", sandbox.url);
  vi.stubEnv("SITE_ID", sandbox.merchant.siteId);
  guide = await import("./guide.ts");
});
afterAll(() => {
  vi.unstubAllEnvs();
  Reflect.deleteProperty(globalThis, "cardpane");
});

const customer = { id: "customer-7", email: "ada@example.com" };
const req = {
  headers: { "user-agent": "a browser", accept: "text/html" },
  socket: { remoteAddress: "203.0.113.7" },
};

/** The parts of a shop that a snippet uses. */
function shopOf(parts: object): Shop {
  const shop: object = { customer, req, redirectUrl: "https://shop.example/return", ...parts };
  return shop as Shop;
}

async function pay(reference: string, price: readonly PriceItem[]) {
  const attempt = await merchant.checkout.begin({ reference, price });
  const request: PaymentRequest<"card"> = {
    paymentSource: { ...cardOf("4242424242424242"), "3ds": false },
    sku: { siteId: sandbox.merchant.siteId, price },
    consumer: { ...exampleShopper, externalId: customer.id },
    url: { ipnUrl: attempt.ipnUrl, redirectUrl: "https://shop.example/return" },
  };
  const result = await merchant.client.payments.create(request);
  await merchant.checkout.settle(attempt, result);
  return result;
}

async function tokenize(): Promise<string> {
  const { type: _, ...card } = cardOf("5555555555554444");
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`${sandbox.url}/tokenize`, {
    method: "POST",
    headers,
    body: JSON.stringify(card),
  });
  return ((await response.json()) as { token: string }).token;
}

it("pays after a review, and with the card again when the token is over", async () => {
  const price = [{ amountMinor: 1250, currency: "EUR" }];
  const shown: unknown[] = [];
  const token = await tokenize();
  const body = {
    payment: JSON.stringify({
      token,
      device: exampleDevice,
      card: { brand: "mastercard", lastFour: "4444" },
    }),
  };
  const review = (id: string) =>
    guide.reviewThenPay(
      shopOf({
        checkout: merchant.checkout,
        order: { id },
        price,
        session: {},
        req: { ...req, body },
        show: (what: unknown) => shown.push(what),
      }),
    );
  await review("order-review-1");
  // The token is spent: as if it were too old.
  await review("order-review-2");
  const asked = "Pay with mastercard, 4444?";
  expect([shown[0], shown[2], shown[3], shown[4]]).toEqual([
    asked,
    asked,
    "Please enter your card again.",
    "not_made",
  ]);
  expect(["paid", "redirect"]).toContain(shown[1]);
});

it("refunds a part of a payment, then the rest", async () => {
  const { payment } = await pay("order-1", [{ amountMinor: 1250, currency: "EUR" }]);
  const refunded: string[] = [];
  await guide.refund(
    shopOf({
      order: { id: "order-1", transactionId: payment.transactionId },
      attempt: { key: crypto.randomUUID() },
      markRefunded: async (id: string) => void refunded.push(id),
    }),
  );
  expect(refunded).toEqual(["order-1"]);
  const events = await merchant.received("order-1", 3);
  expect(events.map(({ type }) => type)).toEqual([
    "payment.succeeded",
    "payment.refunded",
    "payment.refunded",
  ]);
  const { state, refunds } = (await merchant.checkout.find("order-1")) ?? {};
  expect([state, refunds?.map(({ of, money }) => [of, money?.amountMinor])]).toEqual([
    "payable",
    [
      [payment.transactionId, 450],
      [payment.transactionId, 800],
    ],
  ]);
});

it("changes, cancels and recovers a subscription, changes its card, and disables a saved card", async () => {
  const { subscription, consumer } = await pay(
    "order-2",
    priceSchedule("EUR", [{ amountMinor: 999, everyDays: 30 }]),
  );
  const payment = JSON.stringify({ token: await tokenize(), device: exampleDevice });
  const shown: unknown[] = [];
  await guide.changeSubscription(
    shopOf({
      order: { id: "order-2", consumerId: consumer?.id },
      subscriptionId: subscription?.id,
      req: { ...req, body: { payment } },
      show: (what: unknown) => void shown.push(what),
    }),
  );
  expect(shown).toEqual([["active", expect.any(String)]]);
  const cards = await guide.client.savedCards.list(consumer?.id ?? "");
  expect(cards.map(({ disabled }) => disabled).toSorted()).toEqual([false, true]);
});

it("creates a user of the wallet, tops an account up, and begins a refill", async () => {
  const redirects: string[] = [];
  const user = await guide.useWallet(
    shopOf({
      device: exampleDevice,
      email: customer.email,
      webhookUrl: "https://shop.example/wallet-webhook",
      res: { redirect: (_status: number, url: string) => void redirects.push(url) },
      show: (picture: string) => expect(picture).toMatch(/^otpauth:/),
    }),
  );
  expect(redirects).toEqual([expect.stringContaining(`${sandbox.url}/refill/`)]);
  const [account] = await merchant.client.wallet.forUser(user.userId).accounts.list().toArray(1);
  expect(account).toMatchObject({ balanceMinor: 500, currency: "EUR" });
});

it("tests the shop's reaction to a notification, without a gateway", async () => {
  const { checkout, response } = await guide.testNotification();
  expect(response.status).toBe(200);
  expect((await checkout.find("order-1"))?.state).toBe("payable");
});
