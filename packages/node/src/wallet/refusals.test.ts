/** Errors of wallet operations, and which calls are retried. */
import { exampleTransaction, exampleUser } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { type Answer, clientOf, failureOf, gatewayWith, hang, json, reset } from "../gateway.test-server.ts";
import type { ClientOptions } from "../index.ts";
import { allOf, publicRequests } from "./wallet.test-gateway.ts";

const { createUser, payFromAccount } = publicRequests;
const said = { message: "No", errors: { email: "is taken" } };
const credentials = publicRequests.login;

type Call = (wallet: ReturnType<typeof allOf>) => Promise<unknown>;
const create: Call = (wallet) => wallet.users.create(createUser);
const pay: Call = (wallet) => wallet.payments.create(payFromAccount);
const getUser: Call = (wallet) => wallet.users.get(7);
const logIn: Call = (wallet) => wallet.login(credentials, { userId: 7 });

async function failure(call: Call, answer: Answer, options: Partial<ClientOptions> = {}) {
  const gateway = await gatewayWith(answer);
  const error = await failureOf(call(allOf(clientOf(gateway, { maxRetries: 1, ...options }))));
  return { error, requests: gateway.received.length };
}

describe("a refusal", () => {
  it.each<[string, Call, number, object]>([
    ["an account that there is not", (wallet) => wallet.accounts.get(9), 404, { missing: "account" }],
    ["a user that there is not", getUser, 404, { missing: "user" }],
    [
      "a transaction that there is not",
      (wallet) => wallet.transactions.void(11),
      404,
      { missing: "transaction" },
    ],
    ["paying from an account that there is not", pay, 404, { missing: "account" }],
  ])("names the missing record: %s", async (_, call, status, expected) => {
    const { error, requests } = await failure(call, json(status, { message: "Not Found", errors: {} }));
    expect(error).toMatchObject({
      name: "RejectedError",
      code: "not_found",
      outcome: "rejected",
      ...expected,
    });
    expect(error.message).toMatch(/^Unknown (payment account|user|transaction)/);
    expect(JSON.parse(JSON.stringify(error))).toMatchObject(expected);
    expect(requests).toBe(1);
  });

  it.each<[string, Call]>([
    ["a new user", create],
    [
      "a user's new externalUserId",
      (wallet) => wallet.users.update(7, { isActivated: true, externalUserId: "x" }),
    ],
  ])("of 409 is a definite conflict: %s", async (_, call) => {
    const { error, requests } = await failure(call, json(409, said), { onUnknown: "repeat-same-id" });
    expect(error).toMatchObject({
      name: "RejectedError",
      code: "already_exists",
      outcome: "rejected",
      errors: { email: "is taken" },
    });
    expect(error.message).toContain("Nothing was changed.");
    expect(requests).toBe(1);
  });

  it("of 409 leaves the outcome of a payment unknown: an earlier call may be pending", async () => {
    const { error } = await failure(pay, json(409, said));
    expect(error).toMatchObject({ name: "UnknownOutcomeError", code: "conflict", outcome: "unknown" });
    expect(error.message).toContain("The money may have been moved.");
    expect(error.message).toContain("transactions.list()");
  });

  it.each([
    [401, "login_refused", "customer"],
    [403, "forbidden", "merchant"],
    [429, "rate_limited", "gateway"],
  ])("of a login (%i) is reported at once, and never retried", async (status, code, actor) => {
    const { error, requests } = await failure(logIn, json(status, said, { "retry-after": "1" }));
    expect(error).toMatchObject({ code, actor, outcome: "rejected", retryAfterMs: 1_000 });
    expect(requests).toBe(1);
  });

  it("with 429 waits for a short Retry-After, and throws with the time for a long one", async () => {
    const { error, requests } = await failure(getUser, json(429, {}, { "retry-after": "31" }));
    expect(error).toMatchObject({ code: "rate_limited", retryAfterMs: 31_000, retryable: true });
    expect(requests).toBe(1);
    expect((await failure(getUser, json(429, {}))).requests).toBe(2);
  });

  it.each([
    ["money", pay, "No money was moved."],
    ["a change", create, "Nothing was changed."],
  ])("tells what was not done: %s", async (_, call, words) => {
    const { error } = await failure(call, json(400, said));
    expect(error.message).toContain(words);
  });
});

