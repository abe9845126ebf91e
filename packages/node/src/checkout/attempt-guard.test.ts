/** The limits of declined attempts: of an order, of a shopper, of an address, of a saved card. */
import { describe, expect, it, onTestFinished } from "vitest";
import type { AttemptRefusal, CheckoutOptions, CheckoutPayment } from "../index.ts";
import { createMemoryStore } from "../index.ts";
import { testDatabases } from "../stores/databases.test-store.ts";
import { bodyOf, mug, openShop, resultOf } from "./shop.test-shop.ts";

const declined = (code: string) => resultOf({ status: "fail", code });
const card = "3f1a0b6e-6f0d-4c8e-9d55-0a4b7c0e2f11";

/** A shop whose payments are answered by `answer`. */
function guarded(answer: (number: number) => unknown, options: Partial<CheckoutOptions<undefined>> = {}) {
  let count = 0;
  const call = async () => {
    count += 1;
    const number = count;
    await new Promise((resolve) => setTimeout(resolve, 1));
    return answer(number);
  };
  const shopper = (request: { remoteAddress: string }) => ({ ip: request.remoteAddress });
  const client = { payments: { createFromToken: call, createFromSource: call }, shopper } as never;
  const shop = openShop({ client, ...options });
  const pay = (more: object = {}) =>
    shop.checkout.pay({
      ...mug,
      token: "token",
      sku: { siteId: "site-1" },
      consumer: { externalId: "customer-1", email: "ada@example.com", firstName: "A", lastName: "B" },
      device: "{}",
      httpRequest: { headers: {}, remoteAddress: "203.0.113.7" },
      redirectUrl: "https://shop.example.com/back",
      ...more,
    } as unknown as CheckoutPayment);
  return { ...shop, pay, sent: () => count };
}

const who = (externalId: string) => ({
  consumer: { externalId, email: "ada@example.com", firstName: "A", lastName: "B" },
});
const tooMany = { type: "not_made", error: { code: "too_many_attempts" } };

