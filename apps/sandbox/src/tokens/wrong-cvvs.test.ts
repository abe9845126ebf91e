import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testCard,
  xhr,
} from "../testing/gateway.ts";

describe.each(testDatabases)("an attacker who tests cards on $name", (database) => {
  let gateway: TestGateway;
  const number = "4000000000000127";
  const guess = async (count: number) => {
    for (let attempt = 0; attempt < count; attempt++) await gateway.pay(cardPayment({ number }));
  };
  beforeEach(async () => {
    gateway = await openGateway(database);
  });
  afterEach(() => gateway.close());

  it("is refused a card whose CVV was wrong too often, typed, by token or saved, until an hour is over [T-P26]", async () => {
    const consumer = newConsumer();
    const first = (await gateway.pay(cardPayment({ number }, { consumer }))).json;
    expect(first.payment.code).toBe("5082");
    const token = await gateway.token({ number });
    await guess(9);
    const typed = await gateway.pay(cardPayment({ number }, { consumer }));
    expect([typed.status, typed.headers.get("Retry-After")]).toEqual([429, "3600"]);
    expect((await gateway.pay(paymentFrom({ type: "token", value: token }))).status).toBe(429);
    const saved = {
      paymentAccountId: first.payment.source.paymentAccountId,
      consumerId: first.consumer.id,
      cvv: "123",
    };
    const refused = await gateway.post("/tokenizeWithPaymentAccountId", saved, xhr);
    expect([refused.status, refused.json]).toEqual([429, { message: "Too Many Requests", errors: {} }]);
    expect(refused.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
    // Another card of the same shopper, and the same card at another merchant.
    expect((await gateway.pay(cardPayment({}, { consumer }))).json.payment.status).toBe("success");
    const other = (await gateway.admin("/merchants", {})).json;
    const elsewhere = cardPayment({ number }, { sku: { name: other.sku } });
    expect((await gateway.pay(elsewhere, { Authorization: other.apiKey })).status).toBe(201);
    gateway.now += 3_599_001;
    expect((await gateway.pay(cardPayment({ number }))).headers.get("Retry-After")).toBe("1");
    gateway.now += 999;
    expect((await gateway.pay(cardPayment({ number }))).json.payment.code).toBe("5082");
    expect((await gateway.post("/tokenizeWithPaymentAccountId", saved, xhr)).status).toBe(201);
  });

  it("is refused by declines, not by requests: one whose transaction the database aborted does not count", async () => {
    const { db } = gateway.database;
    const transaction = db.transaction.bind(db);
    const aborting = vi.spyOn(db, "transaction").mockImplementation((work) =>
      transaction(async (tx) => {
        await work(tx);
        throw new Error("aborted");
      }),
    );
    await guess(10);
    expect(aborting).toHaveBeenCalledTimes(10);
    aborting.mockRestore();
    expect((await gateway.pay(cardPayment({ number }))).json.payment?.code).toBe("5082");
  });

  it("is not refused what was declined after the time that the clock was moved back to", async () => {
    await guess(10);
    gateway.now -= 1;
    expect((await gateway.pay(cardPayment({ number }))).status).toBe(201);
  });

  it("does not use up a token by a refusal", async () => {
    await guess(5);
    await gateway.admin("/clock", { action: "advance", minutes: 35 });
    const token = await gateway.token({ number });
    await guess(5);
    expect((await gateway.pay(paymentFrom({ type: "token", value: token }))).status).toBe(429);
    await gateway.admin("/clock", { action: "advance", minutes: 26 });
    expect((await gateway.pay(paymentFrom({ type: "token", value: token }))).status).toBe(201);
  });

  it("learns nothing about expiry, CVV or issuer from tokenize: every well-formed card gets a token [T-P27]", async () => {
    const cards = [
      {},
      { cvv: "999" },
      { expirationMonth: "01", expirationYear: "20" },
      { number: "4000000000000127" },
      { number: "4000000000000002" },
      { number: "4000000000000069" },
    ];
    for (const card of cards) {
      const { status, json } = await gateway.post("/tokenize", { ...testCard, ...card }, xhr);
      expect([status, Object.keys(json).sort()]).toEqual([201, ["expireAt", "token"]]);
    }
  });

  it("learns nothing about the CVV from a saved card's token", async () => {
    const { json } = await gateway.pay(cardPayment({ number: "4000000000000127" }));
    const saved = {
      paymentAccountId: json.payment.source.paymentAccountId,
      consumerId: json.consumer.id,
    };
    for (const cvv of ["123", "000", "9999"]) {
      const answer = await gateway.post("/tokenizeWithPaymentAccountId", { ...saved, cvv }, xhr);
      expect([answer.status, Object.keys(answer.json).sort()]).toEqual([201, ["expireAt", "token"]]);
    }
  });
});
