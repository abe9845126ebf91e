/** The client against a real socket: the error and outcome of each kind of failure. */
import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import {
  type Answer,
  failureOf,
  gatewayWith,
  hang,
  json,
  pay,
  reset,
  resetInBody,
  successBody,
} from "../gateway.test-server.ts";

const slowHeaders: Answer = (_, socket) => {
  socket.write("HTTP/1.1 201 Created\r\nContent-Ty");
};
const slowBody: Answer = (response) => {
  response.writeHead(201, { "content-type": "application/json" });
  response.write('{"payment":{');
};

describe("a failure on the wire", () => {
  it.each([
    ["names the key that this call made itself", { "X-Request-ID": "is too long" }, {}],
    ["names a field", { "paymentSource.number": "is wrong" }, { idempotencyKey: "r-1" }],
  ])("is a refusal of this payment where it %s", async (_, errors, options) => {
    const error = await failureOf(pay(await gatewayWith(json(400, { errors })), {}, options));
    expect(error).toMatchObject({ name: "RejectedError", outcome: "rejected", code: "bad_request" });
  });

  it.each([
    ["a reset", reset, "connection_lost", undefined],
    ["a reset in the middle of the answer", resetInBody, "connection_lost", 201],
    ["a status of 500", json(500, { message: "Internal server error" }), "gateway_error", 500],
    ["a status of 503 with Retry-After", json(503, {}, { "retry-after": "0" }), "gateway_error", 503],
    ["malformed JSON", json(201, '{"payment":'), "unreadable_answer", 201],
    ["an empty answer", json(201, ""), "unreadable_answer", 201],
    ["another object", json(201, { ok: true }), "unreadable_answer", 201],
    [
      "a payment without what decides",
      json(201, { ...successBody, payment: { status: "paid" } }),
      "unreadable_answer",
      201,
    ],
    ["an answer without end", json(201, `"${"x".repeat(2_000_000)}"`), "connection_lost", 201],
    ["another status of success without a result", json(200, { ok: true }), "unexpected_status", 200],
    ["a conflict", json(409, { message: "in progress" }), "conflict", 409],
    [
      "a key that another request was made under",
      json(400, {
        message: "Bad Request",
        errors: { "x-request-id": "was used before with a different body" },
      }),
      "conflict",
      400,
    ],
  ] as const)("leaves the outcome unknown, and is not sent again: %s", async (_, answer, code, status) => {
    const gateway = await gatewayWith(answer);
    const error = await failureOf(pay(gateway, {}, { idempotencyKey: "r-1" }));
    expect(error).toMatchObject({
      name: "UnknownOutcomeError",
      outcome: "unknown",
      code,
      retryable: false,
      idempotencyKey: "r-1",
    });
    expect(error.gatewayStatus).toBe(status);
    expect(error.message).toContain("The payment may have been made.");
    expect(error.idempotencyKey).toBe("r-1");
    // This gateway is not known to deduplicate, so the message must not advise to repeat a payment that may have been charged.
    expect(error.message).toContain("Do not pay again, under any key");
    expect(error.message).not.toMatch(/call create|same call again/);
    expect(gateway.received).toHaveLength(1);
  });

  it("is to be repeated under the same key only where the client knows that the gateway deduplicates [T-P21]", async () => {
    const gateway = await gatewayWith(json(500, {}));
    const error = await failureOf(pay(gateway, { onUnknown: "repeat-same-id", maxRetries: 0 }));
    expect(error.message).toContain("make the same call again with { idempotencyKey: error.idempotencyKey }");
    expect(error.message).toContain("never with another key");
  });

  it.each([301, 302, 303, 307, 308])(
    "a redirect (%i) is not followed, with the key or without",
    async (status) => {
      const elsewhere = await gatewayWith(json(201, successBody));
      const gateway = await gatewayWith(json(status, {}, { location: `${elsewhere.baseUrl}/payment` }));
      expect(await failureOf(pay(gateway))).toMatchObject({
        code: "redirected",
        outcome: "unknown",
        gatewayStatus: status,
      });
      expect(elsewhere.received).toHaveLength(0);
    },
  );

  it.each([
    ["no answer", hang, "asked"],
    ["headers that never end", slowHeaders, "asked"],
    ["a body that never ends", slowBody, "answered"],
  ] as const)("settles at its deadline: %s [T-P20]", async (_, answer, when) => {
    const slept: number[] = [];
    let deadline = () => {};
    const clock = {
      now: () => 0,
      sleep: (ms: number) => {
        slept.push(ms);
        return new Promise<void>((resolve) => {
          deadline = resolve;
        });
      },
    };
    // The deadline fires when the call has reached this step, however long that takes on this machine.
    const gateway = await gatewayWith((...asked) => {
      answer(...asked);
      if (when === "asked") setImmediate(deadline);
    });
    const fetch: typeof globalThis.fetch = async (...asked) => {
      const response = await globalThis.fetch(...asked);
      setImmediate(deadline);
      return response;
    };
    const error = await failureOf(pay(gateway, { clock, fetch, timeoutMs: 150 }));
    expect(error).toMatchObject({ code: "timeout", outcome: "unknown", actor: "network" });
    expect(slept).toEqual([150]);
    expect(gateway.received).toHaveLength(1);
  });

  it("settles at its deadline even if fetch ignores the signal", async () => {
    const fetch = (() => new Promise(() => undefined)) as typeof globalThis.fetch;
    const error = await failureOf(pay({ baseUrl: "https://gateway.example.com" }, { fetch, timeoutMs: 50 }));
    expect(error).toMatchObject({ code: "timeout", outcome: "unknown" });
  });

  it("is a refusal: no payment, fields named, not sent again", async () => {
    const body = { message: "Bad Request", errors: { "sku.siteId": "is not known" } };
    const gateway = await gatewayWith(json(400, body));
    expect(await failureOf(pay(gateway))).toMatchObject({
      name: "RejectedError",
      code: "bad_request",
      outcome: "rejected",
      gatewayStatus: 400,
      errors: { "sku.siteId": "is not known" },
    });
    expect(gateway.received).toHaveLength(1);
  });

  it.each([
    [401, "unauthorized"],
    [403, "forbidden"],
    [404, "not_found"],
  ])("is a refusal without a body that can be read (%i)", async (status, code) => {
    const gateway = await gatewayWith(json(status, "<html>"));
    expect(await failureOf(pay(gateway))).toMatchObject({ code, outcome: "rejected", gatewayStatus: status });
  });
});

