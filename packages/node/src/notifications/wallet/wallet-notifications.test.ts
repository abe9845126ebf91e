/** Webhooks of the wallet: which are accepted and refused, and that no event is delivered twice. */
import { exampleTransaction } from "@cardpane/gateway/testing";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  createMemoryStore,
  createNotifications,
  createWalletNotifications,
  type ExpectedMovement,
  isCardpaneError,
  type NotificationStore,
  signatures,
  toNodeHandler,
  type WalletEvent,
  type WalletNotificationsOptions,
} from "../../index.ts";
import { readTransaction, type WalletTransaction } from "../../wallet/records.ts";
import { dayMs, listen, otherSecret, postTo, secret } from "../shop.test-shop.ts";
import { type TestDatabase, testDatabases } from "../stores/databases.test-store.ts";

/** Reads a transaction as the client does. */
const transactionOf = (body: unknown) => readTransaction(body, {}) as WalletTransaction;

const refill = {
  kind: "refill",
  reference: "refill-1",
  userId: 7,
  paymentAccountId: 9,
  amountMinor: 2550,
  currency: "EUR",
} as const satisfies ExpectedMovement;
const payment = {
  kind: "payment",
  reference: "order-1",
  userId: 7,
  paymentAccountId: 9,
  amountMinor: 1250,
  currency: "EUR",
} as const satisfies ExpectedMovement;
const account = {
  kind: "account",
  reference: "main",
  userId: 7,
  paymentAccountId: 9,
  currency: "EUR",
} as const;

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

function openShop(options: Partial<WalletNotificationsOptions<undefined>> = {}) {
  const { received, settings } = listen<WalletEvent>();
  const webhooks = createWalletNotifications<undefined>({
    ...settings,
    webhookUrl: "https://shop.example.com/wallet-webhook",
    ...options,
  });
  const post = (url: string, body: unknown, headers?: Record<string, string>) =>
    postTo(webhooks, url, body, headers);
  const codes = () => received.refusals.map(({ code }) => code);
  const types = () => received.events.map(({ type }) => type);
  return { webhooks, ...received, post, codes, types };
}

