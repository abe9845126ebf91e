/** The client against a real socket: when it retries a call, and when it stops. */
import { describe, expect, it } from "vitest";
import {
  clientOf,
  failureOf,
  gatewayWith,
  hang,
  json,
  pay,
  reset,
  resetInBody,
  successBody,
  validRequest,
} from "../gateway.test-server.ts";

describe("a busy gateway (429)", () => {
  it("is called again with the same key and body, after the time of Retry-After", async () => {
    const slept: number[] = [];
    const clock = {
      now: () => 0,
      sleep: async (ms: number, signal: AbortSignal) => {
        slept.push(ms);
        if (ms === 80_000) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const gateway = await gatewayWith(
      json(429, {}, { "retry-after": "7" }),
      json(429, {}),
      json(201, successBody),
    );
    expect(await pay(gateway, { clock })).toMatchObject(successBody);
    expect(slept).toEqual([80_000, 7_000, 250]);
    expect(new Set(gateway.received.map((request) => request.headers["x-request-id"])).size).toBe(1);
    expect(new Set(gateway.received.map((request) => request.body)).size).toBe(1);
  });

  it("gives a payment 80 seconds and a call that only reads 30, or both what the client says", async () => {
    const limitsOf = async (timeoutMs?: number) => {
      const slept: number[] = [];
      const sleep = async (ms: number) => {
        slept.push(ms);
        await new Promise(() => undefined);
      };
      const gateway = await gatewayWith(json(201, successBody), json(200, []));
      const client = clientOf(gateway, { timeoutMs, clock: { now: () => 0, sleep } });
      await client.payments.create(validRequest());
      await client.wallet.forUser(7).accounts.list().toArray();
      return slept;
    };
    expect(await limitsOf()).toEqual([80_000, 30_000]);
    expect(await limitsOf(5_000)).toEqual([5_000, 5_000]);
  });

  it("is not waited for past the deadline", async () => {
    const gateway = await gatewayWith(json(429, {}, { "retry-after": "81" }));
    expect(await failureOf(pay(gateway))).toMatchObject({
      code: "rate_limited",
      outcome: "rejected",
      retryable: true,
    });
    expect(gateway.received).toHaveLength(1);
  });

  it.each([0, 1, 3])("is called again at most %i times", async (maxRetries) => {
    const gateway = await gatewayWith(json(429, {}));
    const clock = {
      now: () => 0,
      sleep: (ms: number, signal: AbortSignal) =>
        ms < 30_000
          ? Promise.resolve()
          : new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve())),
    };
    await failureOf(pay(gateway, { clock }, { maxRetries }));
    expect(gateway.received).toHaveLength(maxRetries + 1);
  });
});

describe("a signal", () => {
  it.each([
    ["its controller", new AbortController()],
    ["an object", {}],
    ["a text", "x"],
    ["a number", 1],
    ["null", null],
  ])("that is %s is refused, and sends nothing", async (_, signal) => {
    const gateway = await gatewayWith(json(201, successBody));
    const error = await failureOf(pay(gateway, {}, { signal: signal as never }));
    expect(error).toMatchObject({ code: "invalid_request", errors: { signal: expect.any(String) } });
    expect(gateway.received).toHaveLength(0);
  });

  it("that was aborted before sends nothing", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const error = await failureOf(pay(gateway, {}, { signal: AbortSignal.abort() }));
    expect(error).toMatchObject({ name: "NotSentError", code: "aborted", outcome: "not_sent" });
    expect(gateway.received).toHaveLength(0);
  });

  it("that aborts under way leaves the outcome unknown", async () => {
    const controller = new AbortController();
    const gateway = await gatewayWith(() => controller.abort(new Error("4242424242424242")));
    const error = await failureOf(pay(gateway, {}, { signal: controller.signal }));
    expect(error).toMatchObject({ name: "UnknownOutcomeError", code: "aborted", outcome: "unknown" });
    expect(error.message).not.toContain("4242");
  });

  it("that aborts during the wait before a retry ends the call immediately: no payment was made", async () => {
    const controller = new AbortController();
    const gateway = await gatewayWith(json(429, {}, { "retry-after": "20" }));
    const clock = {
      now: () => 0,
      sleep: (ms: number, signal: AbortSignal) => {
        if (ms === 20_000) setImmediate(() => controller.abort());
        return new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
      },
    };
    const error = await failureOf(pay(gateway, { clock }, { signal: controller.signal }));
    expect(error).toMatchObject({ code: "aborted", outcome: "rejected" });
    expect(gateway.received).toHaveLength(1);
  });

  it("has no listener of the call after the call has ended", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const gateway = await gatewayWith(json(201, successBody));
    await pay(gateway, {}, { signal });
    expect(listeners).toBe(0);
  });
});

describe("a gateway that answers the same id with the original result", () => {
  const repeat = { onUnknown: "repeat-same-id" } as const;

  it.each([
    ["a reset", reset],
    ["a reset in the answer", resetInBody],
    ["a 500", json(500, {})],
    ["an answer that cannot be read", json(201, "{")],
  ])("may be called again after %s", async (_, answer) => {
    const gateway = await gatewayWith(answer, json(201, successBody));
    expect(await pay(gateway, repeat)).toMatchObject(successBody);
    const [first, second] = gateway.received;
    expect(second?.headers["x-request-id"]).toBe(first?.headers["x-request-id"]);
    expect(second?.body).toBe(first?.body);
  });

  it("leaves an unknown outcome unknown after a later refusal", async () => {
    const gateway = await gatewayWith(json(500, {}), json(400, { message: "Bad Request" }));
    expect(await failureOf(pay(gateway, repeat))).toMatchObject({
      outcome: "unknown",
      code: "gateway_error",
      gatewayStatus: 500,
    });
    expect(gateway.received).toHaveLength(2);
  });

  it("leaves an unknown outcome unknown after the deadline", async () => {
    const gateway = await gatewayWith(json(500, {}), hang);
    expect(await failureOf(pay(gateway, { ...repeat, timeoutMs: 600 }))).toMatchObject({
      outcome: "unknown",
      code: "timeout",
    });
  });

  it("can be called again by the merchant: the same request under the key of the error", async () => {
    const gateway = await gatewayWith(reset, json(201, successBody));
    const { payments } = clientOf(gateway);
    const request = validRequest();
    const error = await failureOf(payments.create(request));
    expect(await payments.create(request, { idempotencyKey: error.idempotencyKey })).toMatchObject(
      successBody,
    );
    expect(gateway.received[1]?.headers["x-request-id"]).toBe(gateway.received[0]?.headers["x-request-id"]);
  });
});
