/** Webhooks of the wallet: by attempt like payments, and no event is delivered twice. */
import { exampleTransaction } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { listen, postTo } from "../checkout/shop.test-shop.ts";
import { clientOf, gatewayWith, json } from "../gateway.test-server.ts";
import {
  createCheckout,
  createWalletNotifications,
  type ExpectedMovement,
  NotSentError,
  signatures,
  type WalletEvent,
  type WalletNotificationsOptions,
} from "../index.ts";
import { readTransaction, type WalletTransaction } from "../wallet/records.ts";
import { publicRequests } from "../wallet/wallet.test-gateway.ts";

const ids = { userId: 7, paymentAccountId: 9, currency: "EUR" } as const;
const refill: ExpectedMovement = { ...ids, kind: "refill", reference: "refill-1", amountMinor: 2550 };
const payment: ExpectedMovement = { ...ids, kind: "payment", reference: "order-1", amountMinor: 1250 };

/** The transaction of a refill, in the gateway's format. */
const paidIn = (changes: object = {}) => ({
  ...exampleTransaction,
  id: 21,
  type: "income",
  subtype: "refill",
  price: 25.5,
  mode: "card",
  fullCovered: null,
  ...changes,
});
const paidOut = (changes: object = {}) => ({ ...exampleTransaction, ...changes });
const voidOf = (id: number, changes: object = {}) => ({
  ...paidOut({ id: 31, type: "income", subtype: "void", action: "refund", mode: "void" }),
  voidedTransactionId: id,
  ...changes,
});

function openShop(options: Partial<WalletNotificationsOptions<undefined>> = {}) {
  const { settings, ...received } = listen<WalletEvent>();
  const webhooks = createWalletNotifications<undefined>({
    ...settings,
    webhookUrl: "https://shop.example.com/wallet-webhook",
    ...options,
  });
  const types = () => received.events.map(({ type }) => type);
  return { webhooks, types, settings, ...received };
}

/** Posts webhooks of one attempt. */
async function told(expected: ExpectedMovement, ...bodies: readonly unknown[]) {
  const shop = openShop();
  const { webhookUrl, ...attempt } = await shop.webhooks.begin(expected);
  const statuses: number[] = [];
  for (const body of bodies) statuses.push(await postTo(shop.webhooks, webhookUrl, body));
  expect(new Set(statuses)).toEqual(new Set([200]));
  return { ...shop, attempt, webhookUrl };
}

describe("a refill", () => {
  it("is credited by its webhook, once", async () => {
    const { events, webhooks, attempt } = await told(refill, paidIn(), paidIn());
    expect(events).toEqual([
      {
        type: "wallet.refill.succeeded",
        reference: "refill-1",
        attempt: attempt.id,
        source: "notification",
        transaction: readTransaction(paidIn(), {}),
      },
    ]);
    await expect(webhooks.begin(refill)).rejects.toMatchObject({ code: "order_paid" });
  });

  it("that failed can be tried again, for another amount", async () => {
    const { webhooks, events, types } = await told(refill, paidIn({ status: "fail", code: "5051", id: 20 }));
    expect(events).toMatchObject([{ code: "5051" }]);
    const again = await webhooks.begin({ ...refill, amountMinor: 3000 });
    await postTo(webhooks, again.webhookUrl, paidIn({ price: 30 }));
    expect(types()).toEqual(["wallet.refill.failed", "wallet.refill.succeeded"]);
  });

  it.each<[string, object, string]>([
    ["another user", { userId: 8 }, "account"],
    ["another account", { paymentAccountId: 10 }, "account"],
    ["another kind of movement", { type: "outcome" }, "account"],
    ["a top-up", { action: "deposit" }, "account"],
    ["a test", { mode: "test" }, "account"],
    ["another currency", { currency: "USD" }, "currency"],
    ["another amount", { price: 25.49 }, "amount"],
    ["a decline's code", { code: "5051" }, "code"],
  ])("of %s is told, answered 200, and blocks the reference", async (_, changes, why) => {
    const { events, webhooks } = await told(refill, paidIn(changes));
    expect(events).toMatchObject([{ type: "wallet.mismatched", why, expected: { amountMinor: 2550 } }]);
    await expect(webhooks.begin(refill)).rejects.toMatchObject({ code: "attempt_open" });
    await webhooks.resolve("refill-1", "not_made");
    await webhooks.begin(refill);
  });

  it("that is a test counts if it was sent as one", async () => {
    const { types } = await told({ ...refill, test: true }, paidIn({ mode: "test" }));
    expect(types()).toEqual(["wallet.refill.succeeded"]);
  });

  it.each<[string, object, string]>([
    ["status", { status: "processing" }, "status"],
    ["mode", { mode: "loan" }, "kind"],
    ["notice", { notice: "card_expires" }, "kind"],
    ["letters of a status", { status: "SUCCESS" }, "status"],
  ])("of a newer %s is unknown, and pays nothing", async (_, changes, why) => {
    const { events, webhooks } = await told(refill, paidIn(changes), paidIn(changes));
    expect(events).toMatchObject([{ type: "wallet.unknown", why }]);
    expect((await webhooks.find("refill-1"))?.state).toBe("in_progress");
  });
});