describe("a refill's webhook", () => {
  it("settles the refill of its URL, once", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    const headers = { "X-Delivery-ID": "delivery-1" };
    expect(await shop.post(url, paidIn(), headers)).toBe(200);
    expect(await shop.post(url, paidIn(), headers)).toBe(200);
    expect(shop.events).toEqual([
      {
        type: "wallet.refill.succeeded",
        reference: "refill-1",
        userId: 7,
        paymentAccountId: 9,
        transactionId: 21,
        amountMinor: 2550,
        currency: "EUR",
        source: "notification",
        deliveryId: "delivery-1",
        transaction: transactionOf(paidIn() as never),
      },
    ]);
    expect(await shop.webhooks.find("refill-1")).toMatchObject({ kind: "refill", state: "succeeded" });
  });

  it("may report a failure, and then the success of another attempt, even for another amount", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    await shop.post(url, paidIn({ status: "fail", code: "5051", id: 20 }));
    expect(shop.events).toMatchObject([{ type: "wallet.refill.failed", code: "5051" }]);
    const again = await shop.webhooks.createUrl({ ...refill, amountMinor: 3000 });
    expect(await shop.post(again, paidIn({ price: 30 }))).toBe(200);
    expect(await shop.post(again, paidIn({ price: 30, status: "fail", id: 22 }))).toBe(200);
    expect(shop.types()).toEqual(["wallet.refill.failed", "wallet.refill.succeeded"]);
  });

  it.each<[string, object, string]>([
    ["another user", { userId: 8 }, "wallet_wrong"],
    ["another account", { paymentAccountId: 10 }, "wallet_wrong"],
    ["another currency", { currency: "USD" }, "currency_wrong"],
    ["less", { price: 25.49 }, "amount_wrong"],
    ["more", { price: 25.51 }, "amount_wrong"],
    ["an outcome", { type: "outcome" }, "movement_wrong"],
    ["a deposit", { action: "deposit" }, "movement_wrong"],
    ["a test", { mode: "test" }, "movement_wrong"],
    ["a void", { mode: "void" }, "movement_wrong"],
    ["a notice", { notice: "low_balance" }, "movement_wrong"],
    ["parts of a cent", { price: 25.505 }, "body_unreadable"],
    ["no id", { id: undefined }, "body_unreadable"],
    ["a failure of another amount", { status: "fail", price: 1 }, "amount_wrong"],
  ])("about %s is refused", async (_, changes, code) => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    expect(await shop.post(url, paidIn(changes))).toBe(400);
    expect([shop.codes(), shop.events]).toEqual([[code], []]);
    expect(await shop.webhooks.find("refill-1")).toMatchObject({ state: "created" });
  });

  it.each([
    ["a notice", { notice: "closed" }, "kind"],
    ["a mode", { mode: "chargeback" }, "kind"],
    ["an action", { action: "reverse" }, "kind"],
    ["a status", { status: "confirmed" }, "status"],
  ])(
    "with %s that this version does not know is reported once, and settles nothing",
    async (_, changes, why) => {
      const shop = openShop();
      const url = await shop.webhooks.createUrl(refill);
      for (const _ of [1, 2]) expect(await shop.post(url, paidIn(changes))).toBe(200);
      expect(shop.events).toMatchObject([{ type: "wallet.unknown", why }]);
      expect(await shop.webhooks.find("refill-1")).toMatchObject({ state: "created" });
    },
  );

  it("of a released attempt that has succeeded after all is the last one", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    await shop.webhooks.release("refill-1");
    expect(await shop.post(url, paidIn())).toBe(200);
    await expect(shop.webhooks.createUrl(refill)).rejects.toMatchObject({ code: "order_not_payable" });
  });

  it("of a released attempt is reported, and the new attempt is settled by its own amount", async () => {
    const shop = openShop();
    await shop.webhooks.createUrl(refill);
    await shop.webhooks.release("refill-1");
    const url = await shop.webhooks.createUrl({ ...refill, amountMinor: 3000 });
    expect(await shop.post(url, paidIn())).toBe(200);
    expect(await shop.post(url, paidIn({ id: 22, price: 30 }))).toBe(200);
    expect(shop.events).toMatchObject([
      { type: "wallet.unknown", why: "earlier_attempt" },
      { type: "wallet.refill.succeeded", amountMinor: 3000 },
    ]);
    await expect(shop.webhooks.release("refill-1")).rejects.toMatchObject({ code: "order_not_payable" });
  });

  it("of a void of a released attempt that was paid late is reported, and undoes nothing of the new one", async () => {
    const shop = openShop();
    await shop.webhooks.createUrl(refill);
    await shop.webhooks.release("refill-1");
    const url = await shop.webhooks.createUrl({ ...refill, paymentAccountId: 10, amountMinor: 3000 });
    const undone = paidIn({ id: 41, type: "outcome", subtype: "void", action: "refund", mode: "void" });
    for (const body of [
      paidIn(),
      { ...undone, voidedTransactionId: 21 },
      paidIn({ id: 22, paymentAccountId: 10, price: 30 }),
    ]) {
      for (const _ of ["once", "again"]) expect(await shop.post(url, body)).toBe(200);
    }
    expect(await shop.post(url, { ...undone, voidedTransactionId: 99 })).toBe(400);
    expect(shop.events).toMatchObject([
      { type: "wallet.unknown", why: "earlier_attempt", transactionId: 21 },
      { type: "wallet.unknown", why: "earlier_attempt", transactionId: 41 },
      { type: "wallet.refill.succeeded", transactionId: 22 },
    ]);
  });

  it("of a test refill settles only a test refill", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl({ ...refill, test: true });
    expect(await shop.post(url, paidIn())).toBe(400);
    expect(await shop.post(url, paidIn({ mode: "test" }))).toBe(200);
    expect(shop.events).toMatchObject([{ type: "wallet.refill.succeeded", transaction: { mode: "test" } }]);
  });

  it("that contradicts the final status of a transaction is reported, and so is a second success", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    expect(await shop.post(url, paidIn())).toBe(200);
    expect(await shop.post(url, paidIn({ status: "fail" }))).toBe(200);
    expect(await shop.post(url, paidIn({ status: "fail" }))).toBe(200);
    expect(await shop.post(url, paidIn({ id: 22 }))).toBe(200);
    expect(shop.codes()).toEqual([]);
    expect(shop.events).toMatchObject([
      { type: "wallet.refill.succeeded" },
      { type: "wallet.unknown", why: "contradiction", transactionId: 21 },
      { type: "wallet.unknown", why: "second_transaction", transactionId: 22 },
    ]);
  });

  it("does not settle two references by one transaction", async () => {
    const shop = openShop();
    const first = await shop.webhooks.createUrl(refill);
    const second = await shop.webhooks.createUrl({ ...refill, reference: "refill-2" });
    expect(await shop.post(first, paidIn())).toBe(200);
    expect(await shop.post(second, paidIn())).toBe(400);
    expect(shop.codes()).toEqual(["order_wrong"]);
  });

  it.each<[string, (url: URL) => void, string]>([
    ["no proof", (url) => url.searchParams.delete("cp_mac"), "signed_url_missing"],
    ["another reference", (url) => url.searchParams.set("cp_ref", "refill-2"), "signed_url_forged"],
    ["a longer life", (url) => url.searchParams.set("cp_exp", "9999999999"), "signed_url_forged"],
  ])("with %s changes nothing", async (_, forge, code) => {
    const shop = openShop();
    const url = new URL(await shop.webhooks.createUrl(refill));
    forge(url);
    expect(await shop.post(url.href, paidIn())).toBe(400);
    expect(shop.codes()).toEqual([code]);
  });

  it("is refused as a payment notification, and vice versa, even with the same secret, store and reference", async () => {
    const store = createMemoryStore();
    const shop = openShop({ store });
    const refusals: string[] = [];
    const ipn = createNotifications({
      secret,
      environment: "test",
      ipnUrl: "https://shop.example.com/ipn",
      store,
      onEvent: () => undefined,
      onRefused: ({ code }) => void refusals.push(code),
      clock: shop.clock,
    });
    const ipnUrl = await ipn.createUrl({ reference: "refill-1", amountMinor: 2550, currency: "EUR" });
    const webhookUrl = await shop.webhooks.createUrl(refill);
    expect(await shop.post(ipnUrl, paidIn())).toBe(400);
    expect((await ipn.handle(new Request(webhookUrl, { method: "POST", body: "{}" }))).status).toBe(400);
    expect([shop.codes(), refusals]).toEqual([["signed_url_forged"], ["signed_url_forged"]]);
  });

  it("expires after 90 days by default, and needs a record", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    expect(await openShop().post(url, paidIn())).toBe(400);
    shop.clock.time += 90 * dayMs;
    expect(await shop.post(url, paidIn())).toBe(400);
    expect(shop.codes()).toEqual(["signed_url_expired"]);
    const short = await shop.webhooks.createUrl({ ...refill, reference: "refill-2", expiresInDays: 1 });
    expect(await shop.post(short, paidIn())).toBe(200);
  });

  it("is re-sent if the merchant's code fails, and then settles the refill", async () => {
    let works = false;
    const delivered: string[] = [];
    const shop = openShop({
      onEvent: ({ type }) => {
        if (!works) throw new Error("not now");
        delivered.push(type);
      },
    });
    const url = await shop.webhooks.createUrl(refill);
    expect(await shop.post(url, paidIn())).toBe(500);
    expect(shop.failures).toEqual([new Error("not now")]);
    works = true;
    expect(await shop.post(url, paidIn())).toBe(200);
    expect(delivered).toEqual(["wallet.refill.succeeded"]);
  });
});

