/**
 * The calls of three public PHP clients of live gateways, in their shapes: an empty object is `[]`, what is unknown is `null`, and
 * numbers may be text. What the sandbox refuses of them is a mistake of the client, or needs COMPATIBILITY=field.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import {
  demoMerchant,
  newConsumer,
  openGateway,
  type TestGateway,
  testCard,
  xhr,
} from "../testing/gateway.ts";
import { callsAs } from "../testing/wallet.ts";

type Body = Record<string, unknown>;
const url = { ipnUrl: "https://shop.test/ipn", redirectUrl: "https://shop.test/return" };
const named = { name: demoMerchant.sku };
const site = (price: Body[]) => ({ siteId: demoMerchant.siteId, price });
const monthly = site([{ offset: "30d", amount: "9.99", currency: "EUR", repeat: "true" }]);

/** The shopper as a server sends it that knows nothing of the browser. */
function serverShopper(rest: Body = {}): Body {
  const { externalId, email, firstName, lastName, ip } = newConsumer();
  return { externalId, email, firstName, lastName, ip, birthday: null, phone: null, ...rest };
}

describe.each(testDatabases)("public PHP clients on $name", (database) => {
  const gateways = {} as Record<"field" | "document", TestGateway>;
  beforeAll(async () => {
    gateways.field = await openGateway(database, { compatibility: "field" });
    gateways.document = await openGateway(database);
  });
  afterAll(() => Promise.all([gateways.field.close(), gateways.document.close()]));

  async function token(gateway: TestGateway) {
    return (await gateway.post("/tokenize", testCard, xhr)).json.token as string;
  }
  /** A consumer that has paid by card, and its saved card. */
  async function customer(gateway: TestGateway, rest: Body = {}) {
    const consumer = newConsumer();
    const source = { type: "card", ...testCard };
    const { json } = await gateway.pay({ paymentSource: source, sku: named, consumer, url, ...rest });
    const { payment } = json;
    return { consumer, payment, id: json.consumer.id, subscription: json.subscription };
  }

  describe("payments", () => {
    const payments: readonly [string, (gateway: TestGateway) => Promise<Body>, boolean][] = [
      [
        "a token, with metadata and e-mail options",
        async (gateway) => ({
          paymentSource: { type: "token", value: await token(gateway) },
          sku: site([{ amount: 12.5, currency: "EUR" }]),
          consumer: newConsumer(),
          url,
          metadata: { udf1: "order-7", udf2: null },
          emailOptions: { send: false },
        }),
        true,
      ],
      [
        "a SKU's name with a price",
        async () => ({
          paymentSource: { type: "card", ...testCard },
          sku: { ...named, price: [{ amount: 5, currency: "EUR" }] },
          consumer: newConsumer(),
          url,
        }),
        true,
      ],
      [
        "a saved card",
        async (gateway) => {
          const { consumer, payment } = await customer(gateway);
          const { paymentAccountId } = payment.source;
          return { paymentSource: { type: "paymentAccountId", paymentAccountId }, sku: named, consumer, url };
        },
        true,
      ],
      [
        "a saved card and its CVV",
        async (gateway) => {
          const { consumer, payment } = await customer(gateway);
          const { paymentAccountId } = payment.source;
          const paymentSource = { type: "paymentAccountIdWithCvv", paymentAccountId, cvv: "123" };
          return { paymentSource, sku: named, consumer, url };
        },
        true,
      ],
      [
        "the consumer",
        async (gateway) => {
          const { consumer, id } = await customer(gateway);
          return { paymentSource: { type: "consumer", value: id }, sku: named, consumer, url };
        },
        true,
      ],
      [
        "SEPA",
        async () => ({
          paymentSource: { type: "sepa", iban: "DE89370400440532013000" },
          sku: named,
          consumer: newConsumer(),
          url,
        }),
        true,
      ],
      [
        "a SKU's name, an empty price and an address",
        async () => ({
          paymentSource: { type: "card", ...testCard },
          sku: { ...named, price: [], url: "https://shop.test/product" },
          consumer: newConsumer(),
          url,
        }),
        false,
      ],
      [
        "a card, without a field of the browser",
        async () => ({
          paymentSource: { type: "card", ...testCard },
          sku: named,
          consumer: serverShopper(),
          url,
        }),
        false,
      ],
      [
        "a card, without the time zone of a shopper in UTC",
        async () => {
          const { browserTimezone: _, ...consumer } = newConsumer();
          return { paymentSource: { type: "card", ...testCard }, sku: named, consumer, url };
        },
        false,
      ],
      [
        "a token with a merchant account, and an IPv6 address",
        async (gateway) => ({
          paymentSource: { type: "token", value: await token(gateway), mid: "account-1" },
          sku: named,
          consumer: { ...newConsumer(), ip: "2001:db8::1234:5678:9abc" },
          url,
        }),
        false,
      ],
      [
        "an offset of five digits",
        async () => ({
          paymentSource: { type: "card", ...testCard },
          sku: site([
            { amount: 5, currency: "EUR" },
            { offset: "10000d", amount: 5, currency: "EUR", repeat: true },
          ]),
          consumer: newConsumer(),
          url,
        }),
        false,
      ],
      [
        "Apple Pay's token as the phone made it",
        async () => ({
          paymentSource: { type: "applePay", token: { paymentData: { version: "EC_v1", data: "eA==" } } },
          sku: named,
          consumer: newConsumer(),
          url,
        }),
        true,
      ],
      [
        "numbers as text, null for what is unknown, and lists for what is empty",
        async (gateway) => ({
          paymentSource: { type: "token", value: await token(gateway), "3ds": "1", emulateCode: null },
          sku: site([{ amount: "12.50", currency: "EUR", repeat: "false" }]),
          consumer: {
            ...newConsumer(),
            browserColorDepth: "24",
            browserScreenHeight: "1080",
            browserScreenWidth: "1920",
            browserJavaEnabled: "0",
            phone: null,
            state: null,
          },
          url,
          metadata: [],
          emailOptions: [],
          partialApproval: [],
        }),
        false,
      ],
    ];

    it.each(payments)("by %s", async (_, make, isOfDocument) => {
      const answer = await gateways.field.pay(await make(gateways.field));
      expect([answer.status, answer.json.errors, answer.json.payment?.status]).toEqual([
        200,
        undefined,
        "success",
      ]);
      const strict = await gateways.document.pay(await make(gateways.document));
      expect(strict.status).toBe(isOfDocument ? 201 : 400);
    });

    it.each([
      "sofortbanking",
      "giropay",
      "ideal",
      "przelewy24",
      "bancontact",
      "eps",
      "mybank",
      "paysafecard",
      "pix",
    ])("by %s, from a server that knows nothing of the browser", async (type) => {
      const paymentSource = { type, ...(type === "pix" && { cpf: "12345678901" }) };
      const consumer = serverShopper(type === "pix" ? { cpf: "12345678901" } : {});
      const { status, json } = await gateways.field.pay({ paymentSource, sku: named, consumer, url });
      expect([status, json.payment?.status, json.payment?.action]).toEqual([200, "pending", "redirect"]);
    });

    it("by onlinebanking with the digits of a card as text", async () => {
      const paymentSource = { type: "onlinebanking", bin: "424242" };
      const { status } = await gateways.field.pay({
        paymentSource,
        sku: named,
        consumer: newConsumer(),
        url,
      });
      expect(status).toBe(200);
    });

    it("with a blank in a phone number are refused: no gateway dials it", async () => {
      const consumer = { ...newConsumer(), phone: "+49 30 123456" };
      const paymentSource = { type: "card", ...testCard };
      const { status, json } = await gateways.field.pay({ paymentSource, sku: named, consumer, url });
      expect([status, Object.keys(json.errors)]).toEqual([400, ["consumer.phone"]]);
    });
  });

  describe.each(["field", "document"] as const)(
    "operations beyond the document, COMPATIBILITY=%s",
    (compatibility) => {
      let gateway: TestGateway;
      beforeEach(() => {
        gateway = gateways[compatibility];
      });
      const isField = compatibility === "field";
      /** A PUT or POST as the SDK sends it: JSON, whatever the payload. */
      const send = (method: "POST" | "PUT", path: string, body: string) =>
        gateway.request(path, {
          method,
          headers: { Authorization: demoMerchant.apiKey, "Content-Type": "application/json" },
          body,
        });
      const get = (path: string) => callsAs(gateway)("GET", path);
      const subscribed = async () => {
        const price = [{ offset: "30d", amount: 9.99, currency: "EUR", repeat: true }];
        return (await customer(gateway, { sku: site(price) })).subscription.id as string;
      };

      it("return a part of a payment, then the rest, and then nothing more", async () => {
        const { payment } = await customer(gateway);
        const path = `/payment/${payment.transactionId}/credit`;
        const part = await send("POST", path, '{"reason":"Returned","amount":4.9}');
        expect([part.status, part.json.payment.amount, part.json.payment.code]).toEqual(
          isField ? [200, 4.9, 0] : [201, 4.9, "0"],
        );
        expect((await send("POST", path, '{"reason":"Returned"}')).json.payment.amount).toBe(20);
        expect((await send("POST", path, '{"reason":"Returned"}')).status).toBe(400);
      });

      it("show, change, cancel and recover a subscription, the last two with an empty list", async () => {
        const id = await subscribed();
        const path = `/subscription/${id}`;
        expect((await get(path)).json.id).toBe(isField ? Number(id) : String(id));
        const price = '{"price":[{"offset":"30d","amount":5,"currency":"EUR","repeat":true}]}';
        expect((await send("PUT", path, price)).status).toBe(200);
        expect((await send("PUT", `${path}/cancel`, "[]")).json).toMatchObject({ status: "canceled" });
        expect((await send("PUT", `${path}/recover`, "[]")).json).toMatchObject({ status: "active" });
      });

      it("cancel a subscription without a body", async () => {
        const path = `/subscription/${await subscribed()}/cancel`;
        const canceled = await gateway.request(path, {
          method: "PUT",
          headers: { Authorization: demoMerchant.apiKey },
        });
        expect(canceled.json).toMatchObject({ status: "canceled" });
      });

      it("disable and enable a saved card with an empty list, and list the cards and senders", async () => {
        const { id, payment } = await customer(gateway);
        const path = `/paymentAccount/${payment.source.paymentAccountId}`;
        const cards = async () => (await get(`/consumer/${id}/paymentAccounts`)).json;
        const { status, json } = await send("POST", `${path}/disable`, "[]");
        // The public SDK declares text, and throws on anything else.
        expect([status, json]).toEqual([200, isField ? "" : expect.objectContaining({ disabled: true })]);
        expect(await cards()).toMatchObject([{ disabled: true }]);
        expect((await send("POST", `${path}/enable`, "[]")).status).toBe(200);
        expect(await cards()).toMatchObject([{ disabled: false }]);
        expect((await get("/ips")).json).toEqual(["203.0.113.7"]);
      });
    },
  );

  it("subscribe with a price as text", async () => {
    const { subscription } = await customer(gateways.field, { sku: monthly });
    expect(subscription).toMatchObject({ status: "active", cycle: 0 });
  });
});
