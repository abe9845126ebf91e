import { exampleCredit } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clientOf, failureOf, gatewayWith, hang, json, reset } from "../gateway.test-server.ts";
import { type Client, type ClientOptions, isRefunded, isSuccessful } from "../index.ts";
import type { RefundDetails } from "./refunds.ts";

const part = { reason: "Sent back", amountMinor: 450, currency: "EUR" } as const;
const transactionId = "100000002";

/** Details whose amount is no own field, so that it is not in their JSON. */
class DetailsWithGetter {
  readonly reason = "Sent back";
  readonly currency = "EUR";
  get amountMinor() {
    return 450;
  }
}

async function refund(details: unknown, answer = json(201, exampleCredit), options?: Partial<ClientOptions>) {
  const gateway = await gatewayWith(answer);
  const call = clientOf(gateway, options).payments.refund(transactionId, details as RefundDetails);
  return { call, gateway };
}

describe("a refund", () => {
  it("of a part is sent in the wire's decimals, with an idempotency key", async () => {
    const { call, gateway } = await refund(part);
    const result = await call;
    const [request] = gateway.received;
    expect([request?.method, request?.url]).toEqual(["POST", "/payment/100000002/credit"]);
    expect(JSON.parse(request?.body ?? "")).toEqual({ reason: "Sent back", amount: 4.5 });
    expect(request?.headers["x-request-id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(result.refund).toMatchObject({
      kind: "refund",
      status: "success",
      code: "0",
      amountMinor: 450,
      currency: "EUR",
      transactionId: "100000007",
      parentTransactionId: "100000002",
    });
    expect(isRefunded(result)).toBe(true);
  });

  it("of the whole payment sends no amount", async () => {
    const { call, gateway } = await refund({ reason: "Sent back" });
    await call;
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toEqual({ reason: "Sent back" });
  });

  it.each([
    ["refund", "refund"],
    ["credit", "refund"],
    ["void", "void"],
    ["newer", "unknown"],
    [undefined, "refund"],
  ])("with mode %s is a %s", async (mode, kind) => {
    const body = { ...exampleCredit, payment: { ...exampleCredit.payment, mode } };
    const { call } = await refund(part, json(201, body));
    expect((await call).refund.kind).toBe(kind);
  });

  it.each([
    [{ status: "fail", code: 5012 }, false],
    [{ status: "pending" }, false],
    [{ status: "newer" }, false],
    [{ status: "SUCCESS" }, false],
    [{ status: "success", code: 5012 }, false],
    [{ status: "success", mode: "sale" }, false],
    [{ status: "success", mode: "test" }, false],
    [{ status: "confirmed", code: 0 }, true],
    [{ status: "success", mode: "void" }, true],
    [{ amount: 40 }, false],
    [{ amount: 4.49 }, false],
    [{ amount: 0 }, false],
    [{ currency: "USD" }, false],
    [{ amount: "4.50" }, true],
    [{ amount: -4.5 }, true],
    [{ amount: 4.500000000000001 }, true],
    [{ amount: undefined, currency: undefined }, true],
  ])("with %j is refunded: %s", async (fields, isDone) => {
    const body = { ...exampleCredit, payment: { ...exampleCredit.payment, ...fields } };
    const { call } = await refund(part, json(201, body));
    expect(isRefunded(await call)).toBe(isDone);
  });

  it("of the whole payment is refunded with any amount", async () => {
    const body = { ...exampleCredit, payment: { ...exampleCredit.payment, amount: 12.5 } };
    expect(isRefunded(await (await refund({ reason: "Sent back" }, json(201, body))).call)).toBe(true);
  });

  it("never counts as a payment, whatever the gateway leaves out", async () => {
    const { mode: _, action: __, ...payment } = exampleCredit.payment;
    const { call } = await refund(part, json(200, { payment }));
    const result = await call;
    expect(result.refund.kind).toBe("unknown");
    expect(result).not.toHaveProperty("payment");
    // @ts-expect-error a refund is not a payment
    expect(() => isSuccessful(result)).toThrow();
  });

  it.each([
    ["no reason", { amountMinor: 450, currency: "EUR" }, "reason"],
    ["a reason too long", { ...part, reason: "x".repeat(256) }, "reason"],
    ["nothing to give back", { ...part, amountMinor: 0 }, "amountMinor"],
    ["a negative amount", { ...part, amountMinor: -1 }, "amountMinor"],
    ["floats", { ...part, amountMinor: 4.5 }, "amountMinor"],
    ["an amount of the wire", { reason: "x", amount: 4.5 }, "amount"],
    ["an amount without a currency", { reason: "x", amountMinor: 450 }, "currency"],
    ["a currency without an amount, which would refund all", { reason: "x", currency: "EUR" }, "amountMinor"],
    ["an amount of a getter, which JSON leaves out", new DetailsWithGetter(), "amountMinor"],
    ["an amount of a function, which JSON leaves out", { ...part, amountMinor: Math.abs }, "amountMinor"],
    ["the same without a currency", { reason: "x", amountMinor: Math.abs }, "amountMinor"],
    ["an unknown currency", { ...part, currency: "QQW" }, "currency"],
    ["a known field as an extra", { ...part, extra: { amount: 1 } }, "extra.amount"],
  ])("with %s is refused before anything is sent", async (_, details, path) => {
    const { call, gateway } = await refund(details);
    const error = await failureOf(call);
    expect(error).toMatchObject({ outcome: "not_sent", code: "invalid_request" });
    expect(error.errors).toHaveProperty([path]);
    expect(gateway.received).toHaveLength(0);
  });

  it.each(["", "a/b", "..", "x".repeat(37), 7, undefined])("of transaction %j is refused", async (id) => {
    const gateway = await gatewayWith(json(201, exampleCredit));
    const error = await failureOf(clientOf(gateway).payments.refund(id as string, part));
    expect(error.errors).toHaveProperty("transactionId");
    expect(gateway.received).toHaveLength(0);
  });

  it("sends fields of a newer gateway", async () => {
    const { call, gateway } = await refund({ ...part, extra: { channel: "desk" } });
    await call;
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toMatchObject({ channel: "desk" });
  });

  it.each([
    ["a lost connection", reset],
    ["no response in time", hang],
    ["a 500", json(500, { message: "oops" })],
    ["a 409", json(409, { message: "running" })],
    ["a body that cannot be read", json(201, "<html>")],
    ["a body without a status", json(201, { payment: { transactionId: "1" } })],
    ["an empty body", json(200, "")],
  ])("after %s is unknown: it is not repeated, and no message advises to repeat it", async (_, answer) => {
    const { call, gateway } = await refund(part, answer, { timeoutMs: 400 });
    const error = await failureOf(call);
    expect(error).toMatchObject({ outcome: "unknown", retryable: false });
    expect(error.message).toContain("Do not refund again");
    expect(error.message).not.toMatch(/call again|same call/i);
    expect(gateway.received).toHaveLength(1);
  });

  it("that the gateway refuses has returned no money", async () => {
    const { call } = await refund(part, json(404, { message: "no" }));
    expect(await failureOf(call)).toMatchObject({
      outcome: "rejected",
      code: "not_found",
      missing: "payment",
    });
    const more = await refund(part, json(400, { message: "no", errors: { amount: "is too much" } }));
    expect((await failureOf(more.call)).message).toContain("No money was given back.");
  });

  it("is read whatever JSON its other fields hold", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue(),
        fc.constantFrom("code", "description", "source", "amountUsd", "descriptor"),
        async (value, field) => {
          const body = {
            ...exampleCredit,
            metadata: value,
            payment: { ...exampleCredit.payment, [field]: value },
          };
          const fetch = async () => new Response(JSON.stringify(body), { status: 201 });
          const client = clientOf({ baseUrl: "https://gateway.example.com" }, { fetch });
          const result = await client.payments.refund(transactionId, part);
          expect([result.refund.kind, result.refund.amountMinor, isRefunded(result)]).toEqual([
            "refund",
            450,
            true,
          ]);
        },
      ),
      { numRuns: 50 },
    );
  });
});

