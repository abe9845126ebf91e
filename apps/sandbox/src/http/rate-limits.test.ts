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

describe("the counts of attempts", () => {
  const take = (limits: RateLimits, ms: number, key = "a") =>
    waitOf(() => limits.take("tokenizePerAddress", key, at(ms)));

  it("allow the limit in a window, refuse the next attempt, and start again in the next window", () => {
    const limits = new RateLimits({ tokenizePerAddress: 2 });
    expect([0, 1, 2, 59_001, 59_999].map((ms) => take(limits, ms))).toEqual([undefined, undefined, 60, 1, 1]);
    // A refused attempt does not extend the wait.
    expect([60_000, 60_001, 60_002].map((ms) => take(limits, ms))).toEqual([undefined, undefined, 60]);
  });

  it("are separate for each address", () => {
    const limits = new RateLimits({ tokenizePerAddress: 1 });
    expect([take(limits, 0, "a"), take(limits, 0, "b"), take(limits, 0, "a")]).toEqual([
      undefined,
      undefined,
      60,
    ]);
  });

  it("do not apply after the clock was moved back", () => {
    const limits = new RateLimits({ tokenizePerAddress: 1 });
    expect([take(limits, 0), take(limits, -1)]).toEqual([undefined, undefined]);
  });

  it("are reset by new limits, and omitted limits are unchanged", () => {
    const limits = new RateLimits({ tokenizePerAddress: 1 });
    take(limits, 0);
    limits.set({ wrongCvvs: 3, failedLogins: undefined });
    expect(limits.current).toEqual({
      tokenizePerAddress: 1,
      tokenizePerPage: 10_000,
      wrongCvvs: 3,
      failedLogins: 5,
    });
    expect(take(limits, 1)).toBeUndefined();
  });

  it("are kept for the latest 10,000 addresses", () => {
    const limits = new RateLimits({ tokenizePerAddress: 1 });
    for (let index = 0; index <= 10_000; index++) take(limits, 0, `${index}`);
    expect([take(limits, 1, "10000"), take(limits, 1, "1"), take(limits, 1, "0")]).toEqual([
      60,
      60,
      undefined,
    ]);
  });
});

describe.each(testDatabases)("a sandbox with low limits on $name", (database) => {
  let gateway: TestGateway;
  beforeEach(async () => {
    gateway = await openGateway(database, {
      limits: { tokenizePerAddress: 3, tokenizePerPage: 2, wrongCvvs: 2, failedLogins: 1 },
    });
  });
  afterEach(() => gateway.close());
  const tokenize = (headers: Record<string, string> = {}) =>
    gateway.post("/tokenize", testCard, { ...xhr, ...headers });

  it("answers 429 with a Retry-After that pages may read, and later accepts the same request, by its own clock", async () => {
    const headers = { Origin: "https://shop.test", "X-Request-ID": "limited" };
    for (let token = 0; token < 2; token++) await tokenize({ Origin: "https://shop.test" });
    const refused = await tokenize(headers);
    expect([refused.status, refused.json]).toEqual([429, { message: "Too Many Requests", errors: {} }]);
    expect(refused.headers.get("Retry-After")).toBe("60");
    expect(refused.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
    // Another origin is another merchant; both requests come from one address.
    expect((await tokenize({ Origin: "https://other.test" })).status).toBe(201);
    expect((await tokenize({ Origin: "https://third.test" })).status).toBe(429);
    await gateway.admin("/clock", { action: "advance", minutes: 1 });
    expect((await tokenize(headers)).status).toBe(201);
  });

  it("also counts requests that are refused for another reason", async () => {
    for (let attempt = 0; attempt < 3; attempt++)
      expect((await gateway.post("/tokenize", "{", xhr)).status).toBe(400);
    expect((await tokenize()).status).toBe(429);
  });

  it("lets QA read and change the limits, within bounds", async () => {
    expect((await gateway.admin("/limits")).json).toEqual({
      tokenizePerAddress: 3,
      tokenizePerPage: 2,
      wrongCvvs: 2,
      failedLogins: 1,
    });
    expect((await gateway.admin("/limits", { tokenizePerAddress: 1 })).json).toMatchObject({
      tokenizePerAddress: 1,
      tokenizePerPage: 2,
    });
    expect([(await tokenize()).status, (await tokenize()).status]).toEqual([201, 429]);
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
