import { type PaymentCode, paymentCodes, paymentResult, successCodes } from "@cardpane/gateway";
import { cardForCode, testCards } from "@cardpane/gateway/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compatibilities } from "../compatibility/compatibility.ts";
import { isNightly, testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  siteSku,
  type TestGateway,
  testCard,
  xhr,
} from "../testing/gateway.ts";

const codes = Object.keys(paymentCodes) as PaymentCode[];
/** `npm test` tries a twelfth: the card of each code is tried by packages/gateway, and what becomes of a code does not depend on it. */
const tried = codes.filter((_, index) => isNightly || index % 12 === 0);
const statusOf = (code: string) => (Object.hasOwn(successCodes, code) ? "success" : "fail");

const sandboxes = testDatabases.flatMap((database) =>
  compatibilities
    .filter((compatibility) => isNightly || compatibility === "document")
    .map((compatibility) => ({ ...database, compatibility })),
);

describe.each(sandboxes)(
  "POST /payment on $name, COMPATIBILITY=$compatibility",
  ({ compatibility, ...database }) => {
    let gateway: TestGateway;
    const isDocument = compatibility === "document";
    beforeAll(async () => {
      gateway = await openGateway(database, { compatibility });
    });
    afterAll(() => gateway.close());

    it("returns metadata in the order in which they were sent, and empty ones where none were sent", async () => {
      const deepest = Array.from({ length: 30 }).reduce((inner) => [inner], "as deep as the contract allows");
      const metadata = { zone: 1, udf2: "b", udf1: "a", basket: { weight: 2, apples: [deepest] } };
      const { json } = await gateway.pay(cardPayment({}, { metadata }));
      const sent = JSON.stringify(metadata);
      expect(JSON.stringify(json.metadata)).toBe(sent);
      await gateway.runDue();
      expect(JSON.stringify(gateway.received.at(-1)?.json.metadata)).toBe(sent);
      expect((await gateway.pay(cardPayment())).json.metadata).toEqual(isDocument ? {} : []);
    });

    it.runIf(isDocument)("answers a successful payment as in the interface's schema", async () => {
      const consumer = newConsumer();
      const { status, json } = await gateway.pay(
        cardPayment({}, { consumer, metadata: { udf1: "a", basket: [1, { gift: true }] } }),
      );
      expect(status).toBe(isDocument ? 201 : 200);
      expect(paymentResult.safeParse(json).error).toBeUndefined();
      expect(json).toEqual({
        payment: {
          code: "0",
          description: "Success",
          action: "charge",
          mode: "sale",
          status: "success",
          amount: 24.9,
          currency: "EUR",
          amountUsd: 26.89,
          orderId: expect.stringMatching(/^\d{9,}$/),
          transactionId: expect.stringMatching(/^\d{9,}$/),
          descriptor: "CARDPANE SANDBOX",
          source: {
            method: "card",
            number: "424242******4242",
            brand: "visa",
            expirationMonth: "12",
            expirationYear: "30",
            paymentAccountId: expect.stringMatching(/^[0-9a-f-]{36}$/),
            disabled: false,
          },
        },
        consumer: {
          id: expect.stringMatching(/^\d{9,}$/),
          externalId: consumer["externalId"],
          email: consumer["email"],
          firstName: "Ada",
          lastName: "Example",
        },
        metadata: { udf1: "a", basket: [1, { gift: true }] },
        timestamp: { dateTime: "2026-06-15T12:00:00.000Z", timezone: "+00:00", unixTime: "1781524800" },
      });
    });

    it.each(tried)("ends with %s for the test card of that code", async (code) => {
      const { status, json } = await gateway.pay(cardPayment({ number: cardForCode(code) }));
      expect(status).toBe(isDocument ? 201 : 200);
      expect(json.payment).toMatchObject({ code, status: statusOf(code), description: paymentCodes[code] });
    });

    const numbers = ["4242424242424242", "4000000000002503", "4000000000009995", "4242424242424241"] as const;
    // "0" has one character and `emulateCode` needs at least four, so it cannot be emulated.
    const emulated = tried
      .filter((code) => code !== "0")
      .flatMap((code, index) => {
        // Neither the code nor the card changes the effect of the other: one code is enough to try all cards.
        const cards = isNightly || index === 0 ? numbers : numbers.slice(0, 1);
        return cards.map((number) => [code, number] as const);
      });
    it.each(emulated)("ends with %s by emulateCode, whatever the card: %s", async (code, number) => {
      const { json } = await gateway.pay(cardPayment({ number, emulateCode: code }));
      expect(json.payment).toMatchObject({ code, status: statusOf(code), action: "charge" });
    });

    it("refuses an emulateCode that is not a payment code", async () => {
      const { status, json } = await gateway.pay(cardPayment({ emulateCode: "9999" }));
      expect([status, json.errors]).toEqual([
        400,
        { "paymentSource.emulateCode": "must be one of the payment codes" },
      ]);
    });

    it.each(testCards.filter((card) => card.threeDs === "none"))(
      "$number: $label",
      async ({ number, code }) => {
        const { json } = await gateway.pay(cardPayment({ number }));
        expect(json.payment).toMatchObject({ code, status: statusOf(code) });
      },
    );

    it.each([
      ["4242424242424241", {}, "5014", "a number that fails Luhn"],
      ["4242424242424242", { expirationMonth: "05", expirationYear: "26" }, "5054", "an expiry in the past"],
      [
        "4242424242424242",
        { expirationMonth: "06", expirationYear: "26" },
        "0",
        "the month of the expiry itself",
      ],
    ])("%s %j ends with %s: %s", async (number, expiry, code, _) => {
      expect((await gateway.pay(cardPayment({ number, ...expiry }))).json.payment.code).toBe(code);
    });

    it.each([
      ["card", cardPayment({ number: "4532015112830366" }), "paymentSource.number"],
      ["tokenize", { ...testCard, number: "4532015112830366" }, "number"],
    ])("refuses what may be a real card, without repeating it (%s)", async (operation, body, path) => {
      const answer =
        operation === "card" ? await gateway.pay(body) : await gateway.post("/tokenize", body, xhr);
      expect(answer.status).toBe(400);
      expect(answer.json.errors).toEqual({
        [path]: "may be a real card: this sandbox takes its test cards only",
      });
      expect(answer.text).not.toContain("4532015112830366");
    });

    describe("product", () => {
      it.each([
        ["A: a site", siteSku(10, "USD"), 10, "USD", 10],
        ["B: a SKU", { name: demoMerchant.sku }, 24.9, "EUR", 26.89],
        [
          "C: a SKU with a price",
          { name: demoMerchant.sku, price: [{ amount: 500, currency: "JPY" }] },
          500,
          "JPY",
          3.35,
        ],
        ["no rate for the currency", siteSku(1.234, "BHD"), 1.234, "BHD", undefined],
        ["three decimals", siteSku(1.234, "KWD"), 1.234, "KWD", 4.01],
      ])("%s", async (_, sku, amount, currency, amountUsd) => {
        const { json } = await gateway.pay(cardPayment({}, { sku }));
        expect(json.payment).toMatchObject({ amount, currency });
        expect(json.payment.amountUsd).toBe(amountUsd);
      });

      it.each([
        ["an unknown site", { ...siteSku(1), siteId: "other-site" }, "sku.siteId"],
        ["an unknown SKU", { name: "other-sku" }, "sku.name"],
        [
          "an unknown SKU with a price",
          { name: "other-sku", price: [{ amount: 1, currency: "EUR" }] },
          "sku.name",
        ],
        [
          "two currencies at once",
          {
            siteId: demoMerchant.siteId,
            price: [
              { amount: 1, currency: "EUR" },
              { amount: 1, currency: "USD" },
            ],
          },
          "sku.price.1.currency",
        ],
        ["a fraction of a yen", siteSku(1.5, "JPY"), "sku.price.0.amount"],
        [
          "a sum beyond all bounds",
          { siteId: demoMerchant.siteId, price: Array(2).fill({ amount: 999_999_999_999, currency: "KWD" }) },
          "sku.price",
        ],
      ])("refuses %s", async (_, sku, path) => {
        const { status, json } = await gateway.pay(cardPayment({}, { sku }));
        expect([status, Object.keys(json.errors)]).toEqual([400, [path]]);
      });
    });

    describe("partial approval", () => {
      it.each([
        ["1001", undefined, 50.01, "half, rounded up, where nothing was recommended"],
        ["1001", { percentage: 30 }, 30, "the percentage, rounded half up"],
        ["1001", { amount: 20 }, 20, "the amount"],
        ["1001", { percentage: 10, amount: 20 }, 20, "never below the amount"],
        ["1001", { percentage: 50, amount: 20 }, 50.01, "the percentage above the amount"],
        ["1001", { amount: 500 }, 100.01, "never more than the whole"],
        ["1002", undefined, 110.01, "a tenth more"],
        ["0", { percentage: 30 }, 100.01, "everything, where the card has enough"],
      ] as const)("%s with %j takes %d: %s", async (code, partialApproval, amount, _) => {
        const { json } = await gateway.pay(
          cardPayment(
            { number: cardForCode(code) },
            { sku: siteSku(100.01), ...(partialApproval && { partialApproval }) },
          ),
        );
        expect(json.payment).toMatchObject({ code, status: "success", amount });
      });

      it("refuses an amount with more decimals than the currency has", async () => {
        const { json } = await gateway.pay(
          cardPayment({}, { sku: siteSku(100, "JPY"), partialApproval: { amount: 1.5 } }),
        );
        expect(json.errors).toEqual({ "partialApproval.amount": expect.stringContaining("0 decimals") });
      });
    });

    describe("subscription", () => {
      const price = (...items: Record<string, unknown>[]) => ({
        siteId: demoMerchant.siteId,
        price: items.map((item) => ({ currency: "EUR", ...item })),
      });
      it.each([
        ["one charge", price({ amount: 5 }), 5, undefined, undefined],
        ["two charges at once", price({ amount: 5 }, { amount: 2, offset: "0d" }), 7, undefined, undefined],
        [
          "a trial, then monthly",
          price({ amount: 1 }, { amount: 9, offset: "30d", repeat: true }),
          1,
          "2026-07-15",
          null,
        ],
        ["a delayed charge", price({ amount: 9, offset: "7d" }), 0, "2026-06-22", "2026-06-22"],
        ["repeated without an interval", price({ amount: 9, repeat: true }), 9, "2026-07-15", null],
        [
          "repeated three times",
          price({ amount: 9, offset: "0d", repeat: 3 }),
          9,
          "2026-07-15",
          "2026-09-13",
        ],
        ["repeated no times", price({ amount: 9, repeat: 0 }), 9, undefined, undefined],
      ])("%s", async (_, sku, amount, renewal, cancel) => {
        const { json } = await gateway.pay(cardPayment({}, { sku }));
        expect(json.payment).toMatchObject({ amount, status: "success" });
        expect(json.subscription).toEqual(
          renewal === undefined
            ? undefined
            : {
                id: isDocument ? expect.stringMatching(/^\d{9,}$/) : expect.any(Number),
                status: "active",
                renewalDate: isDocument ? `${renewal}T12:00:00.000Z` : `${renewal} 12:00:00`,
                cancelDate: cancel && (isDocument ? `${cancel}T12:00:00.000Z` : `${cancel} 12:00:00`),
                cycle: 0,
              },
        );
      });

      it("does not begin with a declined payment", async () => {
        const sku = price({ amount: 9, repeat: true });
        const { json } = await gateway.pay(cardPayment({ number: cardForCode("5051") }, { sku }));
        expect(json.subscription).toBeUndefined();
      });
    });
  },
);
