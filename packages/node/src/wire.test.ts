/** The client against a real socket: what goes over the wire, and what each way to fail ends in. */
import { createServer } from "node:net";
import { exampleRequest, exampleSources } from "@cardpane/contract/testing";
import { afterEach, describe, expect, it } from "vitest";
import { createClient } from "./client.ts";
import { type CardpaneError, isCardpaneError } from "./errors.ts";
import { type Answer, json, startGateway, successBody, type TestGateway } from "./gateway.test-server.ts";
import type { ClientOptions, RequestOptions } from "./settings.ts";

const apiKey = "sk_test_4f9a8c7b6d5e";
const open: TestGateway[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((gateway) => gateway.close()));
});

async function gatewayWith(...answers: readonly Answer[]): Promise<TestGateway> {
  const gateway = await startGateway(...answers);
  open.push(gateway);
  return gateway;
}

/** Retries at once: how long they wait is tested with the rules. */
function clientOf(gateway: { readonly baseUrl: string }, options: Partial<ClientOptions> = {}) {
  return createClient({ apiKey, baseUrl: gateway.baseUrl, random: () => 0, ...options });
}

async function failureOf(promise: Promise<unknown>): Promise<CardpaneError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (isCardpaneError(error)) return error;
  throw new Error("expected a CardpaneError", { cause: error });
}

const pay = (
  gateway: { readonly baseUrl: string },
  options?: Partial<ClientOptions>,
  call?: RequestOptions,
) => clientOf(gateway, options).payments.create(exampleRequest(), call);

const hang: Answer = () => undefined;
const reset: Answer = (_, socket) => socket.resetAndDestroy();
const resetInBody: Answer = (response, socket) => {
  response.writeHead(201, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"payment":{', () => socket.resetAndDestroy());
};
const slowHeaders: Answer = (_, socket) => {
  socket.write("HTTP/1.1 201 Created\r\nContent-Ty");
};
const slowBody: Answer = (response) => {
  response.writeHead(201, { "content-type": "application/json" });
  response.write('{"payment":{');
};

describe("a payment on the wire", () => {
  it("goes to the operation's address with the raw key and a request id", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const result = await pay(gateway, {}, { requestId: "order-1-try-1" });
    expect(result).toEqual(successBody);
    expect(gateway.received).toHaveLength(1);
    expect(gateway.received[0]).toMatchObject({
      method: "POST",
      url: "/payment",
      headers: {
        authorization: apiKey,
        "content-type": "application/json",
        accept: "application/json",
        "x-request-id": "order-1-try-1",
        "user-agent": expect.stringMatching(/^cardpane-node\/\d/),
      },
    });
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toEqual(exampleRequest());
  });

  it.each(Object.values(exampleSources))("is made from $type", async (source) => {
    const gateway = await gatewayWith(json(201, successBody));
    await clientOf(gateway).payments.create(exampleRequest(source));
    expect(JSON.parse(gateway.received[0]?.body ?? "").paymentSource).toEqual(source);
  });

  it("that is declined is a result", async () => {
    const declined = { ...successBody, payment: { ...successBody.payment, status: "fail", code: "5051" } };
    const gateway = await gatewayWith(json(201, declined));
    expect(await pay(gateway)).toEqual(declined);
  });

  it("follows the merchant's overrides of path and status", async () => {
    const gateway = await gatewayWith(json(200, successBody));
    await pay(
      { baseUrl: `${gateway.baseUrl}/v2/` },
      { operations: { payment: { path: "/pay", success: 200 } } },
    );
    expect(gateway.received[0]?.url).toBe("/v2/pay");
  });

  it("has a request id of its own for every call, made anew", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    await pay(gateway);
    await pay(gateway);
    const [first, second] = gateway.received.map((request) => request.headers["x-request-id"]);
    expect(first).toMatch(/^[0-9a-f-]{36}$/);
    expect(second).not.toBe(first);
  });

  it("uses the fetch it is given", async () => {
    const asked: (string | undefined)[] = [];
    const fetch = (async (url: unknown, init?: RequestInit) => {
      asked.push(String(url), init?.redirect);
      return Response.json(successBody, { status: 201 });
    }) as typeof globalThis.fetch;
    await pay({ baseUrl: "https://gateway.example.com" }, { fetch });
    expect(asked).toEqual(["https://gateway.example.com/payment", "manual"]);
  });
});

