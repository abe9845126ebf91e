import { exampleShopper, exampleSources, exampleSubscription } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { clientOf, failureOf, gatewayWith, json, reset } from "../gateway.test-server.ts";
import { type Client, type ClientOptions, priceSchedule } from "../index.ts";

const { ip, externalId, email } = exampleShopper;
const token = exampleSources.token.value;

/** Makes a call; returns the request that it sends, and its outcome. */
async function calling(
  call: (client: Client) => Promise<unknown>,
  answer = json(200, exampleSubscription),
  options?: Partial<ClientOptions>,
) {
  const gateway = await gatewayWith(answer);
  const outcome = await call(clientOf(gateway, { maxRetries: 0, ...options })).catch(
    (error: unknown) => error,
  );
  const [received] = gateway.received;
  const body = received?.body ? JSON.parse(received.body) : undefined;
  return { sent: received && `${received.method} ${received.url}`, body, outcome };
}

const read = {
  id: "100000004",
  status: "active",
  cycle: 2,
  skuName: "magazine",
  siteId: "site-1",
  renewalDate: "2031-12-24 18:00:00",
  consumerId: "100000003",
  raw: exampleSubscription,
};

describe("a subscription", () => {
  it("is read", async () => {
    const { sent, outcome } = await calling(({ subscriptions }) => subscriptions.get("100000004"));
    expect(sent).toBe("GET /subscription/100000004");
    expect(outcome).toEqual(read);
  });

  it("is read with an overridden path that has a query; the id is added to it", async () => {
    const operations = { getSubscription: { path: "/subscription?v=2" } };
    const { sent } = await calling(({ subscriptions }) => subscriptions.get("100000004"), undefined, {
      operations,
    });
    expect(sent).toBe("GET /subscription?v=2&id=100000004");
  });

  it("is read as live gateways send it: numbers as text, text as numbers, and few fields", async () => {
    const wire = { id: 77, status: "frozen", cycle: "3", siteId: 5, newer: true };
    const { outcome } = await calling(({ subscriptions }) => subscriptions.get("77"), json(200, wire));
    expect(outcome).toEqual({ id: "77", status: "frozen", cycle: 3, siteId: "5", raw: wire });
  });

  it("has no full card number and no card verification value in its original", async () => {
    const wire = { id: 77, newer: { pan: "4242424242424242", cvv: "123" } };
    const { outcome } = await calling(({ subscriptions }) => subscriptions.get("77"), json(200, wire));
    expect(outcome).toEqual({ id: "77", raw: { id: 77, newer: { pan: "424242******4242" } } });
  });

  it("has no other id that JSON has rounded", async () => {
    const wire = { id: 77, siteId: 2 ** 53, consumerId: 2 ** 53 };
    const { outcome } = await calling(({ subscriptions }) => subscriptions.get("77"), json(200, wire));
    expect(outcome).toEqual({ id: "77", raw: wire });
  });

  it("gets new prices in minor units", async () => {
    const price = priceSchedule("EUR", [{ amountMinor: 1299, everyDays: 30 }]);
    const { sent, body } = await calling(({ subscriptions }) => subscriptions.change("100000004", { price }));
    expect(sent).toBe("PUT /subscription/100000004");
    expect(body.price).toEqual(
      price.map(({ amountMinor: _, ...item }) => ({ ...item, amount: expect.any(Number) })),
    );
    expect(body.price[0].amount).toBe(12.99);
    const wrong = [{ amountMinor: 12.5, currency: "EUR" }];
    const refused = await calling(({ subscriptions }) => subscriptions.change("100000004", { price: wrong }));
    expect(refused.sent).toBeUndefined();
    expect(refused.outcome).toMatchObject({ errors: { "price.0.amountMinor": expect.any(String) } });
    const empty = await calling(({ subscriptions }) => subscriptions.change("100000004", { price: [] }));
    expect(empty.outcome).toMatchObject({ errors: { price: "must hold at least one price" } });
  });

  it("is canceled at once, at the end of the paid time or at a date", async () => {
    const cancel = (input?: object) =>
      calling(({ subscriptions }) => subscriptions.cancel("100000004", input));
    expect(await cancel()).toMatchObject({ sent: "PUT /subscription/100000004/cancel", body: {} });
    expect((await cancel({ keepActiveUntilNextRebill: true })).body).toEqual({
      keepActiveUntilNextRebill: true,
    });
    const whole = { cancelDate: "2031-12-24 18:00:00", reason: "Moved", sendEmail: false };
    expect((await cancel(whole)).body).toEqual(whole);
    expect((await cancel({ extra: { survey: 1 } })).body).toEqual({ survey: 1 });
    expect((await cancel({ cancelDate: "24.12.2031" })).outcome).toMatchObject({
      errors: { cancelDate: expect.stringContaining("yyyy-mm-dd") },
    });
  });

  it("is recovered", async () => {
    const { sent, body } = await calling(({ subscriptions }) => subscriptions.recover("100000004"));
    expect([sent, body]).toEqual(["PUT /subscription/100000004/recover", {}]);
  });

  it("gets another card by a token of the pane, with the fields of the shopper's request", async () => {
    const httpRequest = { headers: { "user-agent": "Browser/1" }, remoteAddress: ip };
    const card = { token, httpRequest, consumer: { externalId, email } };
    const skip = { threeDsMissing: "skip" } as const;
    const { sent, body } = await calling(
      (it) => it.subscriptions.changeCard("100000004", card),
      undefined,
      skip,
    );
    expect(sent).toBe("PUT /subscription/100000004/paymentAccount");
    expect(body).toEqual({
      paymentSource: { type: "token", value: token },
      consumer: { externalId, email, ip, userAgent: "Browser/1" },
    });
    const refused = await calling(
      (it) => it.subscriptions.changeCard("100000004", { ...card, token: "" }),
      undefined,
      skip,
    );
    expect(refused.outcome).toMatchObject({ errors: { token: expect.any(String) } });
    const strict = await calling((it) => it.subscriptions.changeCard("100000004", card));
    expect(strict.outcome).toMatchObject({ errors: { "device.browserLanguage": "is required for 3DS" } });
  });

  it("reports a token that the gateway no longer accepts", async () => {
    const httpRequest = { headers: { "user-agent": "Browser/1" }, remoteAddress: ip };
    const card = { token, httpRequest, consumer: { externalId, email } };
    const refusal = json(400, { message: "No", errors: { "paymentSource.value": "is used" } });
    const skip = { threeDsMissing: "skip" } as const;
    const { outcome } = await calling((it) => it.subscriptions.changeCard("1", card), refusal, skip);
    expect(outcome).toMatchObject({ code: "token_unusable", outcome: "rejected" });
    const whole = { paymentSource: exampleSources.card, consumer: exampleShopper };
    const other = await calling((it) => it.subscriptions.changeCard("100000004", whole), refusal);
    expect(other.outcome).toMatchObject({ code: "bad_request" });
  });

  it("gets another card by any source of a payment", async () => {
    const card = { paymentSource: exampleSources.card, consumer: exampleShopper };
    const { body } = await calling((it) => it.subscriptions.changeCard("100000004", card));
    expect(body).toEqual(card);
  });

  it.each(["get", "change", "cancel", "recover"] as const)(
    "is not found, and its id is checked: %s",
    async (name) => {
      if (name !== "change")
        expect((await calling((it) => it.subscriptions[name]("a/b"))).sent).toBeUndefined();
      const plain = (it: Client) =>
        name === "change"
          ? it.subscriptions.change("1", { price: [{ amountMinor: 1, currency: "EUR" }] })
          : it.subscriptions[name]("1");
      const { outcome } = await calling(plain, json(404, { message: "no" }));
      expect(outcome).toMatchObject({ code: "not_found", missing: "subscription" });
    },
  );

  it("may have changed if a change got no response; a read without a response changed nothing", async () => {
    const changed = await failureOf(clientOf(await gatewayWith(reset)).subscriptions.cancel("1"));
    expect(changed).toMatchObject({ outcome: "unknown" });
    expect(changed.message).toContain("Check whether it was done before you call again");
    const reading = clientOf(await gatewayWith(reset), { maxRetries: 0 }).subscriptions.get("1");
    expect(await failureOf(reading)).toMatchObject({ outcome: "read_failed" });
  });
});