describe("a refused connection", () => {
  /** Returns a port without a listener. */
  async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    return typeof address === "object" && address ? address.port : 0;
  }

  it("is retried, then reported as not sent", async () => {
    let calls = 0;
    const fetch: typeof globalThis.fetch = (input, init) => {
      calls += 1;
      return globalThis.fetch(input, init);
    };
    const baseUrl = `http://127.0.0.1:${await freePort()}`;
    const error = await failureOf(pay({ baseUrl }, { fetch }));
    expect(error).toMatchObject({
      name: "NotSentError",
      code: "connection_failed",
      outcome: "not_sent",
      networkCode: "ECONNREFUSED",
      retryable: true,
    });
    expect(calls).toBe(3);
  });

  it("that a retry overcomes ends in a payment, under the idempotency key of the call", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const ids: unknown[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      ids.push(new Headers(init?.headers).get("x-request-id"));
      if (ids.length > 1) return globalThis.fetch(input, init);
      const cause = Object.assign(new Error(), { code: "ECONNREFUSED", syscall: "connect" });
      return Promise.reject(new TypeError("fetch failed", { cause }));
    };
    expect(await pay(gateway, { fetch })).toMatchObject(successBody);
    expect(new Set(ids).size).toBe(1);
    expect(gateway.received).toHaveLength(1);
  });
});
