import { describe, expect, it } from "vitest";
import { clientOf, failureOf, gatewayWith, json, pay, reset, successBody } from "../gateway.test-server.ts";
import type { AttemptLog, ClientOptions } from "../index.ts";

const payment = { operation: "payment", method: "POST", path: "/payment", idempotencyKey: "key-1" };

/** Collects what a logger gets. */
function listeners() {
  const events: [string, object][] = [];
  const options: Partial<ClientOptions> = {
    logger: {
      debug: (message, details) => events.push([`debug ${message}`, details ?? {}]),
      warn: (message, details) => events.push([`warn ${message}`, details ?? {}]),
    },
  };
  return {
    events,
    options,
    of: (pattern: RegExp) => events.filter(([it]) => pattern.test(it)).map(([, event]) => event),
  };
}

const requests = /^debug .*attempt \d+$/;
const responses = /^debug .* after \d+ ms$/;
const failures = /^warn/;

describe("a logger", () => {
  it("gets each attempt with operation, path, status, elapsed time and request id", async () => {
    const { options, of, events } = listeners();
    const gateway = await gatewayWith(json(429, { message: "slow down" }), json(201, successBody));
    await pay(gateway, options, { idempotencyKey: "key-1" });
    expect(of(requests)).toEqual([
      { ...payment, attempt: 1 },
      { ...payment, attempt: 2 },
    ]);
    expect(of(responses)).toEqual([
      { ...payment, attempt: 1, status: 429, elapsedMs: expect.any(Number) },
      { ...payment, attempt: 2, status: 201, elapsedMs: expect.any(Number) },
    ]);
    expect(of(failures)).toEqual([
      {
        ...payment,
        attempt: 1,
        status: 429,
        elapsedMs: expect.any(Number),
        code: "rate_limited",
        outcome: "rejected",
        willRetry: true,
      },
    ]);
    const logged = events.map(([name]) => name);
    expect(logged).toHaveLength(5);
    expect(logged[2]).toMatch(
      /^warn cardpane: payment POST \/payment, attempt 1: rate_limited \(rejected\) after/,
    );
  });

  it("gets a lost connection as an error without a status, and no response", async () => {
    const { options, of } = listeners();
    await failureOf(pay(await gatewayWith(reset), options));
    expect(of(responses)).toEqual([]);
    expect(of(failures)).toMatchObject([{ code: "connection_lost", outcome: "unknown", willRetry: false }]);
    expect((of(failures)[0] as AttemptLog).status).toBeUndefined();
  });

  it("gets no API key, no card data, no query and no id of a path", async () => {
    const { options, events } = listeners();
    const gateway = await gatewayWith(
      json(400, { message: "4242424242424242", errors: { cvv: "123 is wrong" } }),
    );
    const client = clientOf(gateway, options);
    await failureOf(pay(gateway, options));
    await failureOf(client.wallet.users.list({ email: "ada@example.com" }).page(1));
    await failureOf(client.wallet.forUser(7).accounts.get(987_654));
    const text = JSON.stringify(events);
    expect(text).toContain("/api/v1/payment-account/{id}");
    for (const secret of ["sk_test", "4242", "123 is wrong", "ada@", "987654"])
      expect(text).not.toContain(secret);
  });

  it("never breaks a payment when it throws", async () => {
    const fails = () => {
      throw new Error("logger");
    };
    const rejects = async () => fails();
    const gateway = await gatewayWith(json(429, {}), json(201, successBody));
    const result = await pay(gateway, { logger: { debug: fails, warn: rejects } });
    expect(result.payment.status).toBe("success");
    expect(gateway.received).toHaveLength(2);
  });

  it("must have both methods", () => {
    const create = (options: object) => () => clientOf({ baseUrl: "https://gateway.example.com" }, options);
    expect(create({ logger: { debug: () => undefined } })).toThrow(
      "logger must have the methods debug and warn",
    );
  });
});
