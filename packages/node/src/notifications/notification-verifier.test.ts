import { describe, expect, it } from "vitest";
import { createMemoryStore, createNotifications, createNotificationVerifier, signatures } from "../index.ts";
import type { VerifyOptions } from "./settings.ts";
import { dayMs, resultOf, secret } from "./shop.test-shop.ts";

const clock = { time: Date.UTC(2030, 0, 1), now: () => clock.time };
const options = { secret, environment: "test", ipnUrl: "https://shop.example.com/ipn", clock };
const verifierOf = (more: Partial<VerifyOptions> = {}) => createNotificationVerifier({ ...options, ...more });
const requestOf = (url: string, body: unknown, headers: Record<string, string> = {}) =>
  new Request(url, { method: "POST", body: JSON.stringify(body), headers });

describe("a verifier", () => {
  it("returns a verified transaction", async () => {
    const verifier = verifierOf();
    const url = await verifier.createUrl({ reference: "order-1" });
    const verified = await verifier.verify(requestOf(url, resultOf(), { "X-Delivery-ID": "d-1" }));
    expect(verified).toMatchObject({
      ok: true,
      reference: "order-1",
      deliveryId: "d-1",
      notification: { kind: "charge", status: "success", money: { amountMinor: 1250, currency: "EUR" } },
    });
  });

  it("accepts the request of any framework", async () => {
    const verifier = verifierOf();
    const url = await verifier.createUrl({ reference: "order-1" });
    const received = { method: "POST", url, headers: {}, body: { parsed: resultOf({ mode: "test" }) } };
    expect(await verifier.verify(received)).toMatchObject({ ok: true, notification: { kind: "test" } });
    const accepting = verifierOf({ testPayments: "accept" });
    expect(await accepting.verify(received)).toMatchObject({ ok: true, notification: { kind: "charge" } });
  });

  it.each([
    ["a refund", resultOf({ mode: "refund", action: "credit" }), { kind: "refund" }],
    ["an authorization", resultOf({ mode: "auth" }), { kind: "authorization" }],
    ["a newer mode", resultOf({ mode: "newer" }), { kind: "unknown" }],
    ["a newer status", resultOf({ status: "newer" }), { kind: "unknown", status: "newer" }],
    [
      "a notice",
      { type: "cancel", consumerId: 7 },
      { kind: "notice", notice: { type: "cancel", consumerId: "7" } },
    ],
  ])("classifies %s", async (_, body, notification) => {
    const verifier = verifierOf();
    const url = await verifier.createUrl({ reference: "order-1" });
    expect(await verifier.verify(requestOf(url, body))).toMatchObject({ ok: true, notification });
  });

  it("returns the reason and the reference of a refusal, and never throws", async () => {
    const verifier = verifierOf({ signature: signatures.sha256Concat({ secret: "short" }) });
    const url = await verifier.createUrl({ reference: "order-1" });
    const refused = async (request: Request) => {
      const { ok: _, ...rest } = await verifier.verify(request);
      return rest;
    };
    expect(await refused(new Request(url))).toMatchObject({ code: "method_wrong", reference: undefined });
    expect(await refused(requestOf("https://shop.example.com/ipn", {}))).toMatchObject({
      code: "signed_url_missing",
    });
    expect(await refused(requestOf(url.replace("order-1", "order-2"), {}))).toMatchObject({
      code: "signed_url_forged",
    });
    const unsigned = await refused(requestOf(url, resultOf()));
    expect(unsigned).toMatchObject({ code: "signature_missing", reference: "order-1" });
    const unreadable = verifierOf();
    expect(await unreadable.verify(requestOf(url, { payment: {} }))).toMatchObject({
      code: "body_unreadable",
    });
    const throwing = verifierOf({
      signature: {
        name: "own",
        coversBody: false,
        sign: async () => ({}),
        verify: () => {
          throw new Error("scheme");
        },
      },
    });
    expect(await throwing.verify(requestOf(url, resultOf()))).toMatchObject({
      ok: false,
      code: "signature_wrong",
    });
  });

  it("refuses a URL that has expired", async () => {
    const verifier = verifierOf();
    const url = await verifier.createUrl({ reference: "order-1", expiresInDays: 1 });
    const later = createNotificationVerifier({
      ...options,
      clock: { now: () => clock.time + dayMs + 1_000 },
    });
    expect(await later.verify(requestOf(url, resultOf()))).toMatchObject({ code: "signed_url_expired" });
    for (const expiresInDays of [0, 1.5, 3_651]) {
      await expect(verifier.createUrl({ reference: "order-1", expiresInDays })).rejects.toMatchObject({
        errors: { expiresInDays: expect.any(String) },
      });
    }
    await expect(verifier.createUrl({ reference: "" })).rejects.toMatchObject({
      errors: { reference: expect.any(String) },
    });
  });

  it("accepts the notifications of a receiver with a store: both create the same URLs", async () => {
    const ipn = createNotifications({ ...options, store: createMemoryStore(), onEvent: () => undefined });
    await ipn.createUrl({ reference: "order-1", amountMinor: 1250, currency: "EUR" });
    const test = await ipn.createTestNotification({ reference: "order-1" });
    expect(await verifierOf().verify(test.toRequest())).toMatchObject({ ok: true, reference: "order-1" });
  });

  it.each([
    ["secret", "short", "secret is shorter"],
    ["environment", "a b", "environment must be"],
    ["ipnUrl", "http://shop.example.com", "ipnUrl must be https"],
    ["testPayments", "yes", "testPayments must be"],
  ])("refuses an invalid %s", (option, value, message) => {
    expect(() => verifierOf({ [option]: value })).toThrow(message);
  });
});
