import { tokenizeResult } from "@cardpane/gateway";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { paymentAccounts } from "../db/schema.ts";
import { sweepExpired } from "../sweep.ts";
import { isNightly } from "../testing/databases.ts";
import {
  cardPayment,
  newConsumer,
  openGateway,
  paymentFrom,
  type TestGateway,
  testCard,
  testSandboxes,
} from "../testing/gateway.ts";

const uses = isNightly ? 1_000 : 100;
const minuteMs = 60_000;
const byToken = (value: string, rest: Record<string, unknown> = {}) =>
  paymentFrom({ type: "token", value }, rest);

describe.each(testSandboxes)("one-time tokens on $name, COMPATIBILITY=$compatibility", (sandbox) => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await openGateway(sandbox, sandbox.settings);
  });
  afterAll(() => gateway.close());

  it("is a UUID with the second of its expiry, 30 minutes from now", async () => {
    const { status, json } = await gateway.post("/tokenize", {
      ...testCard,
      cardHolder: "Ada Example",
      zip: "10115",
    });
    expect(status).toBe(201);
    expect(tokenizeResult.safeParse(json).error).toBeUndefined();
    expect(json).toEqual({ token: expect.any(String), expireAt: gateway.now / 1000 + 1800 });
  });

  it("pays once: 400 on paymentSource.value ever after", async () => {
    const token = await gateway.token();
    const first = await gateway.pay(byToken(token));
    expect(first.json.payment).toMatchObject({ status: "success", source: { number: "424242******4242" } });
    const second = await gateway.pay(byToken(token));
    expect([second.status, second.json.errors]).toEqual([
      400,
      { "paymentSource.value": "was used before: a token pays once" },
    ]);
  });

  it("is used up by a declined or pending payment", async () => {
    for (const number of ["4000000000000002", "4000000000002503"]) {
      const token = await gateway.token({ number });
      expect((await gateway.pay(byToken(token))).status).toBe(201);
      expect((await gateway.pay(byToken(token))).status).toBe(400);
    }
  });

  it("is not used up by a refused payment, whatever the reason of the refusal", async () => {
    const token = await gateway.token();
    for (const refused of [
      { url: { ipnUrl: "nowhere", redirectUrl: "nowhere" } },
      { sku: { name: "other-sku" } },
      { consumer: { ...newConsumer(), id: "999999999" } },
    ]) {
      expect((await gateway.pay(byToken(token, refused))).status).toBe(400);
    }
    expect((await gateway.post("/payment", byToken(token), { Authorization: "wrong" })).status).toBe(401);
    expect((await gateway.pay(byToken(token))).status).toBe(201);
  });

  it("is valid for 30 minutes, by the sandbox's clock", async () => {
    const start = gateway.now;
    const [early, late] = [await gateway.token(), await gateway.token()];
    gateway.now = start + 30 * minuteMs - 1;
    expect((await gateway.pay(byToken(early))).status).toBe(201);
    gateway.now = start + 30 * minuteMs;
    const expired = await gateway.pay(byToken(late));
    expect([expired.status, expired.json.errors]).toEqual([400, { "paymentSource.value": "has expired" }]);
  });

  it.each(["no-such-token", "7d05e381-cd93-4761-9414-6772e4fcc32d", "'; drop table tokens"])(
    "%s is not a token",
    async (value) => {
      const { status, json } = await gateway.pay(byToken(value));
      expect([status, json.errors]).toEqual([400, { "paymentSource.value": "is not a token" }]);
    },
  );

  // The database guarantees it, whatever the compatibility: one run is enough.
  it.runIf(sandbox.isDocument)(
    `${uses} uses at once make exactly one payment`,
    async () => {
      const token = await gateway.token();
      const answers = await Promise.all(Array.from({ length: uses }, () => gateway.pay(byToken(token))));
      const paid = answers.filter(({ status }) => status === 201);
      expect(paid).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(uses - 1);
      expect(paid[0]?.json.payment.status).toBe("success");
      const consumers = (await gateway.dump()).split("\n").filter((row) => row.includes("shopper-"));
      expect(consumers.length).toBeLessThan(uses / 2);
    },
    240_000,
  );

  describe("for a saved card", () => {
    const tokenize = (body: Record<string, unknown>) => gateway.post("/tokenizeWithPaymentAccountId", body);
    async function saveCard(number = "5555555555554444") {
      const consumer = newConsumer();
      const { json } = await gateway.pay(cardPayment({ number }, { consumer }));
      const { paymentAccountId } = json.payment.source;
      return {
        consumer,
        consumerId: json.consumer.id as string,
        paymentAccountId: paymentAccountId as string,
      };
    }

    it("pays with that card, once", async () => {
      const { consumer, ...card } = await saveCard();
      const { status, json } = await tokenize({ ...card, cvv: "123" });
      expect([status, json.expireAt]).toEqual([201, Math.floor(gateway.now / 1000) + 1800]);
      const paid = await gateway.pay(byToken(json.token, { consumer }));
      expect(paid.json.payment).toMatchObject({
        status: "success",
        source: { number: "555555******4444", paymentAccountId: card.paymentAccountId },
      });
      expect((await gateway.pay(byToken(json.token, { consumer }))).status).toBe(400);
    });

    it("goes through 3D Secure like any other token", async () => {
      const { consumer, ...card } = await saveCard("4000000000002503");
      const { json } = await tokenize({ ...card, cvv: "123" });
      expect((await gateway.pay(byToken(json.token, { consumer }))).json.payment.status).toBe("pending");
    });

    it("is refused alike for another consumer's account, an unknown account and a disabled one [T-P28]", async () => {
      const [mine, theirs, disabled] = [await saveCard(), await saveCard(), await saveCard()];
      await gateway.database.db
        .update(paymentAccounts)
        .set({ disabled: true })
        .where(eq(paymentAccounts.id, disabled.paymentAccountId));
      const ids = ({ consumerId, paymentAccountId }: typeof mine) => ({ consumerId, paymentAccountId });
      const answers = [
        await tokenize({ ...ids(mine), consumerId: theirs.consumerId, cvv: "123" }),
        await tokenize({
          ...ids(mine),
          paymentAccountId: "7d05e381-cd93-4761-9414-6772e4fcc32d",
          cvv: "123",
        }),
        await tokenize({ ...ids(disabled), cvv: "123" }),
      ];
      const refused = [400, { paymentAccountId: "is not a payment account of this consumer" }];
      expect(answers.map(({ status, json }) => [status, json.errors])).toEqual([refused, refused, refused]);
    });

    it("does not pay for another consumer", async () => {
      const { consumer: _, ...card } = await saveCard();
      const { json } = await tokenize({ ...card, cvv: "123" });
      const { status, json: refused } = await gateway.pay(byToken(json.token));
      expect([status, Object.keys(refused.errors)]).toEqual([400, ["paymentSource.value"]]);
    });
  });

  describe("card data at rest", () => {
    const number = "2223003122003222";
    const cvv = "9173";
    /** As a separate word: not as a part of a longer number or of an encrypted text. */
    const holdsCvv = (text: string) => new RegExp(`(?<![\\w-])${cvv}(?![\\w-])`).test(text);
    const sealedTokens = (dump: string) =>
      (dump.split("\n\n").find((table) => table.startsWith("tokens\n")) ?? "").match(/v1\./g)?.length ?? 0;

    it("no row holds a number or a CVV in clear, before and after it is used", async () => {
      const consumer = newConsumer();
      const card = { number, cvv, cardHolder: "Holder In Token", zip: "ZIP-9" };
      const token = await gateway.token(card);
      const before = await gateway.dump();
      const paid = await gateway.pay(byToken(token, { consumer }), { "X-Request-ID": "at-rest-1" });
      await gateway.pay(cardPayment({ number, cvv }, { consumer }), { "X-Request-ID": "at-rest-2" });
      const { paymentAccountId } = paid.json.payment.source;
      const ids = { consumerId: paid.json.consumer.id, paymentAccountId };
      const body = { ...ids, cvv };
      expect((await gateway.post("/tokenizeWithPaymentAccountId", body)).status).toBe(201);
      for (const text of [before, await gateway.dump()]) {
        expect(text).toContain(token);
        for (const clear of [number, "Holder In Token", "ZIP-9"]) expect(text).not.toContain(clear);
        expect(holdsCvv(text)).toBe(false);
      }
    });

    it("no CVV is left, not even encrypted, once a token is used or expired", async () => {
      const used = await gateway.token({ cvv });
      const left = await gateway.token({ cvv });
      const unused = sealedTokens(await gateway.dump());
      expect(unused).toBeGreaterThanOrEqual(2);
      await gateway.pay(byToken(used));
      expect(sealedTokens(await gateway.dump())).toBe(unused - 1);
      gateway.now += 30 * minuteMs;
      await sweepExpired(gateway.database.db, new Date(gateway.now));
      const swept = await gateway.dump();
      expect(swept).toContain(left);
      expect(sealedTokens(swept)).toBe(0);
    });
  });
});
