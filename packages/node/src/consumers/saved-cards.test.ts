import { exampleSavedCard } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { clientOf, failureOf, gatewayWith, json, reset } from "../gateway.test-server.ts";

const id = exampleSavedCard.paymentAccountId;

describe("saved cards of a consumer", () => {
  it("are listed, masked", async () => {
    const odd = { paymentAccountId: 77, number: "4242424242424242", expirationMonth: 3, disabled: "1" };
    const gateway = await gatewayWith(json(200, [exampleSavedCard, odd, { brand: "visa" }, null]));
    const cards = await clientOf(gateway).savedCards.list("100000003");
    expect(gateway.received[0]?.url).toBe("/consumer/100000003/paymentAccounts");
    expect(cards).toEqual([
      exampleSavedCard,
      { paymentAccountId: "77", number: "424242******4242", expirationMonth: "03", disabled: true },
    ]);
  });

  it.each([
    { paymentAccounts: [exampleSavedCard] },
    { data: [exampleSavedCard] },
    { paymentAccounts: { "0": exampleSavedCard } },
    { "0": exampleSavedCard },
  ])("are listed from a field of the body, or by index: %j", async (body) => {
    const gateway = await gatewayWith(json(200, body));
    expect(await clientOf(gateway).savedCards.list("100000003")).toEqual([exampleSavedCard]);
  });

  it.each([[], {}, { paymentAccounts: [] }, { data: {} }])("are none: %j", async (body) => {
    expect(await clientOf(await gatewayWith(json(200, body))).savedCards.list("1")).toEqual([]);
  });

  it("that cannot be read are a failed read, and of an unknown consumer not found", async () => {
    const unread = clientOf(await gatewayWith(json(200, { cards: 1 })), { maxRetries: 0 }).savedCards;
    expect(await failureOf(unread.list("1"))).toMatchObject({ outcome: "read_failed" });
    const unknown = clientOf(await gatewayWith(json(404, {}))).savedCards;
    expect(await failureOf(unknown.list("1"))).toMatchObject({ code: "not_found", missing: "consumer" });
    expect((await failureOf(unknown.list("a/b"))).errors).toHaveProperty("consumerId");
  });

  it.each(["enable", "disable"] as const)("%s accepts any 2xx, also without a body", async (name) => {
    const gateway = await gatewayWith(
      json(200, {}),
      (response) => response.writeHead(204).end(),
      json(404, {}),
    );
    const { savedCards } = clientOf(gateway);
    await expect(savedCards[name](id)).resolves.toBeUndefined();
    await expect(savedCards[name](id)).resolves.toBeUndefined();
    expect(gateway.received[0]).toMatchObject({
      method: "POST",
      url: `/paymentAccount/${id}/${name}`,
      body: "{}",
    });
    expect(await failureOf(savedCards[name](id))).toMatchObject({ code: "not_found", missing: "card" });
    expect((await failureOf(savedCards[name](""))).errors).toHaveProperty("paymentAccountId");
    const lost = clientOf(await gatewayWith(reset)).savedCards;
    expect(await failureOf(lost[name](id))).toMatchObject({ outcome: "unknown" });
  });
});

describe("senders of notifications", () => {
  it.each([
    ["a list", ["203.0.113.7", "2001:db8::/32"]],
    ["a list of objects", [{ ip: "203.0.113.7" }, { ip: "2001:db8::/32" }, {}]],
    ["a list below a name", { ips: ["203.0.113.7", "2001:db8::/32"] }],
    ["a list by index", { ips: { "0": "203.0.113.7", "1": "2001:db8::/32" } }],
    ["a body by index", { "1": { ip: "2001:db8::/32" }, "0": "203.0.113.7" }],
  ])("are read from %s", async (_, body) => {
    const gateway = await gatewayWith(json(200, body));
    expect(await clientOf(gateway).senders.list()).toEqual(["203.0.113.7", "2001:db8::/32"]);
    expect(gateway.received[0]).toMatchObject({ method: "GET", url: "/ips" });
  });

  it.each([
    ["text", "no"],
    ["another object", { data: { message: "maintenance" } }],
  ])("that cannot be read are a failed read: %s", async (_, body) => {
    const { senders } = clientOf(await gatewayWith(json(200, body)), { maxRetries: 0 });
    expect(await failureOf(senders.list())).toMatchObject({ outcome: "read_failed" });
  });

  it("follow an override of the path", async () => {
    const gateway = await gatewayWith(json(200, []));
    const operations = { listSenders: { path: "/v2/senders" }, listSavedCards: { path: "/cards" } };
    const client = clientOf(gateway, { operations });
    await client.senders.list();
    await client.savedCards.list("100000003");
    expect(gateway.received.map(({ url }) => url)).toEqual(["/v2/senders", "/cards?id=100000003"]);
  });
});