describe("what is not valid is never sent", () => {
  it("and is told by the field's path", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const request = {
      ...exampleRequest(),
      consumer: { ...exampleRequest().consumer, ip: "4242424242424242" },
    };
    const error = await failureOf(clientOf(gateway).payments.create(request, { requestId: "r-1" }));
    expect(error).toMatchObject({
      name: "NotSentError",
      code: "invalid_request",
      outcome: "not_sent",
      actor: "merchant",
      retryable: false,
      requestId: "r-1",
      errors: { "consumer.ip": "must be an IP address" },
      message:
        "The request is not valid: consumer.ip must be an IP address. Nothing was sent. Correct the fields in `errors` and call again. (invalid_request)",
    });
    expect(gateway.received).toHaveLength(0);
  });

  const circle: Record<string, unknown> = {};
  circle["self"] = circle;
  it.each([
    ["nothing", undefined],
    ["null", null],
    ["text", "4242424242424242"],
    ["a BigInt", { ...exampleRequest(), metadata: { n: 1n } }],
    ["a cycle", { ...exampleRequest(), metadata: circle }],
    [
      "a getter that throws",
      {
        get consumer() {
          throw new Error("4242424242424242");
        },
      },
    ],
  ])("%s", async (_, request) => {
    const gateway = await gatewayWith(json(201, successBody));
    const create = clientOf(gateway).payments.create as (input: unknown) => Promise<unknown>;
    const error = await failureOf(create(request));
    expect(error).toMatchObject({ code: "invalid_request", outcome: "not_sent" });
    expect(Object.keys(error.errors ?? {}).length).toBeGreaterThan(0);
    expect(error.message).not.toContain("4242");
    expect(gateway.received).toHaveLength(0);
  });

  it("fields that are undefined are left out, as JSON does", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const create = clientOf(gateway).payments.create as (input: unknown) => Promise<unknown>;
    await create({
      ...exampleRequest(),
      partialApproval: undefined,
      sku: { name: "mug-blue", price: undefined },
    });
    expect(JSON.parse(gateway.received[0]?.body ?? "").sku).toEqual({ name: "mug-blue" });
  });

  it.each(["", "a b", "x".repeat(129), "id\r\nX-Evil: 1", 7])("with the request id %j", async (requestId) => {
    const gateway = await gatewayWith(json(201, successBody));
    const error = await failureOf(pay(gateway, {}, { requestId } as RequestOptions));
    expect(error).toMatchObject({ code: "invalid_configuration", outcome: "not_sent" });
    expect(gateway.received).toHaveLength(0);
  });

  it.each([{ timeoutMs: 0 }, { timeoutMs: Number.NaN }, { maxRetries: 11 }])(
    "with the options %j",
    async (options) => {
      const gateway = await gatewayWith(json(201, successBody));
      expect(await failureOf(pay(gateway, {}, options))).toMatchObject({ code: "invalid_configuration" });
      expect(gateway.received).toHaveLength(0);
    },
  );
});

describe("a failure on the wire", () => {
  it.each([
    ["a reset", reset, "connection_lost", undefined],
    ["a reset in the middle of the answer", resetInBody, "connection_lost", 201],
    ["a status of 500", json(500, { message: "Internal server error" }), "gateway_error", 500],
    ["a status of 503 with Retry-After", json(503, {}, { "retry-after": "0" }), "gateway_error", 503],
    ["malformed JSON", json(201, '{"payment":'), "unreadable_answer", 201],
    ["an empty answer", json(201, ""), "unreadable_answer", 201],
    ["another object", json(201, { ok: true }), "unreadable_answer", 201],
    [
      "a status of payment that nobody knows",
      json(201, { ...successBody, payment: { status: "paid" } }),
      "unreadable_answer",
      201,
    ],
    ["an answer without end", json(201, `"${"x".repeat(2_000_000)}"`), "connection_lost", 201],
    ["another status of success", json(200, successBody), "unexpected_status", 200],
    ["a conflict", json(409, { message: "in progress" }), "conflict", 409],
  ] as const)("leaves the outcome unknown, and is not sent again: %s", async (_, answer, code, status) => {
    const gateway = await gatewayWith(answer);
    const error = await failureOf(pay(gateway, {}, { requestId: "r-1" }));
    expect(error).toMatchObject({
      name: "UnknownOutcomeError",
      outcome: "unknown",
      code,
      retryable: false,
      requestId: "r-1",
    });
    expect(error.status).toBe(status);
    expect(error.message).toContain("The payment may have been made.");
    expect(error.message).toContain("requestId: error.requestId");
    expect(gateway.received).toHaveLength(1);
  });

  it.each([301, 302, 303, 307, 308])(
    "a redirect (%i) is not followed, with the key or without",
    async (status) => {
      const elsewhere = await gatewayWith(json(201, successBody));
      const gateway = await gatewayWith(json(status, {}, { location: `${elsewhere.baseUrl}/payment` }));
      expect(await failureOf(pay(gateway))).toMatchObject({ code: "redirected", outcome: "unknown", status });
      expect(elsewhere.received).toHaveLength(0);
    },
  );

  it.each([
    ["no answer", hang],
    ["headers that never end", slowHeaders],
    ["a body that never ends", slowBody],
  ])("settles at its deadline: %s", async (_, answer) => {
    const gateway = await gatewayWith(answer);
    const startedAt = Date.now();
    const error = await failureOf(pay(gateway, { timeoutMs: 150 }));
    expect(Date.now() - startedAt).toBeLessThan(2_000);
    expect(error).toMatchObject({ code: "timeout", outcome: "unknown", actor: "network" });
    expect(gateway.received).toHaveLength(1);
  });

  it("settles at its deadline even where fetch does not heed the signal", async () => {
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
      status: 400,
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
    expect(await failureOf(pay(gateway))).toMatchObject({ code, outcome: "rejected", status });
  });
});