describe("a payment from an account", () => {
  it.each([
    ["its answer first", true],
    ["its notification first", false],
  ])("is reported once: %s", async (_, answerFirst) => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(payment);
    const steps = [
      () => shop.webhooks.record("order-1", transactionOf(paidOut() as never)),
      () => shop.post(url, paidOut()),
    ];
    for (const step of answerFirst ? steps : steps.reverse()) await step();
    expect(shop.events).toMatchObject([
      {
        type: "wallet.payment.succeeded",
        source: answerFirst ? "response" : "notification",
        amountMinor: 1250,
      },
    ]);
  });

  it("that exceeds the balance fails, and can be tried again", async () => {
    const shop = openShop();
    await shop.webhooks.createUrl(payment);
    const failed = transactionOf(paidOut({ status: "fail", code: "5051", remainingAmount: 2 }) as never);
    await shop.webhooks.record("order-1", failed);
    const url = await shop.webhooks.createUrl(payment);
    expect(await shop.post(url, paidOut({ id: 12 }))).toBe(200);
    expect(shop.types()).toEqual(["wallet.payment.failed", "wallet.payment.succeeded"]);
    expect(shop.events[0]).toMatchObject({ code: "5051" });
  });

  it("that differs from the record is not recorded", async () => {
    const shop = openShop();
    await shop.webhooks.createUrl(payment);
    const other = shop.webhooks.record("order-1", transactionOf(paidOut({ price: 1 }) as never));
    await expect(other).rejects.toMatchObject({ name: "NotificationRefusedError", code: "amount_wrong" });
    const half = shop.webhooks.record("order-1", transactionOf(paidOut({ price: 0.001 }) as never));
    await expect(half).rejects.toMatchObject({ code: "body_unreadable" });
  });
});