describe("a void", () => {
  it("is the same operation without an amount, and refuses an amount", async () => {
    const body = { payment: { ...exampleCredit.payment, mode: "void" } };
    const gateway = await gatewayWith(json(201, body));
    const { payments } = clientOf(gateway);
    expect((await payments.void(transactionId, { reason: "Typo" })).refund.kind).toBe("void");
    expect(JSON.parse(gateway.received[0]?.body ?? "")).toEqual({ reason: "Typo" });
    expect((await failureOf(payments.void(transactionId, part))).errors).toHaveProperty("amountMinor");
    expect(gateway.received).toHaveLength(1);
  });
});

describe("an operation that is not in the document", () => {
  const calls = [
    ["creditPayment", (client: Client) => client.payments.refund(transactionId, part)],
    ["creditPayment", (client: Client) => client.payments.void(transactionId, { reason: "Typo" })],
    ["getSubscription", (client: Client) => client.subscriptions.get("7")],
    ["cancelSubscription", (client: Client) => client.subscriptions.cancel("7")],
    ["listSavedCards", (client: Client) => client.savedCards.list("7")],
    ["listSenders", (client: Client) => client.senders.list()],
  ] as const;

  it.each(calls)("is refused before it is sent where the client refuses it: %s", async (name, call) => {
    const server = await gatewayWith(json(201, exampleCredit));
    const failure = await failureOf(call(clientOf(server, { gateway: { fieldOperations: "refuse" } })));
    expect(failure).toMatchObject({ code: "invalid_configuration", outcome: "not_sent" });
    expect(failure.message).toContain(`${name} (`);
    expect(failure.message).toContain("gateway.fieldOperations");
    expect(server.received).toEqual([]);
  });

  it.each([
    {},
    { gateway: { authorization: "raw" } },
    { gateway: { fieldOperations: "refuse" }, operations: { creditPayment: { success: 201 } } },
  ] as const)("is sent with %j", async (options) => {
    const { call } = await refund(part, json(201, exampleCredit), options);
    expect(isRefunded(await call)).toBe(true);
  });

  it("is switched by fieldOperations, which is send or refuse", () => {
    expect(() =>
      clientOf({ baseUrl: "http://127.0.0.1:1" }, { gateway: { fieldOperations: "never" as "send" } }),
    ).toThrow("gateway.fieldOperations must be send or refuse");
  });
});