describe("the attempt guard", () => {
  it.each(["5041", "5008", "5014"])("sends 8 of 25 attempts of an order after %s", async (code) => {
    const { pay, sent } = guarded(() => declined(code));
    const outcomes: unknown[] = [];
    for (let count = 0; count < 25; count++) outcomes.push(await pay());
    expect(sent()).toBe(8);
    expect(outcomes.slice(8)).toMatchObject(Array(17).fill(tooMany));
  });

  it("stops a shopper over all orders, says for how long, and tells it once a window", async () => {
    const refusals: AttemptRefusal[] = [];
    const attempts = { onRefused: (refusal: AttemptRefusal) => void refusals.push(refusal) };
    const { pay, sent, clock } = guarded((number) => declined(number > 20 ? "5051" : "5005"), { attempts });
    for (let count = 0; count < 25; count++) await pay({ reference: `order-${count}` });
    expect(sent()).toBe(20);
    expect(refusals).toEqual([{ reference: "order-20", by: "shopper", retryAfterMs: 3_600_000 }]);
    clock.time += 3_599_999;
    expect(await pay({ reference: "order-30" })).toMatchObject({ ...tooMany, error: { retryAfterMs: 1 } });
    clock.time += 2;
    expect(await pay({ reference: "order-30" })).toMatchObject({ type: "declined" });
  });

  it("stops an address at three times the limit, and no private one", async () => {
    const open = guarded(() => declined("5005"));
    for (let count = 0; count < 65; count++)
      await open.pay({ reference: `order-${count}`, ...who(`customer-${count}`) });
    expect(open.sent()).toBe(60);
    const behind = guarded(() => declined("5005"));
    const httpRequest = { headers: {}, remoteAddress: "10.0.0.7" };
    for (let count = 0; count < 65; count++) {
      await behind.pay({ reference: `order-${count}`, ...who(`customer-${count}`), httpRequest });
    }
    expect(behind.sent()).toBe(65);
  });

  it("counts no address that the client puts in the place of an IPv6 address", async () => {
    const { pay, sent } = guarded(() => declined("5005"), {
      client: {
        payments: { createFromToken: async () => declined("5005") },
        shopper: () => ({ ip: "192.0.2.1" }),
      } as never,
    });
    const outcomes = [];
    for (let count = 0; count < 65; count++) {
      outcomes.push(await pay({ reference: `order-${count}`, ...who(`customer-${count}`) }));
    }
    expect(outcomes.every(({ type }) => type === "declined")).toBe(true);
    expect(sent()).toBe(0);
  });

  it("counts no payment that is made, refused or for a paid order", async () => {
    const { pay, sent } = guarded((number) =>
      resultOf({ transactionId: String(200000001 + number), orderId: String(number) }),
    );
    for (let count = 0; count < 30; count++) {
      expect(await pay({ reference: `order-${count}` })).toMatchObject({ type: "paid" });
      expect(await pay({ reference: `order-${count}` })).toMatchObject({ type: "already_paid" });
      expect(await pay({ reference: `order-${count}`, amountMinor: -1 })).toMatchObject({ type: "not_made" });
    }
    expect(sent()).toBe(30);
  });

  it("counts a challenge until its notification says that it is paid", async () => {
    const url = "https://bank.example/3ds";
    const { pay, sent, checkout, post } = guarded((number) =>
      resultOf({ status: "pending", action: "redirect", url, transactionId: String(200000001 + number) }),
    );
    for (let count = 0; count < 20; count++) await pay({ reference: `order-${count}` });
    expect(await pay({ reference: "order-20" })).toMatchObject(tooMany);
    const test = await checkout.createTestNotification({ reference: "order-0" });
    await checkout.handle(test.toRequest());
    expect((await checkout.find("order-0"))?.state).toBe("paid");
    expect(await pay({ reference: "order-20" })).toMatchObject({ type: "redirect" });
    expect([sent(), typeof post, typeof bodyOf]).toEqual([21, "function", "function"]);
  });

  it.each([
    ["5041", true],
    ["5014", true],
    ["5051", false],
  ])("after %s a saved card is sent again: not %s", async (code, isBlocked) => {
    const { pay, sent } = guarded(() => declined(code));
    const source = { type: "paymentAccountId", paymentAccountId: card };
    await pay({ token: undefined, source });
    const again = await pay({ token: undefined, source, reference: "order-2" });
    expect(again).toMatchObject(
      isBlocked ? { type: "not_made", error: { code: "card_unusable" } } : { type: "declined" },
    );
    expect(sent()).toBe(isBlocked ? 1 : 2);
    const another = { ...source, paymentAccountId: card.replace("3", "4") };
    expect(await pay({ token: undefined, source: another, reference: "order-3" })).toMatchObject({
      type: "declined",
    });
  });

  it("is switched off, or set", async () => {
    const off = guarded(() => declined("5005"), { attempts: false });
    for (let count = 0; count < 30; count++) await off.pay();
    expect(off.sent()).toBe(30);
    const set = guarded(() => declined("5005"), {
      attempts: { perOrder: 2, perShopper: { limit: 3, withinMs: 1000 } },
    });
    for (const reference of ["a-1", "a-1", "a-1", "a-2", "a-3"]) await set.pay({ reference });
    expect(set.sent()).toBe(3);
  });

  it.each<[object, string]>([
    [{ perOrder: 0 }, "perOrder"],
    [{ perOrder: 1.5 }, "perOrder"],
    [{ perShopper: { limit: 5 } }, "perShopper.withinMs"],
    [{ perShopper: { withinMs: 5 } }, "perShopper.limit"],
    [{ perShopper: { limit: Number.NaN, withinMs: 5 } }, "perShopper.limit"],
    [{ perShopper: { limit: 1, withinMs: -1 } }, "perShopper.withinMs"],
    [{ perShopper: 5 }, "perShopper.limit"],
    [{ perShopper: null }, "perShopper.limit"],
  ])("refuses the limits %j, which would limit nothing", (attempts, name) => {
    expect(() => openShop({ attempts: attempts as never })).toThrow(
      `attempts.${name} must be a whole number, 1 or more`,
    );
  });

  it("stores nothing of who pays", async () => {
    const store = createMemoryStore();
    const keys: string[] = [];
    const seen: typeof store = {
      ...store,
      once: (key, work) => {
        keys.push(key);
        return store.once(key, work);
      },
    };
    await guarded(() => declined("5005"), { store: seen }).pay();
    expect(keys.filter((key) => key.startsWith("guard test/"))).toHaveLength(2);
    expect(keys.join()).not.toMatch(/customer-1|203\.0\.113/);
  });

  it.each(testDatabases)(
    "keeps the limit exactly in 200 parallel attempts over two stores: %s",
    async (_, open) => {
      const database = await open();
      onTestFinished(() => database.close());
      const shops = [database.store, database.otherStore].map((store) =>
        guarded(() => declined("5005"), { store: store as never }),
      );
      const calls = Array.from({ length: 200 }, (_each, index) =>
        shops[index % 2]?.pay({ reference: `order-${index}` }),
      );
      const types = (await Promise.all(calls)).map((outcome) => outcome?.type);
      expect(types.filter((type) => type === "declined")).toHaveLength(20);
      expect(types.filter((type) => type === "not_made")).toHaveLength(180);
      expect(shops.reduce((sum, { sent }) => sum + sent(), 0)).toBe(20);
    },
  );
});