describe("a payment from an account", () => {
  const client = (body: object) => readTransaction(body, {}) as WalletTransaction;

  it("is settled by its response, and its webhook says nothing new", async () => {
    const shop = openShop();
    const { webhookUrl, ...attempt } = await shop.webhooks.begin(payment);
    expect(await shop.webhooks.settle(attempt, client(paidOut()))).toBe("paid");
    expect(await postTo(shop.webhooks, webhookUrl, paidOut())).toBe(200);
    expect(shop.types()).toEqual(["wallet.payment.succeeded"]);
  });

  it.each<[string, () => ReturnType<typeof json>]>([
    ["a success", () => json(201, paidOut())],
    ["a decline", () => json(201, paidOut({ status: "fail" }))],
    ["a refusal", () => json(400, { message: "no" })],
  ])("is not settled by the answer of another one's call: %s", async (_, answer) => {
    const { webhooks, types, failures } = openShop();
    const first = await webhooks.begin(payment);
    const second = await webhooks.begin({ ...payment, reference: "order-2" });
    const { wallet } = clientOf(await gatewayWith(answer(), answer()));
    const { webhookUrl } = first;
    const call = () =>
      wallet
        .forUser(7)
        .payments.create({ ...publicRequests.payFromAccount, webhookUrl })
        .catch((error: Error) => error);
    expect(await webhooks.settle(second, await call())).toBe("unknown");
    expect((await webhooks.find("order-2"))?.state).toBe("in_progress");
    expect(failures).toHaveLength(1);
    expect(types()).toEqual([]);
    expect(await webhooks.settle(first, await call())).not.toBe("unknown");
  });

  it("that two tabs send at once begins once", async () => {
    const { webhooks } = openShop();
    const begun = await Promise.allSettled([webhooks.begin(payment), webhooks.begin(payment)]);
    expect(begun.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  it("that was not answered stays undecided; one that was refused does not", async () => {
    const { webhooks } = openShop();
    const attempt = await webhooks.begin(payment);
    expect(await webhooks.settle(attempt, new Error("timeout"))).toBe("unknown");
    const refused = await webhooks.begin(payment).catch((error) => error);
    expect(refused.code).toBe("attempt_open");
    const other = await webhooks.begin({ ...payment, reference: "order-2" });
    expect(await webhooks.settle(other, refused)).toBe("not_made");
  });

  it("can be voided, by a customer too: the event names what was voided", async () => {
    const { events, webhooks } = await told(payment, paidOut({ id: 30 }), voidOf(30));
    expect(events).toMatchObject([
      { type: "wallet.payment.succeeded", transaction: { id: 30 } },
      { type: "wallet.payment.voided", transaction: { id: 31 }, voidedTransactionId: 30 },
    ]);
    expect((await webhooks.find("order-1"))?.state).toBe("payable");
  });

  it("that is void before it is told is never shipped", async () => {
    expect((await told(payment, voidOf(30), paidOut({ id: 30 }))).types()).toEqual([
      "wallet.payment.voided",
      "wallet.mismatched",
    ]);
    const child = [voidOf(30)];
    expect((await told(payment, paidOut({ id: 30, child }))).types()).not.toContain(
      "wallet.payment.succeeded",
    );
  });

  it("that is made twice is a duplicate", async () => {
    const { types } = await told(payment, paidOut({ id: 30 }), paidOut({ id: 32 }));
    expect(types()).toEqual(["wallet.payment.succeeded", "wallet.duplicate"]);
  });
});

describe("an account", () => {
  it("tells every transaction of its own once, for years, without a record that grows", async () => {
    const shop = openShop();
    const url = await shop.webhooks.accountUrl({ reference: "main", userId: 7, paymentAccountId: 9 });
    const low = paidOut({ id: 40, notice: "low_balance" });
    for (const body of [paidIn(), paidIn(), paidOut({ id: 40 }), low, low, voidOf(40)]) {
      expect(await postTo(shop.webhooks, url, body)).toBe(200);
    }
    expect(shop.types()).toEqual([
      "wallet.account.moved",
      "wallet.account.moved",
      "wallet.account.low",
      "wallet.account.voided",
    ]);
    expect(await shop.settings.store.find("account test/main/21")).toHaveLength(1);
  });

  it("tells a void that comes inside the transaction that it voids, once", async () => {
    const shop = openShop();
    const url = await shop.webhooks.accountUrl({ reference: "main", userId: 7 });
    const child = [voidOf(21, { voidedTransactionId: undefined })];
    for (const body of [paidIn(), paidIn({ child }), paidIn({ child })])
      expect(await postTo(shop.webhooks, url, body)).toBe(200);
    expect(shop.events).toMatchObject([
      { type: "wallet.account.moved" },
      { type: "wallet.account.voided", voidedTransactionId: 21, transaction: { id: 31 } },
    ]);
  });

  it("may be kept in another unit than money", async () => {
    const shop = openShop();
    const url = await shop.webhooks.accountUrl({ reference: "main", userId: 7 });
    expect(await postTo(shop.webhooks, url, paidIn({ currency: "POINTS" }))).toBe(200);
    expect(shop.events).toMatchObject([
      { type: "wallet.account.moved", transaction: { currency: "POINTS", amountMinor: null, price: 25.5 } },
    ]);
  });

  it("that is another one is unknown", async () => {
    const shop = openShop();
    const url = await shop.webhooks.accountUrl({ reference: "main", userId: 7 });
    await postTo(shop.webhooks, url, paidIn({ paymentAccountId: 77 }));
    await postTo(shop.webhooks, url, paidIn({ userId: 8, id: 22 }));
    expect(shop.types()).toEqual(["wallet.account.moved", "wallet.unknown"]);
  });
});

it("an account's webhook that onEvent posts itself is refused at once: it would wait for its own transaction", async () => {
  const inner: number[] = [];
  const shop = openShop({
    onEvent: async () => void inner.push(await postTo(shop.webhooks, url, paidIn({ id: 22 }))),
  });
  const url = await shop.webhooks.accountUrl({ reference: "main", userId: 7 });
  expect(await postTo(shop.webhooks, url, paidIn())).toBe(200);
  expect(inner).toEqual([500]);
  expect(shop.failures).toMatchObject([{ code: "called_in_event" }]);
});

it("a movement that was made is never settled as not sent, whatever onEvent or the ids are", async () => {
  const notSent = new NotSentError({ code: "connection_failed", what: "The mail was not sent" });
  const shop = openShop({ onEvent: () => Promise.reject(notSent) });
  const attempt = await shop.webhooks.begin(payment);
  const made = readTransaction(paidOut(), {}) as WalletTransaction;
  expect(await shop.webhooks.settle(attempt, made)).toBe("unknown");
  expect(await shop.webhooks.settle({ id: "a", reference: " o" }, made)).toBe("unknown");
  expect(shop.failures).toMatchObject([notSent, { code: "invalid_request" }]);
  await expect(shop.webhooks.settle({ id: "a", reference: " o" }, notSent)).rejects.toMatchObject({
    code: "invalid_request",
  });
});

describe("the receiver of a wallet", () => {
  it("takes no URL of a payment, although secret and store are the same (A6)", async () => {
    const shop = openShop({ signature: signatures.sha256Concat({ secret: "issued" }) });
    const checkout = createCheckout({
      ...shop.settings,
      client: { payments: { createFromToken: () => undefined } } as never,
      ipnUrl: "https://shop.example.com/wallet-webhook",
      onEvent: () => undefined,
    });
    const { ipnUrl } = await checkout.begin({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
    expect(await postTo(shop.webhooks, ipnUrl, paidOut())).toBe(400);
    expect(shop.refusals).toMatchObject([{ code: "signed_url_forged" }]);
  });

  it("makes test webhooks of what was begun", async () => {
    const shop = openShop({ signature: signatures.sha256Concat({ secret: "issued" }) });
    await shop.webhooks.begin(refill);
    const test = await shop.webhooks.createTestNotification({ reference: "refill-1" });
    expect((await shop.webhooks.handle(test.toRequest())).status).toBe(200);
    expect(shop.types()).toEqual(["wallet.refill.succeeded"]);
  });

  it("asks again for what is no JSON", async () => {
    const shop = openShop();
    const { webhookUrl } = await shop.webhooks.begin(refill);
    expect(await postTo(shop.webhooks, webhookUrl, "{")).toBe(500);
    expect(shop.refusals).toMatchObject([{ code: "body_unreadable", reference: "refill-1" }]);
  });
});