describe("a refused connection", () => {
  /** A port that nobody listens on. */
  async function freePort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    await new Promise((resolve) => server.close(resolve));
    return typeof address === "object" && address ? address.port : 0;
  }

  it("is tried again, then told as not sent", async () => {
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

  it("that comes back is a payment, under the id of the call", async () => {
    const gateway = await gatewayWith(json(201, successBody));
    const ids: unknown[] = [];
    const fetch: typeof globalThis.fetch = (input, init) => {
      ids.push(new Headers(init?.headers).get("x-request-id"));
      if (ids.length > 1) return globalThis.fetch(input, init);
      const cause = Object.assign(new Error(), { code: "ECONNREFUSED", syscall: "connect" });
      return Promise.reject(new TypeError("fetch failed", { cause }));
    };
    expect(await pay(gateway, { fetch })).toEqual(successBody);
    expect(new Set(ids).size).toBe(1);
    expect(gateway.received).toHaveLength(1);
  });
});

describe("a busy gateway (429)", () => {
  it("is asked again with the same id and body, after as long as it wants", async () => {
    const slept: number[] = [];
    const clock = {
      now: () => 0,
      sleep: async (ms: number, signal: AbortSignal) => {
        slept.push(ms);
        if (ms === 30_000) await new Promise((resolve) => signal.addEventListener("abort", resolve));
      },
    };
    const gateway = await gatewayWith(
      json(429, {}, { "retry-after": "7" }),
      json(429, {}),
      json(201, successBody),
    );
    expect(await pay(gateway, { clock })).toEqual(successBody);
    expect(slept).toEqual([30_000, 7_000, 250]);
    expect(new Set(gateway.received.map((request) => request.headers["x-request-id"])).size).toBe(1);
    expect(new Set(gateway.received.map((request) => request.body)).size).toBe(1);
  });

  it("is not waited for past the deadline", async () => {
    const gateway = await gatewayWith(json(429, {}, { "retry-after": "31" }));
    expect(await failureOf(pay(gateway))).toMatchObject({
      code: "rate_limited",
      outcome: "rejected",
      retryable: true,
    });
    expect(gateway.received).toHaveLength(1);
  });

  it.each([0, 1, 3])("is asked again at most %i times", async (maxRetries) => {
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

  it("that aborts while waiting to try again ends the call at once: no payment was made", async () => {
    const controller = new AbortController();
    const gateway = await gatewayWith((response, socket) => {
      json(429, {}, { "retry-after": "20" })(response, socket);
      setTimeout(() => controller.abort(), 50);
    });
    const error = await failureOf(pay(gateway, {}, { signal: controller.signal }));
    expect(error).toMatchObject({ code: "aborted", outcome: "rejected" });
    expect(gateway.received).toHaveLength(1);
  });

  it("is let go of when the call is over", async () => {
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
  ])("may be asked again after %s", async (_, answer) => {
    const gateway = await gatewayWith(answer, json(201, successBody));
    expect(await pay(gateway, repeat)).toEqual(successBody);
    const [first, second] = gateway.received;
    expect(second?.headers["x-request-id"]).toBe(first?.headers["x-request-id"]);
    expect(second?.body).toBe(first?.body);
  });

  it("does not settle a doubt with a later refusal", async () => {
    const gateway = await gatewayWith(json(500, {}), json(400, { message: "Bad Request" }));
    expect(await failureOf(pay(gateway, repeat))).toMatchObject({
      outcome: "unknown",
      code: "gateway_error",
      status: 500,
    });
    expect(gateway.received).toHaveLength(2);
  });

  it("does not settle a doubt with a deadline either", async () => {
    const gateway = await gatewayWith(json(500, {}), hang);
    expect(await failureOf(pay(gateway, { ...repeat, timeoutMs: 600 }))).toMatchObject({
      outcome: "unknown",
      code: "timeout",
    });
  });

  it("can be asked by hand: the same request under the id of the error", async () => {
    const gateway = await gatewayWith(reset, json(201, successBody));
    const { payments } = clientOf(gateway);
    const request = exampleRequest();
    const error = await failureOf(payments.create(request));
    expect(await payments.create(request, { requestId: error.requestId })).toEqual(successBody);
    expect(gateway.received[1]?.headers["x-request-id"]).toBe(gateway.received[0]?.headers["x-request-id"]);
  });
});
