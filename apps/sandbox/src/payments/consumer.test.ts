import { cardForCode } from "@cardpane/gateway/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import {
  cardPayment,
  demoMerchant,
  gatewayOn,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testSandboxes,
} from "../testing/gateway.ts";

describe.each(testSandboxes)("consumers, retries and saved cards on $name ($compatibility)", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  describe("consumer", () => {
    it("is the same for the same externalId, and found by its id", async () => {
      const consumer = newConsumer();
      const first = await gateway.pay(cardPayment({}, { consumer }));
      const again = await gateway.pay(cardPayment({}, { consumer: { ...consumer, email: "new@shop.test" } }));
      const { externalId: _e, email: _m, ...rest } = consumer;
      const byId = await gateway.pay(cardPayment({}, { consumer: { ...rest, id: first.json.consumer.id } }));
      expect(again.json.consumer).toEqual({ ...first.json.consumer, email: "new@shop.test" });
      expect(byId.json.consumer).toEqual(again.json.consumer);
    });

    it.each(["999999999", "abcdefghi", "12345", "9".repeat(36)])("%s is refused when unknown", async (id) => {
      const { status, json } = await gateway.pay(cardPayment({}, { consumer: { ...newConsumer(), id } }));
      expect([status, json.errors]).toEqual([400, { "consumer.id": "is not a consumer of this merchant" }]);
    });

    it("is not stored by a refused payment", async () => {
      const consumer = newConsumer();
      await gateway.pay(cardPayment({}, { consumer, sku: { name: "other-sku" } }));
      await gateway.pay(paymentFrom({ type: "token", value: "no-such-token" }, { consumer }));
      expect(await gateway.dump()).not.toContain(consumer["externalId"]);
    });
  });

  describe("retry", () => {
    const retry = (id: string) => ({ sku: { name: demoMerchant.sku, action: { type: "retry", id } } });

    it("keeps the order and creates a new transaction", async () => {
      const declined = await gateway.pay(cardPayment({ number: cardForCode("5227") }));
      const { orderId, transactionId } = declined.json.payment;
      const retried = await gateway.pay(cardPayment({}, retry(orderId)));
      expect(retried.json.payment).toMatchObject({ orderId, status: "success" });
      expect(retried.json.payment.transactionId).not.toBe(transactionId);
    });

    it("of one order, several times at once, pays once", async () => {
      const declined = await gateway.pay(cardPayment({ number: cardForCode("5227") }));
      const { orderId } = declined.json.payment;
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => gateway.pay(cardPayment({}, retry(orderId)))),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(400)]);
    });

    it("is refused for an order that is unknown or was not declined", async () => {
      const paid = await gateway.pay(cardPayment());
      for (const id of ["999999999", "order", paid.json.payment.orderId]) {
        const { status, json } = await gateway.pay(cardPayment({}, retry(id)));
        expect([status, Object.keys(json.errors)]).toEqual([400, ["sku.action.id"]]);
      }
    });
  });

  describe("saved card", () => {
    it("is one account for a consumer and a number, with the latest expiry", async () => {
      const consumer = newConsumer();
      const first = await gateway.pay(cardPayment({}, { consumer }));
      const again = await gateway.pay(cardPayment({ expirationYear: "33" }, { consumer }));
      const other = await gateway.pay(cardPayment({}));
      const id = first.json.payment.source.paymentAccountId;
      expect(again.json.payment.source).toMatchObject({ paymentAccountId: id, expirationYear: "33" });
      expect(other.json.payment.source.paymentAccountId).not.toBe(id);
    });

    it("pays by its id, with a CVV and without, and by its consumer", async () => {
      const consumer = newConsumer();
      const first = await gateway.pay(cardPayment({ number: "5555555555554444" }, { consumer }));
      const { source } = first.json.payment;
      const { paymentAccountId } = source;
      for (const paymentSource of [
        { type: "paymentAccountId", paymentAccountId },
        { type: "paymentAccountId", paymentAccountId: paymentAccountId.toUpperCase() },
        { type: "paymentAccountIdWithCvv", paymentAccountId, cvv: "123" },
        { type: "consumer", value: first.json.consumer.id },
      ]) {
        const { json } = await gateway.pay(paymentFrom(paymentSource, { consumer }));
        expect(json.payment).toMatchObject({ status: "success", source });
        expect(json.payment.source.brand).toBe("mastercard");
      }
    });

    it("behaves like its card number, and declines by emulateCode", async () => {
      const consumer = newConsumer();
      const first = await gateway.pay(cardPayment({ number: "4000000000009995" }, { consumer }));
      const { paymentAccountId } = first.json.payment.source;
      const source = { type: "paymentAccountId", paymentAccountId };
      expect((await gateway.pay(paymentFrom(source, { consumer }))).json.payment.code).toBe("5051");
      const emulated = await gateway.pay(paymentFrom({ ...source, emulateCode: "5005" }, { consumer }));
      expect(emulated.json.payment.code).toBe("5005");
    });

    it("of the last successful payment pays for a returning consumer", async () => {
      const consumer = newConsumer();
      const paid = await gateway.pay(cardPayment({ number: "5555555555554444" }, { consumer }));
      gateway.now += 1000;
      await gateway.pay(cardPayment({ number: "4000000000009995" }, { consumer }));
      const source = { type: "consumer", value: paid.json.consumer.id };
      const { json } = await gateway.pay(paymentFrom(source, { consumer }));
      expect(json.payment.source.number).toBe("555555******4444");
    });

    it("of another consumer is refused", async () => {
      const owner = await gateway.pay(cardPayment());
      const { paymentAccountId } = owner.json.payment.source;
      for (const [source, path] of [
        [{ type: "paymentAccountId", paymentAccountId }, "paymentSource.paymentAccountId"],
        [{ type: "paymentAccountIdWithCvv", paymentAccountId, cvv: "123" }, "paymentSource.paymentAccountId"],
        [{ type: "consumer", value: owner.json.consumer.id }, "paymentSource.value"],
      ] as const) {
        const { status, json } = await gateway.pay(paymentFrom(source));
        expect([status, Object.keys(json.errors)]).toEqual([400, [path]]);
      }
    });

    it("is refused for a consumer without one", async () => {
      const consumer = newConsumer();
      const declined = await gateway.pay(cardPayment({ number: "4000000000009995" }, { consumer }));
      const source = { type: "consumer", value: declined.json.consumer.id };
      const { status, json } = await gateway.pay(paymentFrom(source, { consumer }));
      expect([status, Object.keys(json.errors)]).toEqual([400, ["paymentSource.value"]]);
    });
  });

  describe("browser fields that 3D Secure needs", () => {
    const { browserLanguage: _l, userAgent: _u, ...bare } = newConsumer();

    it("are required by name, unless live gateways are imitated", async () => {
      const { status, json } = await gateway.pay(cardPayment({}, { consumer: bare }));
      if (!sandbox.isDocument) return expect(json.payment.status).toBe("success");
      expect([status, json.errors]).toEqual([
        400,
        { "consumer.browserLanguage": "is required for 3DS", "consumer.userAgent": "is required for 3DS" },
      ]);
    });

    it("are not required by a payment without 3D Secure", async () => {
      expect((await gateway.pay(cardPayment({ "3ds": false }, { consumer: bare }))).status).toBe(201);
    });

    it("may be missing if the settings allow payments without 3D Secure", async () => {
      const lenient = gatewayOn(gateway.database, { ...sandbox.settings, threeDsMissing: "skip" });
      const challenged = { number: "4000000000002503" };
      const without = await lenient.pay(cardPayment(challenged, { consumer: bare }));
      expect(without.json.payment.status).toBe("success");
      expect((await lenient.pay(cardPayment(challenged))).json.payment.status).toBe("pending");
    });
  });
});
