import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import { demoMerchant, newConsumer, openGateway, paymentFrom, type TestGateway } from "../testing/gateway.ts";

const dayMs = 24 * 60 * 60 * 1000;
const iban = "DE89370400440532013000";
const monthly = {
  siteId: demoMerchant.siteId,
  price: [{ amount: 1, currency: "EUR", offset: "30d", repeat: true }],
};

describe.each(testDatabases)("a rule for one consumer on $name", (database) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(database, { compatibility: "field" });
  });
  afterAll(() => gateway.close());

  const rule = (consumer: string, effect: object, path?: string) =>
    gateway.admin("/rules", { merchant: demoMerchant.merchantId, match: { consumer, path }, effect });
  const lastCode = () => gateway.received.at(-1)?.json.payment.code;

  /** Pays once, so that the consumer has an id, and returns it under each of its names. */
  async function knownConsumer(rest: Record<string, unknown> = {}) {
    const consumer = newConsumer();
    const { json } = await gateway.pay(paymentFrom({ type: "sepa", iban }, { consumer, ...rest }));
    const { externalId, email, ...shopper } = consumer;
    const byId = { ...shopper, id: json.consumer.id };
    return { consumer, byId, names: { id: json.consumer.id, externalId, email } as Record<string, string> };
  }

  describe.each(["id", "externalId", "email"])("by its %s", (name) => {
    it("decides its next payment, whatever the payment names it by", async () => {
      const { byId, names } = await knownConsumer();
      await rule(String(names[name]), { type: "outcome", code: "5051" });
      const { json } = await gateway.pay(paymentFrom({ type: "sepa", iban }, { consumer: byId }));
      expect(json.payment.code).toBe("5051");
    });

    it("authorizes its next payment, whatever the payment names it by", async () => {
      const { byId, names } = await knownConsumer();
      await rule(String(names[name]), { type: "auth" });
      const { json } = await gateway.pay(paymentFrom({ type: "sepa", iban }, { consumer: byId }));
      expect(json.payment.mode).toBe("auth");
    });

    it("decides the renewal of its subscription", async () => {
      const { names } = await knownConsumer({ sku: monthly });
      await rule(String(names[name]), { type: "outcome", code: "5051" });
      await gateway.advance(30 * dayMs);
      expect(lastCode()).toBe(5051);
    });

    it("decides the bank's confirmation of its payment", async () => {
      const { names } = await knownConsumer();
      await rule(String(names[name]), { type: "outcome", code: "5300" }, "/payment/confirmation");
      await gateway.advance(3 * dayMs);
      expect(lastCode()).toBe(5300);
    });

    it("drops a notification about it", async () => {
      const { byId, names } = await knownConsumer();
      await gateway.runDue();
      const before = gateway.received.length;
      await rule(String(names[name]), { type: "notification", mode: "drop" });
      await gateway.pay(paymentFrom({ type: "sepa", iban }, { consumer: byId }));
      await gateway.runDue();
      expect(gateway.received).toHaveLength(before);
    });
  });
});
