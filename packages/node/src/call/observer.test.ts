import { describe, expect, it } from "vitest";
import {
  clientOf,
  failureOf,
  gatewayWith,
  hang,
  json,
  pay,
  reset,
  successBody,
} from "../gateway.test-server.ts";
import { type ClientOptions, type ErrorEvent, isSecret, responseOf } from "../index.ts";

const payment = { operation: "payment", method: "POST", path: "/payment", idempotencyKey: "key-1" };

/** Collects the events of hooks and logger. */
function listeners() {
  const events: [string, object][] = [];
  const options: Partial<ClientOptions> = {
    onRequest: (event) => events.push(["request", event]),
    onResponse: (event) => events.push(["response", event]),
    onError: (event) => events.push(["error", event]),
    logger: {
      debug: (message, details) => events.push([`debug ${message}`, details ?? {}]),
      warn: (message, details) => events.push([`warn ${message}`, details ?? {}]),
    },
  };
  return {
    events,
    options,
    of: (name: string) => events.filter(([it]) => it === name).map(([, event]) => event),
  };
}

describe("hooks and logger", () => {
  it("get each attempt with operation, path, status, elapsed time and request id", async () => {
    const { options, of, events } = listeners();
    const gateway = await gatewayWith(json(429, { message: "slow down" }), json(201, successBody));
    await pay(gateway, options, { idempotencyKey: "key-1" });
    expect(of("request")).toEqual([
      { ...payment, attempt: 1 },
      { ...payment, attempt: 2 },
    ]);
    expect(of("response")).toEqual([
      { ...payment, attempt: 1, status: 429, elapsedMs: expect.any(Number) },
      { ...payment, attempt: 2, status: 201, elapsedMs: expect.any(Number) },
    ]);
    expect(of("error")).toEqual([
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
    const logged = events.map(([name]) => name).filter((name) => /^(debug|warn)/.test(name));
    expect(logged).toHaveLength(5);
    expect(logged[2]).toMatch(
      /^warn cardpane: payment POST \/payment, attempt 1: rate_limited \(rejected\) after/,
    );
  });

  it("get a lost connection as an error without a status, and no response", async () => {
    const { options, of } = listeners();
    await failureOf(pay(await gatewayWith(reset), options));
    expect(of("response")).toEqual([]);
    expect(of("error")).toMatchObject([{ code: "connection_lost", outcome: "unknown", willRetry: false }]);
    expect((of("error")[0] as ErrorEvent).status).toBeUndefined();
  });

  it("get no API key, no card data, no query and no id of a path", async () => {
    const { options, events } = listeners();
    const gateway = await gatewayWith(
      json(400, { message: "4242424242424242", errors: { cvv: "123 is wrong" } }),
    );
    const client = clientOf(gateway, { ...options, userId: 7 });
    await failureOf(pay(gateway, options));
    await failureOf(client.wallet.users.list({ email: "ada@example.com" }).page(1));
    await failureOf(client.wallet.accounts.get(987_654));
    const text = JSON.stringify(events);
    expect(text).toContain("/api/v1/payment-account/{id}");
    for (const secret of ["sk_test", "4242", "123 is wrong", "ada@", "987654"])
      expect(text).not.toContain(secret);
  });

  it("never break a payment when they throw", async () => {
    const fails = () => {
      throw new Error("hook");
    };
    const rejects = async () => fails();
    const gateway = await gatewayWith(json(429, {}), json(201, successBody));
    const logger = { debug: fails, warn: fails };
    const result = await pay(gateway, { onRequest: fails, onResponse: rejects, onError: fails, logger });
    expect(result.payment.status).toBe("success");
    expect(gateway.received).toHaveLength(2);
  });

  it("must be functions, and a logger must have both methods", () => {
    const create = (options: object) => () => clientOf({ baseUrl: "https://gateway.example.com" }, options);
    expect(create({ onRequest: "log" })).toThrow("onRequest must be a function");
    expect(create({ onError: {} })).toThrow("onError must be a function");
    expect(create({ logger: { debug: () => undefined } })).toThrow(
      "logger must have the methods debug and warn",
    );
  });
});

describe("the time limit of an attempt", () => {
  it("makes the outcome of a payment unknown, and repeats nothing", async () => {
    const gateway = await gatewayWith(hang, json(201, successBody));
    const attempts: unknown[] = [];
    const onRequest = (event: unknown) => attempts.push(event);
    const error = await failureOf(pay(gateway, { attemptTimeoutMs: 50, onRequest }));
    expect(error).toMatchObject({ code: "timeout", outcome: "unknown" });
    expect(error.message).toContain("did not respond within attemptTimeoutMs");
    // Counts attempts, not the gateway's requests: on a busy machine a request may arrive after the limit.
    expect(attempts).toHaveLength(1);
  });

  it("causes a retry under the same key if the gateway deduplicates, and a retry of reads", async () => {
    const paid = await gatewayWith(hang, json(201, successBody));
    await pay(paid, { attemptTimeoutMs: 200, onUnknown: "repeat-same-id" });
    const [first, second] = paid.received.map(({ headers }) => headers["x-request-id"]);
    expect(second).toBe(first);
    const page = { data: [], links: {}, meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 0 } };
    const list = await gatewayWith(hang, json(200, page));
    const users = clientOf(list, { maxRetries: 1 }).wallet.users.list({}, { attemptTimeoutMs: 200 });
    expect((await users.page(1)).data).toEqual([]);
  });

  it("is overridden by the time limit and the signal of the whole call", async () => {
    const whole = await failureOf(pay(await gatewayWith(hang), { attemptTimeoutMs: 5_000, timeoutMs: 50 }));
    expect(whole.message).toContain("did not respond in time");
    const signal = AbortSignal.timeout(50);
    const aborted = await failureOf(pay(await gatewayWith(hang), { attemptTimeoutMs: 5_000 }, { signal }));
    expect(aborted).toMatchObject({ code: "aborted", outcome: "unknown" });
  });

  it("must be a whole number", async () => {
    expect(() => clientOf({ baseUrl: "https://gateway.example.com" }, { attemptTimeoutMs: 0 })).toThrow(
      "attemptTimeoutMs must be a whole number from 1",
    );
    const gateway = await gatewayWith(json(201, successBody));
    expect((await failureOf(pay(gateway, {}, { attemptTimeoutMs: 1.5 }))).errors).toHaveProperty(
      "attemptTimeoutMs",
    );
    expect(gateway.received).toHaveLength(0);
  });
});

describe("the raw response", () => {
  it("is available for each result, with its body as a Secret", async () => {
    const gateway = await gatewayWith(
      json(429, {}),
      json(201, successBody, { "X-Correlation-ID": "c-1", "Set-Cookie": "a=b" }),
    );
    const result = await pay(gateway, {}, { idempotencyKey: "key-1" });
    const response = responseOf(result);
    expect(response).toMatchObject({ status: 201, idempotencyKey: "key-1", attempts: 2 });
    expect(response?.headers["x-correlation-id"]).toBe("c-1");
    expect(response?.headers).not.toHaveProperty("set-cookie");
    expect(isSecret(response?.body)).toBe(true);
    expect(JSON.stringify(response)).not.toContain("100000002");
    expect(response?.body.reveal()).toEqual(successBody);
    expect(responseOf({ ...result })).toBeUndefined();
  });

  it("is available for a page of a list", async () => {
    const page = { data: [], links: {}, meta: { currentPage: 1, lastPage: 1, perPage: 50, total: 0 } };
    const { wallet } = clientOf(await gatewayWith(json(200, page)));
    expect(responseOf(await wallet.users.list().page(1))?.status).toBe(200);
  });
});
