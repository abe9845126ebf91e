import { describe, expect, test } from "vitest";
import {
  advanceRefunds,
  noRefunds,
  type Refund,
  type RefundEvent,
  type Refunds,
  refundedMinor,
} from "./refunds.ts";

const refund = (transactionId: string, amountMinor = 450): Refund => ({
  ...{ transactionId, parentTransactionId: "200000002", amountMinor, currency: "EUR" },
});
const start = (formToken = "form-1", amountMinor = 450): RefundEvent => ({
  ...{ type: "started", formToken, amountMinor, currency: "EUR" },
});
const notified = (one: Refund): RefundEvent => ({ type: "notified", refund: one });
const made = (one: Refund): RefundEvent => ({ type: "answered", answer: { kind: "made", refund: one } });
const lost: RefundEvent = { type: "answered", answer: { kind: "lost" } };
const after = (...events: readonly RefundEvent[]): Refunds => events.reduce(advanceRefunds, noRefunds);

describe("a refund", () => {
  test.each<[string, readonly RefundEvent[]]>([
    ["by the response", [start(), made(refund("1"))]],
    ["by the notification alone", [notified(refund("1"))]],
    ["by the response, then by its notification", [start(), made(refund("1")), notified(refund("1"))]],
    ["by a notification before the response", [start(), notified(refund("1")), made(refund("1"))]],
    ["by a notification after an unknown outcome", [start(), lost, notified(refund("1"))]],
    ["by a notification before a lost response", [start(), notified(refund("1")), lost]],
  ])("is listed once, with nothing under way, if it is reported %s", (_, events) => {
    expect(after(...events)).toMatchObject({ made: [refund("1")], attempt: null });
  });

  test("with an unknown outcome blocks other refunds, and a notification of another amount does not settle it", () => {
    const doubt = after(start(), lost);
    expect(doubt.attempt?.status).toBe("unknown");
    expect(advanceRefunds(doubt, start("form-2"))).toBe(doubt);
    expect(advanceRefunds(doubt, notified(refund("1", 100))).attempt?.status).toBe("unknown");
  });

  test("with an unknown outcome is settled if the gateway reports its failure, or the operator has checked it", () => {
    const doubt = after(start(), lost);
    const failed = { type: "failed", amountMinor: 450, currency: "EUR" } as const;
    expect(advanceRefunds(doubt, failed).attempt).toBeNull();
    expect(advanceRefunds(doubt, { ...failed, amountMinor: 1 })).toBe(doubt);
    expect(advanceRefunds(doubt, { type: "dismissed", formToken: "form-1" }).attempt).toBeNull();
    expect(advanceRefunds(doubt, { type: "dismissed", formToken: "form-2" })).toBe(doubt);
  });

  test("cannot be dismissed or started again while it is being sent", () => {
    const sending = after(start());
    expect(advanceRefunds(sending, { type: "dismissed", formToken: "form-1" })).toBe(sending);
    expect(advanceRefunds(sending, start("form-2"))).toBe(sending);
  });

  test("is not started again by its own form, whatever its outcome was", () => {
    const refused = after(start(), { type: "answered", answer: { kind: "not_made" } });
    expect(refused).toMatchObject({ made: [], attempt: null });
    expect(advanceRefunds(refused, start())).toBe(refused);
    expect(advanceRefunds(refused, start("form-2")).attempt?.status).toBe("sending");
  });
});

test("refunds of one payment add up; those of another payment or currency do not count", () => {
  const other = { ...refund("3"), parentTransactionId: "999999999" };
  const unnamed = { ...refund("4", 5), parentTransactionId: null };
  const foreign = { ...refund("5", 7), currency: "USD" };
  const refunds = after(...[refund("1"), refund("2", 50), other, unnamed, foreign].map(notified));
  expect(refundedMinor(refunds, "200000002", "EUR")).toBe(505);
});