describe("a void", () => {
  /** The void of the payment with id 11, in the gateway's format. */
  const voided = (changes: object = {}) => ({
    ...paidOut({ id: 31, type: "income", subtype: "void", action: "refund", mode: "void" }),
    ...{ voidedTransactionId: 11, ...changes },
  });
  async function paidShop() {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(payment);
    expect(await shop.post(url, paidOut())).toBe(200);
    return { ...shop, url };
  }

  it("of a payment emits one event, and closes the reference", async () => {
    const shop = await paidShop();
    for (let time = 0; time < 2; time++) expect(await shop.post(shop.url, voided())).toBe(200);
    expect(shop.events.slice(1)).toMatchObject([
      {
        ...{
          type: "wallet.payment.voided",
          reference: "order-1",
          transactionId: 31,
          voidedTransactionId: 11,
        },
        ...{ amountMinor: 1250, currency: "EUR", transaction: { mode: "void" } },
      },
    ]);
    expect(await shop.webhooks.find("order-1")).toMatchObject({ state: "voided" });
    await expect(shop.webhooks.createUrl(payment)).rejects.toMatchObject({ code: "order_not_payable" });
    expect(await shop.post(shop.url, paidOut())).toBe(200);
    expect(shop.types()).toHaveLength(2);
  });

  it.each([
    ["the void's webhook was refused before it", []],
    ["the payment was reported", [paidOut()]],
  ])("that is reported with its payment means that the payment is no success, if %s", async (_, before) => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(payment);
    for (const body of before) expect(await shop.post(url, body)).toBe(200);
    expect(await shop.post(url, voided())).toBe(before.length === 0 ? 400 : 200);
    const read = transactionOf({ ...paidOut(), child: { 0: voided() } } as never);
    for (let time = 0; time < 2; time++) await shop.webhooks.record("order-1", read);
    expect(await shop.post(url, voided())).toBe(200);
    expect(shop.types().slice(before.length)).toEqual(["wallet.payment.voided"]);
    expect(shop.events.at(-1)).toMatchObject({ transactionId: 31, voidedTransactionId: 11 });
    expect(await shop.webhooks.find("order-1")).toMatchObject({ state: "voided" });
  });

  it("of a second payment leaves the first one's reference paid", async () => {
    const shop = await paidShop();
    const child = { 0: voided({ id: 32, voidedTransactionId: 12 }) };
    await shop.webhooks.record("order-1", transactionOf({ ...paidOut({ id: 12 }), child } as never));
    expect(shop.events.at(-1)).toMatchObject({
      type: "wallet.unknown",
      why: "second_transaction",
      transactionId: 12,
    });
    expect(await shop.webhooks.find("order-1")).toMatchObject({ state: "succeeded" });
  });

  it("that failed leaves the payment that it is read with", async () => {
    const shop = openShop();
    await shop.webhooks.createUrl(payment);
    const child = { 0: voided({ status: "fail", code: "5000" }) };
    await shop.webhooks.record("order-1", transactionOf({ ...paidOut(), child } as never));
    expect(shop.types()).toEqual(["wallet.payment.succeeded"]);
  });

  it("of a refill debits the account", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    await shop.post(url, paidIn());
    const undone = paidIn({ id: 41, type: "outcome", subtype: "void", action: "refund", mode: "void" });
    expect(await shop.post(url, { ...undone, voidedTransactionId: 21 })).toBe(200);
    expect(shop.types()).toEqual(["wallet.refill.succeeded", "wallet.refill.voided"]);
  });

  it("that names no transaction voids the only one", async () => {
    const shop = await paidShop();
    expect(await shop.post(shop.url, voided({ voidedTransactionId: undefined }))).toBe(200);
    expect(shop.events.at(-1)).toMatchObject({ type: "wallet.payment.voided", voidedTransactionId: 11 });
  });

  it("of one of two payments leaves the other", async () => {
    const shop = await paidShop();
    await shop.post(shop.url, paidOut({ id: 12 }));
    expect(await shop.post(shop.url, voided({ voidedTransactionId: undefined }))).toBe(400);
    expect(await shop.post(shop.url, voided())).toBe(200);
    expect(await shop.webhooks.find("order-1")).toMatchObject({ state: "succeeded" });
    expect(await shop.post(shop.url, voided({ id: 32, voidedTransactionId: 12 }))).toBe(200);
    expect(await shop.webhooks.find("order-1")).toMatchObject({ state: "voided" });
  });

  it.each([
    ["as text", "11", "wallet.payment.voided"],
    ["unreadably", "the last one", "wallet.unknown"],
  ])("that names its transaction %s is reported once", async (_, voidedTransactionId, type) => {
    const shop = await paidShop();
    for (let time = 0; time < 2; time++) {
      expect(await shop.post(shop.url, voided({ voidedTransactionId }))).toBe(200);
    }
    expect(shop.types()).toEqual(["wallet.payment.succeeded", type]);
  });

  it.each<[string, object, string]>([
    ["another transaction", { voidedTransactionId: 12 }, "movement_wrong"],
    ["the same direction", { type: "outcome" }, "movement_wrong"],
    ["a failure", { status: "fail" }, "movement_wrong"],
    ["less", { price: 1 }, "amount_wrong"],
    ["another user", { userId: 8 }, "wallet_wrong"],
  ])("about %s is refused", async (_, changes, code) => {
    const shop = await paidShop();
    expect(await shop.post(shop.url, voided(changes))).toBe(400);
    expect([shop.codes(), shop.types()]).toEqual([[code], ["wallet.payment.succeeded"]]);
  });

  it("of a transaction that is already voided is refused, and so is a void before its payment", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(payment);
    expect(await shop.post(url, voided())).toBe(400);
    expect(await shop.post(url, paidOut())).toBe(200);
    // The gateway re-sends the void, which is accepted now.
    expect(await shop.post(url, voided())).toBe(200);
    expect(await shop.post(url, voided({ id: 32 }))).toBe(400);
    expect(shop.codes()).toEqual(["movement_wrong", "movement_wrong"]);
  });

  it("at the URL of an account names the voided transaction, and can be tested", async () => {
    const shop = openShop();
    await shop.webhooks.createUrl(account);
    await shop.webhooks.createUrl(payment);
    const post = async (options: Parameters<typeof shop.webhooks.createTestNotification>[0]) => {
      const test = await shop.webhooks.createTestNotification(options);
      return (await shop.webhooks.handle(test.toRequest())).status;
    };
    expect(await post({ reference: "main", voidedTransactionId: 11 })).toBe(200);
    expect(await post({ reference: "order-1", transactionId: 51 })).toBe(200);
    expect(await post({ reference: "order-1", voidedTransactionId: 51 })).toBe(200);
    expect(shop.events).toMatchObject([
      { type: "wallet.account.voided", voidedTransactionId: 11 },
      { type: "wallet.payment.succeeded" },
      { type: "wallet.payment.voided", voidedTransactionId: 51 },
    ]);
  });
});

