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
    ["by the answer", [start(), made(refund("1"))]],
    ["by the notification alone", [notified(refund("1"))]],
    ["by the answer, then by its notification", [start(), made(refund("1")), notified(refund("1"))]],
    ["by a notification that overtakes the answer", [start(), notified(refund("1")), made(refund("1"))]],
    ["by a notification after a doubt", [start(), lost, notified(refund("1"))]],
    ["by a notification that overtakes an answer that is lost", [start(), notified(refund("1")), lost]],
  ])("is listed once, and nothing is under way, when it is known %s", (_, events) => {
    expect(after(...events)).toMatchObject({ made: [refund("1")], attempt: null });
  });

  test("of an unknown outcome lets nothing else start, and a notification of another amount does not end it", () => {
    const doubt = after(start(), lost);
    expect(doubt.attempt?.status).toBe("unknown");
    expect(advanceRefunds(doubt, start("form-2"))).toBe(doubt);
    expect(advanceRefunds(doubt, notified(refund("1", 100))).attempt?.status).toBe("unknown");
  });

  test("of an unknown outcome is over when the gateway reports its failure, or the operator has checked", () => {
    const doubt = after(start(), lost);
    const failed = { type: "failed", amountMinor: 450, currency: "EUR" } as const;
    expect(advanceRefunds(doubt, failed).attempt).toBeNull();
    expect(advanceRefunds(doubt, { ...failed, amountMinor: 1 })).toBe(doubt);
    expect(advanceRefunds(doubt, { type: "dismissed", formToken: "form-1" }).attempt).toBeNull();
    expect(advanceRefunds(doubt, { type: "dismissed", formToken: "form-2" })).toBe(doubt);
  });

  test("that is being sent is not dismissed, and is not started twice", () => {
    const sending = after(start());
    expect(advanceRefunds(sending, { type: "dismissed", formToken: "form-1" })).toBe(sending);
    expect(advanceRefunds(sending, start("form-2"))).toBe(sending);
  });

  test("is not started again by its own form, whatever became of it", () => {
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
