/** COMPATIBILITY=field: the requests, responses and behaviour of live gateways where they differ from the document. */
import { paymentResult } from "@cardpane/gateway";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { isNightly, testDatabases } from "../testing/databases.ts";
import {
  type Answered,
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  siteSku,
  type TestGateway,
  testCard,
  xhr,
} from "../testing/gateway.ts";
import { newWallet } from "../testing/money.ts";
import { callsAs } from "../testing/wallet.ts";

const dayMs = 24 * 60 * 60 * 1000;
type Body = Record<string, unknown>;
const named = (price: unknown) => ({ name: demoMerchant.sku, price });
/** `payment.test.ts` tries the ones that are not text. */
const repeatsOfEitherType = [
  ["1", [0, 30]],
  [0, [0]],
  [false, [0]],
  [true, [0, 30, 60, 90]],
] as const;

describe.each(testDatabases)("a sandbox with COMPATIBILITY=field on $name", (database) => {
  let gateway: TestGateway;
  let strict: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database, { compatibility: "field" });
    strict = await openGateway(database);
  });
  beforeEach(async () => {
    // Otherwise, payments of an earlier test would be confirmed while this one moves the clock.
    await gateway.runDue();
    await gateway.admin("/merchants/1001/reset", {});
    gateway.received.length = 0;
  });
  afterAll(async () => {
    await gateway.close();
    await strict.close();
  });

  const { url, sku, ...bare } = cardPayment() as { url: object; sku: object } & Body;
  const token = async (of: TestGateway) => (await of.post("/tokenize", testCard, xhr)).json.token as string;

  /** The payments of three public shops, each with fields that the document does not have. */
  const shops: readonly [string, (of: TestGateway) => Promise<Body>, readonly string[]][] = [
    [
      "the browser's numbers as text, no addresses, and a merchant account with a token",
      async (of) => ({
        paymentSource: { type: "token", value: await token(of), mid: "my-account" },
        sku,
        consumer: {
          ...newConsumer(),
          browserColorDepth: "24",
          browserScreenHeight: "1080",
          browserScreenWidth: "1920",
          browserJavaEnabled: "false",
        },
      }),
      [
        ...["consumer.browserColorDepth", "consumer.browserJavaEnabled", "consumer.browserScreenHeight"],
        ...["consumer.browserScreenWidth", "paymentSource.mid", "url"],
      ],
    ],
    [
      "an empty price beside a SKU's name, an address in the SKU, and 3ds at the consumer",
      async () => ({
        ...bare,
        consumer: { ...newConsumer(), "3ds": false, state: null },
        sku: { name: demoMerchant.sku, price: [], url: "https://shop.test/product" },
        url,
      }),
      ["consumer.3ds", "consumer.state", "sku.price", "sku.url"],
    ],
    [
      "Apple Pay's token as an object, an offset of five digits, an IPv6 address, and fields that nobody knows",
      async () => ({
        paymentSource: {
          type: "applePay",
          token: { paymentData: { data: "x".repeat(900), version: "EC_v1" } },
        },
        sku: {
          siteId: demoMerchant.siteId,
          price: [
            { amount: "5.50", currency: "EUR" },
            { amount: 1, currency: "EUR", offset: "36500d" },
          ],
        },
        consumer: { ...newConsumer(), ip: "2001:db8:1234:5678:9abc:def0:1234:5678" },
        url: { ...url, cancelUrl: "https://shop.test/cancel" },
        language: "de",
      }),
      [...["consumer.ip", "language", "sku.price.0.amount", "sku.price.1.offset"], "url.cancelUrl"],
    ],
  ];
  it.each(shops)("accepts a payment with %s, which the document refuses", async (_, make, refused) => {
    const { status, json } = await gateway.pay(await make(gateway));
    expect([status, json.errors, json.payment?.status]).toEqual([200, undefined, "success"]);
    const other = await strict.pay(await make(strict));
    expect([other.status, Object.keys(other.json.errors ?? {}).sort()]).toEqual([400, [...refused]]);
  });

  it("accepts a merchant account and a 3D Secure switch with every stored source, which the document refuses", async () => {
    for (const of of [gateway, strict]) {
      const consumer = newConsumer();
      const { json } = await of.pay(cardPayment({}, { consumer }));
      const { paymentAccountId } = json.payment.source;
      const sources = [
        { type: "paymentAccountId", paymentAccountId },
        { type: "paymentAccountIdWithCvv", paymentAccountId, cvv: "123" },
        { type: "consumer", value: json.consumer.id },
      ];
      for (const source of sources) {
        const answer = await of.pay(
          paymentFrom({ ...source, mid: "my-account", "3ds": false }, { consumer }),
        );
        expect([answer.status, Object.keys(answer.json.errors ?? {}).sort()]).toEqual(
          of === gateway ? [200, []] : [400, ["paymentSource.3ds", "paymentSource.mid"]],
        );
      }
    }
  });

  it.each([
    [
      "a card number with a letter",
      { paymentSource: { type: "card", ...testCard, number: "42424242424242x2" } },
      "paymentSource.number",
    ],
    ["a negative amount", { sku: siteSku(-1) }, "sku.price.0.amount"],
    ["no consumer", { consumer: undefined }, "consumer"],
    ["an address that is none", { url: { ipnUrl: "nowhere" } }, "url.ipnUrl"],
    ["text in place of the addresses", { url: "x" }, "url"],
    ["a source that nobody knows", { paymentSource: { type: "cheque" } }, "paymentSource.type"],
    [
      "text for a number that is none",
      { consumer: { ...newConsumer(), browserColorDepth: "many" } },
      "consumer.browserColorDepth",
    ],
    [
      "a wrong price beside a SKU's name",
      { sku: named([{ amount: "1,50", currency: "EUR" }]) },
      "sku.price.0.amount",
    ],
    ["a price that is no list beside a SKU's name", { sku: named({ amount: 5 }) }, "sku.price"],
    ["no price and no SKU", { sku: { siteId: demoMerchant.siteId, price: [] } }, "sku.price"],
  ] as const)("still refuses %s, by its field", async (_, rest, path) => {
    const { status, json } = await gateway.pay({ ...cardPayment(), ...rest });
    expect([status, Object.keys(json.errors)]).toEqual([400, [path]]);
  });

  const { sku: name, siteId } = demoMerchant;
  it.each([
    [{ siteId, name, price: [] }, 24.9],
    [{ siteId, name, price: null }, 24.9],
    [{ siteId, name }, 24.9],
    [{ siteId: null, name }, 24.9],
    [{ name, price: null }, 24.9],
    [{ siteId: null, name, price: [{ amount: 3, currency: "EUR" }] }, 3],
    [{ siteId, name: null, price: [{ amount: 3, currency: "EUR" }] }, 3],
  ])(
    "takes the price of the SKU %j, which is the named one's own if the request has none",
    async (product, amount) => {
      const { status, json } = await gateway.pay({ ...cardPayment(), sku: product });
      expect([status, json.payment?.amount]).toEqual([200, amount]);
    },
  );

  it("sends a shopper whose payment has no addresses to its own page, and sends no notification", async () => {
    const { json } = await gateway.pay({
      ...bare,
      sku,
      consumer: newConsumer(),
      paymentSource: { type: "ideal" },
    });
    const { pathname } = new URL(json.payment.url);
    const answer = await gateway.request(pathname, { method: "POST", body: "answer=paid" });
    expect(new URL(answer.headers.get("Location") ?? "").pathname).toBe("/");
    await gateway.runDue();
    expect(gateway.received).toEqual([]);
  });

  it.each(["/tokenize", "/tokenizeWithPaymentAccountId"])("%s requires X-Requested-With", async (path) => {
    const refused = { "X-Requested-With": "must be XMLHttpRequest (COMPATIBILITY=field)" };
    expect((await gateway.post(path, testCard)).json.errors).toEqual(refused);
    expect((await gateway.post(path, testCard, { "X-Requested-With": "fetch" })).json.errors).toEqual(
      refused,
    );
    expect((await gateway.post(path, testCard, xhr)).json.errors ?? {}).not.toHaveProperty(
      "X-Requested-With",
    );
    expect((await strict.post(path, testCard)).json.errors ?? {}).not.toHaveProperty("X-Requested-With");
  });

  it("answers with the fields and types of live gateways, and the same outcome", async () => {
    const { json } = await gateway.pay(cardPayment({ number: "378282246310005", cvv: "1234" }));
    expect(json).toEqual({
      payment: {
        code: "0",
        codeCategory: 0,
        description: "Success",
        action: "charge",
        mode: "sale",
        status: "success",
        amount: 24.9,
        currency: "EUR",
        amountUsd: 26.89,
        vat: { amount: 0, amountUsd: 0 },
        orderId: expect.any(String),
        transactionId: expect.any(String),
        descriptor: "CARDPANE SANDBOX",
        apiPaymentSource: "card",
        source: {
          method: "card",
          number: "378282****0005",
          brand: "american-express",
          expirationMonth: 12,
          expirationYear: 30,
          paymentAccountId: expect.any(String),
          disabled: false,
        },
        timestamp: { dateTime: "2026-06-15 12:00:00", timezone: "+00:00", unixTime: 1_781_524_800 },
      },
      consumer: expect.objectContaining({
        groupId: null,
        birthday: null,
        blocked: false,
        username: json.consumer.externalId,
      }),
      metadata: [],
    });
    // A client that follows only the document cannot parse it: this mode exists to test that.
    expect(paymentResult.safeParse(json).success).toBe(false);
  });

  it("notifies with numbers where the document has text, and without a top-level timestamp", async () => {
    const { json } = await gateway.pay(cardPayment({ emulateCode: "5082" }));
    await gateway.runDue();
    const [notification] = gateway.received.map((one) => one.json);
    expect(notification.payment).toMatchObject({
      code: 5082,
      codeCategory: 5,
      status: "fail",
      transactionId: json.payment.transactionId,
    });
    expect(notification.payment.timestamp.unixTime).toEqual(expect.any(Number));
    expect([notification.consumer.id, notification.timestamp, notification.metadata]).toEqual([
      Number(json.consumer.id),
      undefined,
      [],
    ]);
  });

  it.each([
    ["DE89370400440532013000", "DE8937****3000", "DEU"],
    ["TR330006100519786457841326", "TR3300****1326", "TUR"],
  ])("writes the country of a bank in three letters: %s", async (iban, number, bankCountry) => {
    const { json } = await gateway.pay(paymentFrom({ type: "sepa", iban }));
    expect(json.payment.source).toMatchObject({ number, bankCountry });
  });

  it("marks a payment with an emulated code as a test, declined or not", async () => {
    for (const emulateCode of ["1001", "5051"]) {
      expect((await gateway.pay(cardPayment({ emulateCode }))).json.payment.mode).toBe("test");
    }
    expect((await gateway.pay(cardPayment())).json.payment.mode).toBe("sale");
    expect((await strict.pay(cardPayment({ emulateCode: "5051" }))).json.payment.mode).toBe("sale");
  });

  it("returns to the shop with its own names in the query", async () => {
    const { json } = await gateway.pay(
      paymentFrom({ type: "ideal" }, { url: { ...url, redirectUrl: "https://shop.test/return?a=b" } }),
    );
    const answer = await gateway.request(new URL(json.payment.url).pathname, {
      method: "POST",
      body: "answer=failed&code=5222",
    });
    const back = new URL(answer.headers.get("Location") ?? "");
    expect(Object.fromEntries(back.searchParams)).toEqual({
      a: "b",
      order_id: json.payment.orderId,
      consumer_id: json.consumer.id,
      is_approved: "0",
      ustas: "0",
      sh: expect.stringMatching(/^[0-9a-f]{32}$/),
      cb_code: "5222",
      cb_transaction_id: json.payment.transactionId,
    });
  });

  it("accepts at other operations what it accepts at a payment: IPv6 addresses, tokens as objects, text for numbers", async () => {
    const consumer = { ...newConsumer(), ip: "2001:db8:1234:5678:9abc:def0:1234:5678" };
    const price = { amount: 1, currency: "EUR" };
    const answers = async (of: TestGateway) => {
      const monthly = { siteId: demoMerchant.siteId, price: [{ ...price, offset: "30d", repeat: true }] };
      const paid = await of.pay(cardPayment({}, { sku: monthly }));
      const changed = await callsAs(of)("PUT", `/subscription/${paid.json.subscription.id}/paymentAccount`, {
        paymentSource: { type: "applePay", token: { data: "x".repeat(900) } },
        consumer: { ...consumer, id: paid.json.consumer.id },
      });
      const wallet = await newWallet(of);
      const account = await wallet.account();
      const refilled = await wallet.call("POST", `/api/v1/payment-account/${account}/refill`, {
        name: "Top up",
        amount: 25,
        consumer: { ip: consumer.ip },
        metadata: { isCover: "true", amountMods: [{ amount: "1", title: "Fee" }], mine: "7" },
      });
      return [changed, refilled].map(({ status, json }) => [
        status,
        ...Object.keys(json.errors ?? {}).sort(),
      ]);
    };
    expect(await answers(gateway)).toEqual([[200], [201]]);
    expect(await answers(strict)).toEqual([
      [400, "consumer.ip"],
      [400, "consumer.ip", "metadata.amountMods.0.amount", "metadata.isCover"],
    ]);
  });

  it("refuses a card number that lost digits because it was sent as a JSON number", async () => {
    const tokenized = (number: number) => gateway.post("/tokenize", { ...testCard, number }, xhr);
    expect((await tokenized(4_242_424_242_424_242)).status).toBe(201);
    // biome-ignore lint/correctness/noPrecisionLoss: that is the subject.
    expect((await tokenized(4_242_424_242_424_242_429)).status).toBe(400);
  });

  it("returns from a refill of a wallet with the same names, and books it as in document mode", async () => {
    const wallet = await newWallet(gateway);
    const account = await wallet.account();
    const { json } = await wallet.call("POST", `/api/v1/payment-account/${account}/refill`, {
      name: "Top up",
      amount: 25,
      consumer: newConsumer(),
      redirectUrl: "https://shop.test/back?a=1",
    });
    const page = new URL(json.url).pathname;
    await gateway.request(page, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: String(
        new URLSearchParams({ payment: JSON.stringify({ token: await token(gateway), device: {} }) }),
      ),
    });
    const back = new URL((await gateway.request(page)).headers.get("Location") ?? "");
    const [income] = (await wallet.list()).json.data;
    expect(Object.fromEntries(back.searchParams)).toEqual({
      a: "1",
      order_id: expect.any(String),
      consumer_id: String(wallet.clientId),
      is_approved: "1",
      ustas: "1",
      sh: expect.stringMatching(/^[0-9a-f]{32}$/),
      cb_code: "0",
      cb_transaction_id: String(income.id),
    });
    expect(income).toMatchObject({ subtype: "refill", status: "success", code: "0", price: 25, balance: 25 });
    expect(await wallet.balance(account)).toBe(25);
  });

  const rule = async (body: Body) =>
    (await gateway.admin("/rules", { merchant: demoMerchant.merchantId, ...body })).json.id as number;
  const credit = (id: string, body: Body = {}): Promise<Answered> =>
    callsAs(gateway)("POST", `/payment/${id}/credit`, { reason: "Sent back", ...body });
  const notifications = () =>
    gateway.received.map(({ json: { payment } }) => [
      payment.mode,
      payment.status,
      payment.parentTransactionId,
      payment.amount,
    ]);

  describe("an authorization", () => {
    async function authorized(days?: number): Promise<Answered["json"]["payment"]> {
      await rule({ effect: { type: "auth", ...(days !== undefined && { settleAfterDays: days }) } });
      const { json } = await gateway.pay(cardPayment());
      expect(json.payment).toMatchObject({ mode: "auth", status: "success", amount: 24.9 });
      return json.payment;
    }

    it("is settled on the clock, as a separate transaction, which can be refunded", async () => {
      const { transactionId, orderId } = await authorized(2);
      await gateway.advance(2 * dayMs - 1);
      expect(notifications()).toEqual([["auth", "success", undefined, 24.9]]);
      const events = await gateway.advance(1);
      expect(events.filter(({ kind }) => kind === "settled")).toMatchObject([{ orderId, status: "success" }]);
      expect(notifications()[1]).toEqual(["settle", "success", transactionId, 24.9]);
      const settlement = gateway.received[1]?.json.payment;
      expect(settlement.orderId).toBe(orderId);
      expect((await credit(transactionId)).json.errors).toEqual({
        id: "is an authorization that is settled: credit the settlement",
      });
      expect((await credit(settlement.transactionId, { amount: 4.9 })).json.payment).toMatchObject({
        mode: "refund",
        amount: 4.9,
        parentTransactionId: settlement.transactionId,
      });
    });

    it("can be voided as a whole before settlement, and is then never settled", async () => {
      const { transactionId } = await authorized();
      expect(Object.keys((await credit(transactionId, { amount: 1 })).json.errors)).toEqual(["amount"]);
      expect((await credit(transactionId)).json.payment).toMatchObject({
        mode: "void",
        status: "success",
        amount: 24.9,
      });
      await gateway.advance(5 * dayMs);
      expect(notifications().map(([mode]) => mode)).toEqual(["auth", "void"]);
    });

    it("that is declined is not an authorization, and the rule's use is kept for the next one", async () => {
      const id = await rule({ effect: { type: "auth" } });
      expect((await gateway.pay(cardPayment({ number: "4000000000000002" }))).json.payment.mode).toBe("sale");
      expect((await gateway.admin("/rules?merchant=1001")).json.data).toMatchObject([{ id, remaining: 1 }]);
      await gateway.admin(`/rules/${id}`, undefined, "DELETE");
    });
  });

  describe("a bank's payment", () => {
    async function paid(source: Body = { type: "ideal" }): Promise<Answered["json"]["payment"]> {
      const { json } = await gateway.pay(paymentFrom(source));
      if (json.payment.status === "pending") {
        await gateway.request(new URL(json.payment.url).pathname, { method: "POST", body: "answer=paid" });
      }
      return json.payment;
    }

    it.each([{ type: "ideal" }, { type: "sepa", iban: "DE89370400440532013000" }])(
      "by %j is confirmed three days later, by the same transaction",
      async (source) => {
        const { transactionId } = await paid(source);
        await gateway.advance(3 * dayMs - 1);
        expect(notifications()).toHaveLength(1);
        await gateway.advance(1);
        expect(notifications().map(([, status]) => status)).toEqual(["success", "confirmed"]);
        // Without a code, and with the amount as text: both were observed, and neither changes the meaning.
        const [first, second] = gateway.received.map(({ json }) => json.payment);
        expect([first.code, first.amount, second.code, second.amount]).toEqual([0, 24.9, undefined, "24.9"]);
        expect(second).not.toHaveProperty("codeCategory");
        expect(gateway.received.map(({ json }) => json.payment.transactionId)).toEqual([
          transactionId,
          transactionId,
        ]);
      },
    );

    it("may fail three days later by a rule: the shop is notified, and no money is returned", async () => {
      await rule({ match: { path: "/payment/confirmation" }, effect: { type: "outcome", code: "5300" } });
      const { transactionId } = await paid();
      const events = await gateway.advance(3 * dayMs);
      expect(events.filter(({ kind }) => kind === "settled")).toMatchObject([
        { transactionId, status: "fail", code: "5300" },
      ]);
      expect(gateway.received.map(({ json }) => [json.payment.status, json.payment.code])).toEqual([
        ["success", 0],
        ["fail", 5300],
      ]);
      expect((await credit(transactionId)).json.errors).toEqual({ id: "is a payment that did not succeed" });
    });

    it("is confirmed after a partial refund, and a card payment is not confirmed", async () => {
      const id = await rule({
        match: { path: "/payment/confirmation" },
        effect: { type: "outcome", code: "5300" },
      });
      const { transactionId } = await paid();
      await credit(transactionId, { amount: 1 });
      await gateway.pay(cardPayment());
      gateway.received.length = 0;
      await gateway.advance(4 * dayMs);
      expect(
        notifications().filter(([mode, status]) => mode === "sale" && status !== "success"),
      ).toMatchObject([["sale", "confirmed", undefined, "24.9"]]);
      await gateway.admin(`/rules/${id}`, undefined, "DELETE");
    });

    it("that starts a subscription and finally fails ends it", async () => {
      await rule({ match: { path: "/payment/confirmation" }, effect: { type: "outcome", code: "5300" } });
      const price = [{ amount: 9, currency: "EUR", repeat: true }];
      const { json } = await gateway.pay(
        paymentFrom(
          { type: "sepa", iban: "DE89370400440532013000" },
          { sku: { siteId: demoMerchant.siteId, price } },
        ),
      );
      await gateway.advance(40 * dayMs);
      expect(gateway.received.map(({ json: one }) => one.payment.status)).toEqual(["success", "fail"]);
      const shown = await callsAs(gateway)("GET", `/subscription/${json.subscription.id}`);
      expect(shown.json.status).toBe("canceled");
    });
  });

  it.each([
    [1, [0, 30]],
    ["2", [0, 30, 60]],
    ["false", [0]],
    ["true", [0, 30, 60, 90]],
    ...(isNightly ? repeatsOfEitherType : []),
  ] as const)("repeats a price with repeat %j as often as given", async (repeat, days) => {
    const start = (await gateway.runtime.clock.now()).getTime();
    const price = [{ amount: 9, currency: "EUR", repeat }];
    await gateway.pay(cardPayment({ expirationYear: "60" }, { sku: { siteId: demoMerchant.siteId, price } }));
    const events = await gateway.advance(95 * dayMs);
    const charged = events.filter(({ kind }) => kind === "charged");
    expect(charged.map(({ at }) => (at.getTime() - start) / dayMs)).toEqual(days.slice(1));
  });

  describe("a chargeback", () => {
    const chargeBack = (id: string, body: Body = {}, of = gateway) =>
      of.admin(`/payments/${id}/chargeback`, body);

    it("is a separate transaction, notified at each stage, and its money cannot be returned again", async () => {
      const { json } = await gateway.pay(cardPayment());
      const { transactionId } = json.payment;
      await gateway.runDue();
      gateway.received.length = 0;
      const first = await chargeBack(transactionId, { stage: "retrieved", amount: 20 });
      expect([first.status, first.json]).toMatchObject([
        201,
        { mode: "chargeback", parentTransactionId: transactionId },
      ]);
      const second = await chargeBack(transactionId, { stage: "represented" });
      expect(second.json.transactionId).toBe(first.json.transactionId);
      await gateway.runDue();
      expect(notifications()).toEqual([
        ["chargeback", "retrieved", transactionId, 20],
        ["chargeback", "represented", transactionId, 20],
      ]);
      expect(gateway.received[0]?.json.payment.action).toBe("chargeback");
      expect((await credit(transactionId, { amount: 5 })).status).toBe(400);
      expect((await credit(transactionId)).json.payment.amount).toBe(4.9);
    });

    it.each([
      ["more than is left", { amount: 24.91 }, "amount"],
      ["a third decimal", { amount: 1.001 }, "amount"],
      ["a stage that nobody knows", { stage: "won" }, "stage"],
    ])("of %s is refused", async (_, body, path) => {
      const { json } = await gateway.pay(cardPayment());
      const { status, json: refused } = await chargeBack(json.payment.transactionId, body);
      expect([status, Object.keys(refused.errors)]).toEqual([400, [path]]);
    });

    it("of an authorization is refused, and the authorization is then settled in full", async () => {
      await rule({ effect: { type: "auth" } });
      const { json } = await gateway.pay(cardPayment());
      expect(json.payment.mode).toBe("auth");
      for (const body of [{}, { amount: 5 }]) {
        const { status, json: refused } = await chargeBack(json.payment.transactionId, body);
        expect([status, refused.errors]).toEqual([
          400,
          { id: "is an authorization: charge its settlement back" },
        ]);
      }
      await gateway.advance(2 * dayMs);
      const { payment } = gateway.received.at(-1)?.json ?? {};
      expect([payment.mode, payment.amount]).toEqual(["settle", 24.9]);
      expect((await chargeBack(payment.transactionId, { amount: 5 })).status).toBe(201);
    });

    it("of an unknown payment is 404, of a declined one 400, and the document has no chargebacks", async () => {
      expect((await chargeBack("500999999")).status).toBe(404);
      expect((await chargeBack("x")).status).toBe(404);
      const declined = await gateway.pay(cardPayment({ number: "4000000000000002" }));
      expect(Object.keys((await chargeBack(declined.json.payment.transactionId)).json.errors)).toEqual([
        "id",
      ]);
      const paid = await strict.pay(cardPayment());
      const refused = await chargeBack(paid.json.payment.transactionId, {}, strict);
      expect([refused.status, Object.keys(refused.json.errors)]).toEqual([400, ["compatibility"]]);
    });
  });

  it("sends a notice without a payment when a subscription is canceled or recovered", async () => {
    const price = [{ amount: 9, currency: "EUR", repeat: true }];
    const { json } = await gateway.pay(
      cardPayment({ expirationYear: "60" }, { sku: { siteId: demoMerchant.siteId, price } }),
    );
    await gateway.runDue();
    gateway.received.length = 0;
    const put = (path: string, body?: Body) =>
      callsAs(gateway)("PUT", `/subscription/${json.subscription.id}/${path}`, body);
    await put("cancel");
    await put("recover");
    await put("cancel", { keepActiveUntilNextRebill: true });
    await gateway.advance(40 * dayMs);
    expect(gateway.received.map((one) => one.json.type)).toEqual(["cancel", "recover", "cancel"]);
    expect(gateway.received[0]?.json).toEqual({
      type: "cancel",
      skuName: null,
      siteId: demoMerchant.siteId,
      consumerId: json.consumer.id,
      eventTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    });
  });

  it("shows its compatibility on its home page", async () => {
    expect((await gateway.request("/")).text).toContain("COMPATIBILITY=field");
    expect((await strict.request("/")).text).toContain("COMPATIBILITY=document");
  });
});