describe("the URL of an account", () => {
  it("reports each transaction of the account once, of any kind, and a low balance", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(account);
    const bodies = [
      paidIn({ subtype: "autoreload" }),
      paidOut(),
      paidOut({ notice: "low_balance" }),
      paidOut({ id: 12, status: "fail", code: "5051" }),
    ];
    for (const body of [...bodies, ...bodies]) expect(await shop.post(url, body)).toBe(200);
    expect(shop.events.map(({ type, transactionId }) => [type, transactionId])).toEqual([
      ["wallet.account.moved", 21],
      ["wallet.account.moved", 11],
      ["wallet.account.low", 11],
      ["wallet.account.moved", 12],
    ]);
    expect(await shop.post(url, paidOut({ id: 12 }))).toBe(200);
    expect(shop.events.at(-1)).toMatchObject({
      type: "wallet.unknown",
      why: "contradiction",
      transactionId: 12,
    });
  });

  it("is bound to the account by the first notification if it was created before the account", async () => {
    const shop = openShop();
    const { paymentAccountId: _, ...unbound } = account;
    const url = await shop.webhooks.createUrl(unbound);
    expect(await shop.post(url, paidIn({ userId: 8 }))).toBe(400);
    expect(await shop.post(url, paidIn())).toBe(200);
    expect(await shop.post(url, paidIn({ id: 22, paymentAccountId: 10 }))).toBe(400);
    expect(shop.codes()).toEqual(["wallet_wrong", "wallet_wrong"]);
    expect(await shop.webhooks.createUrl(account)).toBe(url);
    const other = shop.webhooks.createUrl({ ...account, paymentAccountId: 10 });
    await expect(other).rejects.toMatchObject({ code: "order_not_payable" });
  });
});

