import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { Refusal } from "../errors.ts";
import { testDatabases } from "../testing/databases.ts";
import {
  cardPayment,
  demoMerchant,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testCard,
  xhr,
} from "../testing/gateway.ts";
import { RateLimits } from "./rate-limits.ts";

const start = Date.UTC(2026, 5, 15, 12);
const at = (ms: number) => new Date(start + ms);

/** The seconds in a refusal; `undefined` without one. */
function waitOf(run: () => void): number | undefined {
  try {
    run();
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal);
    return (error as Refusal).retryAfterSeconds;
  }
  return undefined;
}

describe("the counts of wrong CVVs", () => {
  const hourMs = 3_600_000;
  /** Counts one wrong CVV unless the card is refused. */
  const take = (limits: RateLimits, ms: number, key = "a") => {
    const wait = waitOf(() => limits.check(key, at(ms)));
    if (wait === undefined) limits.count(key, at(ms));
    return wait;
  };

  it("allow the limit in an hour, refuse the next attempt, and start again in the next hour", () => {
    const limits = new RateLimits({ wrongCvvs: 2 });
    const times = [0, 1, 2, hourMs - 999, hourMs - 1];
    expect(times.map((ms) => take(limits, ms))).toEqual([undefined, undefined, 3600, 1, 1]);
    // A refused attempt does not extend the wait.
    expect([0, 1, 2].map((ms) => take(limits, hourMs + ms))).toEqual([undefined, undefined, 3600]);
  });

  it("are separate for each card, and do not apply after the clock was moved back", () => {
    const limits = new RateLimits({ wrongCvvs: 1 });
    expect(["a", "b", "a"].map((key) => take(limits, 0, key))).toEqual([undefined, undefined, 3600]);
    expect(take(limits, -1)).toBeUndefined();
  });

  it("are reset by new limits, and omitted limits are unchanged", () => {
    const limits = new RateLimits({ wrongCvvs: 1 });
    take(limits, 0);
    limits.set({ wrongCvvs: undefined, failedLogins: 3 });
    expect(limits.current).toEqual({ wrongCvvs: 1, failedLogins: 3 });
    expect(take(limits, 1)).toBeUndefined();
  });

  it("are kept for the latest 10,000 cards", () => {
    const limits = new RateLimits({ wrongCvvs: 1 });
    for (let index = 0; index <= 10_000; index++) take(limits, 0, `${index}`);
    expect(["10000", "1", "0"].map((key) => take(limits, 1, key))).toEqual([3600, 3600, undefined]);
  });
});

describe.each(testDatabases)("a sandbox with low limits on $name", (database) => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await openGateway(database, {
      limits: { wrongCvvs: 2, failedLogins: 1 },
    });
  });
  afterEach(() => gateway.close());

  it("answers a card's token with 429 and a Retry-After that pages may read", async () => {
    const number = "4000000000000127";
    const { payment, consumer } = (await gateway.pay(cardPayment({ number }))).json;
    const { paymentAccountId } = payment.source;
    await gateway.pay(cardPayment({ number }));
    const saved = { paymentAccountId, consumerId: consumer.id, cvv: "123" };
    const origin = { ...xhr, Origin: "https://shop.test" };
    const refused = await gateway.post("/tokenizeWithPaymentAccountId", saved, origin);
    expect([refused.status, refused.json]).toEqual([429, { message: "Too Many Requests", errors: {} }]);
    expect(refused.headers.get("Retry-After")).toBe("3600");
    expect(refused.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
  });

  it("lets QA read and change the limits, within bounds", async () => {
    expect((await gateway.admin("/limits")).json).toEqual({ wrongCvvs: 2, failedLogins: 1 });
    expect((await gateway.admin("/limits", { wrongCvvs: 1 })).json).toEqual({
      wrongCvvs: 1,
      failedLogins: 1,
    });
    for (const wrong of [{ wrongCvvs: 0 }, { wrongCvvs: 1_000_001 }, { wrongCvvs: 1.5 }, { other: 1 }])
      expect((await gateway.admin("/limits", wrong)).status).toBe(400);
  });

  it("refuses a card whose CVV was wrong too often, whether typed, by token or saved, until an hour is over [T-P26]", async () => {
    const number = "4000000000000127";
    const consumer = newConsumer();
    const first = (await gateway.pay(cardPayment({ number }, { consumer }))).json;
    expect(first.payment.code).toBe("5082");
    const token = await gateway.token({ number });
    await gateway.pay(cardPayment({ number }));
    const typed = await gateway.pay(cardPayment({ number }, { consumer }));
    expect([typed.status, typed.headers.get("Retry-After")]).toEqual([429, "3600"]);
    expect((await gateway.pay(paymentFrom({ type: "token", value: token }))).status).toBe(429);
    const saved = {
      paymentAccountId: first.payment.source.paymentAccountId,
      consumerId: first.consumer.id,
      cvv: "123",
    };
    expect((await gateway.post("/tokenizeWithPaymentAccountId", saved, xhr)).status).toBe(429);
    // Another card of the same shopper, and the same card at another merchant.
    expect((await gateway.pay(cardPayment({}, { consumer }))).json.payment.status).toBe("success");
    const other = (await gateway.admin("/merchants", {})).json;
    const elsewhere = cardPayment({ number }, { sku: { name: other.sku } });
    expect((await gateway.pay(elsewhere, { Authorization: other.apiKey })).status).toBe(201);
    await gateway.admin("/clock", { action: "advance", minutes: 60 });
    expect((await gateway.pay(cardPayment({ number }))).json.payment.code).toBe("5082");
    expect((await gateway.post("/tokenizeWithPaymentAccountId", saved, xhr)).status).toBe(201);
  });

  it("does not use up a token that it refuses because of the card's wrong CVVs", async () => {
    const number = "4000000000000127";
    const token = await gateway.token({ number });
    for (let attempt = 0; attempt < 2; attempt++) await gateway.pay(cardPayment({ number }));
    expect((await gateway.pay(paymentFrom({ type: "token", value: token }))).status).toBe(429);
    await gateway.admin("/limits", { wrongCvvs: 3 });
    expect((await gateway.pay(paymentFrom({ type: "token", value: token }))).status).toBe(201);
  });

  it("delays logins after too many wrong codes", async () => {
    const login = () =>
      gateway.post(
        "/api/v1/auth",
        { email: "nobody@shop.test", code: "000000" },
        { Authorization: demoMerchant.apiKey },
      );
    const answers = [await login(), await login()];
    expect(answers.map(({ status }) => status)).toEqual([401, 429]);
    expect(answers[1]?.headers.get("Retry-After")).toBe("30");
  });
});

describe.each(testDatabases)("an attacker who tests cards on $name", (database) => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await openGateway(database);
  });
  afterEach(() => gateway.close());

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