describe("a call that only reads", () => {
  it.each<[string, Answer, string]>([
    ["a reset", reset, "connection_lost"],
    ["a 500", json(500, {}), "gateway_error"],
    ["an answer that cannot be read", json(200, "{"), "unreadable_answer"],
    ["another object", json(200, { id: "x" }), "unreadable_answer"],
    ["a conflict", json(409, {}), "conflict"],
  ])("is retried after %s, and ends as a failed read", async (_, answer, code) => {
    const { error, requests } = await failure(getUser, answer);
    expect(error).toMatchObject({ name: "ReadFailedError", code, outcome: "read_failed", retryable: true });
    expect(error.message).not.toContain("may have");
    expect(requests).toBe(2);
  });

  it.each<[string, Answer, string, boolean]>([
    ["a redirect", json(302, {}), "redirected", false],
    ["another status of success without a user", json(201, {}), "unexpected_status", false],
    ["no answer in time", hang, "timeout", true],
  ])("is not sent again after %s", async (_, answer, code, retryable) => {
    const { error, requests } = await failure(getUser, answer, { timeoutMs: 200 });
    expect(error).toMatchObject({ code, outcome: "read_failed", retryable });
    expect(requests).toBe(1);
  });

  it("succeeds after retries, and a refusal after a failure is a refusal", async () => {
    const gateway = await gatewayWith(reset, json(500, {}), json(200, exampleUser));
    expect(await clientOf(gateway).wallet.users.get(7)).toMatchObject(exampleUser);
    const other = await gatewayWith(json(500, {}), json(404, {}));
    expect(await failureOf(clientOf(other).wallet.users.get(7))).toMatchObject({ code: "not_found" });
  });

  it("has no single idempotency key for a list: each page is a separate call", async () => {
    const meta = { currentPage: 1, lastPage: 2, perPage: 1, total: 2 };
    const gateway = await gatewayWith(
      json(200, { data: [exampleTransaction], links: [], meta }),
      json(200, { data: [{ ...exampleTransaction, id: 12 }], links: [], meta: { ...meta, currentPage: 2 } }),
    );
    const all = await clientOf(gateway).wallet.forUser(7).transactions.list({ limit: 1 }).toArray();
    expect(all.map(({ id }) => id)).toEqual([11, 12]);
    expect(gateway.received.map(({ url }) => new URLSearchParams(url?.split("?")[1]).get("page"))).toEqual([
      "1",
      "2",
    ]);
    expect(new Set(gateway.received.map(({ headers }) => headers["x-request-id"])).size).toBe(2);
  });
});

describe("a call that moves money", () => {
  it.each<[string, Answer]>([
    ["a reset", reset],
    ["a 500", json(500, {})],
    ["an answer that cannot be read", json(201, "{")],
  ])(
    "is retried after %s only if the gateway deduplicates, and then under the same idempotency key",
    async (_, answer) => {
      const { error, requests } = await failure(pay, answer);
      expect(error).toMatchObject({ outcome: "unknown", retryable: false });
      expect(requests).toBe(1);
      const gateway = await gatewayWith(answer, json(201, exampleTransaction));
      const wallet = clientOf(gateway, { onUnknown: "repeat-same-id" }).wallet.forUser(7);
      expect(await wallet.payments.create(payFromAccount, { idempotencyKey: "r-1" })).toMatchObject({
        id: 11,
      });
      expect(gateway.received.map(({ headers }) => headers["x-request-id"])).toEqual(["r-1", "r-1"]);
      expect(gateway.received[0]?.body).toBe(gateway.received[1]?.body);
    },
  );
});