describe("a signed URL", () => {
  it.each([
    ["a refill", refill],
    ["an account", account],
  ])("of %s that has expired is created anew, and accepts its notification", async (_, expected) => {
    const shop = openShop();
    const expired = await shop.webhooks.createUrl({ ...expected, expiresInDays: 2 });
    shop.clock.time += 3 * dayMs;
    expect(await shop.post(expired, paidIn())).toBe(400);
    const url = await shop.webhooks.createUrl({ ...expected, expiresInDays: 2 });
    expect(await shop.post(url, paidIn())).toBe(200);
  });

  it("is the same until the movement is decided, and is refused after a success or for another movement", async () => {
    const shop = openShop();
    const url = await shop.webhooks.createUrl(refill);
    shop.clock.time += dayMs;
    expect(await shop.webhooks.createUrl(refill)).toBe(url);
    const others: readonly ExpectedMovement[] = [
      { ...refill, amountMinor: 2600 },
      { ...refill, userId: 8 },
      { ...refill, paymentAccountId: 10 },
      { ...refill, currency: "USD" },
      { ...refill, test: true },
      { ...payment, reference: "refill-1", amountMinor: 2550 },
      { ...account, reference: "refill-1" },
    ];
    for (const other of others) {
      const error = await shop.webhooks.createUrl(other).catch((reason: unknown) => reason);
      expect(isCardpaneError(error) && [error.code, error.outcome]).toEqual([
        "order_not_payable",
        "not_sent",
      ]);
    }
    await shop.post(url, paidIn());
    await expect(shop.webhooks.createUrl(refill)).rejects.toMatchObject({ code: "order_not_payable" });
  });

  it.each<[string, object]>([
    ["no reference", { reference: "" }],
    ["no kind", { kind: "gift" }],
    ["no user", { userId: undefined }],
    ["a user of text", { userId: "7" }],
    ["no account", { paymentAccountId: undefined }],
    ["no amount", { amountMinor: undefined }],
    ["nothing", { amountMinor: 0 }],
    ["less than nothing", { amountMinor: -1 }],
    ["parts of a cent", { amountMinor: 0.5 }],
    ["text", { amountMinor: "2550" }],
    ["a currency that is none", { currency: "XXZ" }],
    ["no time", { expiresInDays: 0 }],
    ["too much time", { expiresInDays: 3_651 }],
  ])("is not created for %s", async (_, changes) => {
    const wrong = { ...refill, ...changes } as ExpectedMovement;
    await expect(openShop().webhooks.createUrl(wrong)).rejects.toMatchObject({
      code: "invalid_request",
    });
  });

  it("needs a receiver with secret, environment, URL and store", () => {
    for (const [options, words] of [
      [{ secret: undefined }, "secret is not set"],
      [{ secret: "short" }, "32 bytes"],
      [{ webhookUrl: undefined }, "webhookUrl is not set"],
      [{ webhookUrl: "http://shop.example.com/hook" }, "webhookUrl must be https"],
      [{ store: undefined }, "store"],
    ] as const) {
      expect(() => openShop(options as never)).toThrow(words);
    }
  });
});

