/** A customer's session: login, allowed operations, and that its secrets are never printed. */
import { inspect } from "node:util";
import { exampleAccount, exampleTransaction, exampleUser } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { apiKey, clientOf, failureOf, json } from "../gateway.test-server.ts";
import { Secret } from "../index.ts";
import { credentials, handClock, list, open, payment } from "./session.test-open.ts";
import { gatewayOf, pageOf, pairOf, routeOf, startSessionGateway } from "./wallet.test-gateway.ts";

describe("a login", () => {
  it("logs in with the key, and acts with the token", async () => {
    const gateway = await startSessionGateway();
    const { session } = await open(gateway);
    expect(await list(session)).toEqual([]);
    expect(session.userId).toBe(7);
    expect(gateway.received.map((request) => [routeOf(request), request.headers.authorization])).toEqual([
      ["POST /api/v1/auth", apiKey],
      ["GET /api/v1/payment-account", "Bearer access-token-1"],
    ]);
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toEqual(credentials);
    expect(gateway.received[1]?.url).not.toContain("clientId");
  });

  it("needs no id of the user", async () => {
    const gateway = await startSessionGateway();
    const { session } = await open(gateway, { login: { userId: undefined } });
    expect(session.userId).toBeUndefined();
    expect(gateway.received.map(routeOf)).toEqual(["POST /api/v1/auth"]);
  });

  it("uses up no code if it is invalid", async () => {
    const gateway = await gatewayOf(() => json(500, {}));
    const { wallet } = clientOf(gateway, { maxRetries: 0 });
    expect(await failureOf(wallet.login({ email: "ada", code: "1" }))).toMatchObject({
      code: "invalid_request",
      errors: { email: "must be an e-mail address", code: "must have exactly 6 characters" },
    });
    expect(await failureOf(wallet.login(credentials, { userId: 0 }))).toMatchObject({
      code: "invalid_request",
      errors: { userId: expect.any(String) },
    });
    expect(gateway.received).toHaveLength(0);
  });

  it("does everything that a customer may, without naming the user", async () => {
    const gateway = await startSessionGateway((request) => {
      const route = routeOf(request);
      if (route === "GET /api/v1/user/7") return json(200, exampleUser);
      if (route === "GET /api/v1/transaction") return json(200, pageOf([exampleTransaction]));
      if (route.endsWith("/refill")) return json(201, { result: "processing", action: "redirect", code: 0 });
      if (route.includes("payment-account") && !route.endsWith("top-up")) {
        return json(request.method === "POST" ? 201 : 200, exampleAccount);
      }
      return json(request.method === "GET" || route.endsWith("/void") ? 200 : 201, exampleTransaction);
    });
    const { session } = await open(gateway);
    await session.user();
    await session.accounts.create({ method: "card", system: "gate", currency: "EUR" });
    await session.accounts.get(9);
    await session.accounts.update(9, { name: "Main" });
    await session.transactions.list({ status: "fail" }).toArray();
    await session.transactions.get(11);
    await session.transactions.void(11);
    await session.topUps.create(9, { amountMinor: 500, currency: "EUR" });
    await session.payments.create(payment);
    await session.refills.create(9, {
      name: "Refill",
      amountMinor: 500,
      currency: "EUR",
      consumer: { ip: "203.0.113.7" },
    });
    const own = gateway.received.slice(1);
    expect(own).toHaveLength(10);
    for (const { url, body, headers } of own) {
      expect(`${url}${body}`).not.toContain("clientId");
      expect(headers.authorization).toBe("Bearer access-token-1");
    }
    const error = await failureOf(session.payments.create({ ...payment, userId: 8 } as never));
    expect(error.errors).toEqual({ userId: "must be left out: this wallet is one user's" });
  });
});

describe("nothing of a session is printed", () => {
  const secrets = ["access-token-", "refresh-token-", credentials.code, apiKey];
  const printed = (value: unknown) =>
    [
      inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
      JSON.stringify(value),
      String(value),
    ].join("\n");
  const expectNone = (value: unknown) => {
    const text = printed(value);
    expect(text.length).toBeGreaterThan(10);
    for (const secret of secrets) expect(text).not.toContain(secret);
  };

  it("by the session and its tokens", async () => {
    const { session } = await open(await startSessionGateway());
    expectNone(session);
    expectNone({ tokens: session.tokens });
    expect(`${session.tokens}`).toBe("[secret]");
    expect(JSON.stringify({ tokens: session.tokens })).toBe('{"tokens":"[secret]"}');
    expect(inspect(new Secret("x"), { showHidden: true })).toBe("[secret]");
  });

  it.each<[string, string, number]>([
    ["a login that is refused", "POST /api/v1/auth", 401],
    ["a login that fails", "POST /api/v1/auth", 500],
    ["a refresh that is refused", "POST /api/v1/auth/7/refresh", 403],
    ["a refresh that fails", "POST /api/v1/auth/7/refresh", 500],
    ["a call that is refused", "GET /api/v1/payment-account", 400],
    ["a call that fails", "GET /api/v1/payment-account", 500],
  ])("by the error of %s, even if the gateway echoes the whole request", async (_, route, status) => {
    const gateway = await gatewayOf((request) => {
      const echo = `${JSON.stringify(request.headers)} ${request.body}`;
      if (routeOf(request) === route) return json(status, { message: echo, errors: { x: echo } });
      return json(200, request.url?.endsWith("/auth") ? pairOf(1) : []);
    });
    const clock = handClock();
    const call = async () => {
      const session = await clientOf(gateway, { clock, maxRetries: 0 }).wallet.login(credentials, {
        userId: 7,
      });
      if (route.endsWith("refresh")) clock.time += 3_600_000;
      await list(session);
    };
    expectNone(await failureOf(call()));
  });
});