describe("a test webhook", () => {
  it.each([
    ["none", signatures.none()],
    ["sha256-concat", signatures.sha256Concat({ secret: otherSecret })],
    ["hmac-sha256-body", signatures.hmacSha256Body({ secret: otherSecret })],
    ["standard-webhooks", signatures.standardWebhooks({ secret: otherSecret })],
  ])("contains the recorded values, in the gateway's format, signed by %s", async (_, signature) => {
    const shop = openShop({ signature });
    for (const expected of [refill, payment, account]) await shop.webhooks.createUrl(expected);
    const post = async (options: Parameters<typeof shop.webhooks.createTestNotification>[0]) => {
      const test = await shop.webhooks.createTestNotification(options);
      return (await shop.webhooks.handle(test.toRequest())).status;
    };
    expect(await post({ reference: "refill-1", status: "fail", code: "5051" })).toBe(200);
    expect(await post({ reference: "refill-1" })).toBe(200);
    expect(await post({ reference: "order-1", deliveryId: "delivery-1" })).toBe(200);
    expect(await post({ reference: "main", lowBalance: true, amountMinor: 5 })).toBe(200);
    expect(await post({ reference: "main", userId: 8 })).toBe(400);
    expect(await post({ reference: "nobody's" })).toBe(400);
    expect(shop.types()).toEqual([
      "wallet.refill.failed",
      "wallet.refill.succeeded",
      "wallet.payment.succeeded",
      "wallet.account.low",
    ]);
    expect(shop.codes()).toEqual(["wallet_wrong", "order_unknown"]);
  });

  it("works with the handlers of every framework", () => {
    expect(toNodeHandler(openShop().webhooks)).toBeTypeOf("function");
  });
});

describe.each(testDatabases)("on %s", (_, open) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database?.close());
  beforeEach(async () => {
    for (const table of ["cardpane_orders", "cardpane_claims", "effects"]) {
      await database.query(`delete from ${table}`);
    }
  });

  it("hundreds of duplicates to two processes have one effect each", async () => {
    const receiver = (store: NotificationStore<never>) =>
      createWalletNotifications<never>({
        secret,
        environment: "test",
        webhookUrl: "https://shop.example.com/wallet-webhook",
        store,
        onEvent: (event, tx) => database.insertEffect(tx, event),
        onRefused: () => undefined,
      });
    const receivers = [receiver(database.store), receiver(database.otherStore)];
    const urls = await Promise.all(
      [refill, payment, account].map((each) => receiver(database.store).createUrl(each)),
    );
    const bodies = [paidIn(), paidOut(), paidOut({ id: 31 })];
    const posts = Array.from({ length: 240 }, (__, index) => {
      const request = { method: "POST", body: JSON.stringify(bodies[index % 3]) };
      return receivers[index % 2]?.handle(new Request(urls[index % 3] ?? "", request));
    });
    const statuses = (await Promise.all(posts)).map((response) => response?.status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    const effects = await database.query("select reference, type from effects order by reference");
    expect(effects.map(({ reference, type }) => [reference, type])).toEqual([
      ["main", "wallet.account.moved"],
      ["order-1", "wallet.payment.succeeded"],
      ["refill-1", "wallet.refill.succeeded"],
    ]);
  });
});
