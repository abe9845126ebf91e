import { describe, expect, test } from "vitest";
import {
  type Answer,
  advance,
  createdState,
  isOver,
  isPayable,
  isSettled,
  type OrderEvent,
  type OrderState,
  type Outcome,
} from "./order.ts";

const attempt = { requestId: "order.1", token: "token-1", isCard: true };
const ids = { orderId: "100000001", transactionId: "200000002" };
const step = { url: "https://bank.example/", qrCode: null };
const receipt = {
  ...ids,
  code: "0",
  amount: 1,
  currency: "EUR",
  descriptor: null,
  method: null,
  brand: null,
  lastFour: null,
};

const states: Readonly<Record<string, OrderState>> = {
  created: createdState,
  paying: { status: "paying", attempt, inDoubt: false },
  asking: { status: "paying", attempt, inDoubt: true },
  paid: { status: "paid", receipt, confirmed: false },
  declined: { status: "declined", code: "5051", attempt },
  awaiting: { status: "awaiting", step, ids, attempt },
  approved: { status: "reported", approved: true, code: "0", ids, attempt },
  refused: { status: "reported", approved: false, code: "5222", ids, attempt },
  left: { status: "left", ids, attempt },
  unknown: { status: "unknown", attempt },
  voided: { status: "voided", receipt },
};
const undone = (transactionId = ids.transactionId): OrderEvent => ({
  type: "voided",
  receipt: { ...receipt, transactionId },
});
const leave: OrderEvent = { type: "left" };
const start = (token: string, requestId = `order.${token}`): OrderEvent => ({
  type: "started",
  attempt: { requestId, token, isCard: true },
});
const answer = (value: Answer): OrderEvent => ({ type: "answered", answer: value });
const notified = (outcome: Outcome): OrderEvent => ({ type: "notified", outcome });
const back = (approved: boolean, of = ids): OrderEvent => ({
  type: "returned",
  ids: of,
  approved,
  code: null,
});

describe("an order changes its state", () => {
  test.each<[string, OrderEvent, string]>([
    ["created", start("token-1"), "paying"],
    ["declined", start("token-2"), "paying"],
    ["unknown", start("token-1", "order.1"), "paying"],
    ["awaiting", leave, "left"],
    ["refused", leave, "left"],
    ["left", back(true), "reported"],
    ["left", notified({ kind: "paid", receipt }), "paid"],
    ["left", notified({ kind: "declined", code: "5099" }), "declined"],
    ["paying", answer({ kind: "paid", receipt }), "paid"],
    ["paying", answer({ kind: "declined", code: "5000" }), "declined"],
    ["paying", answer({ kind: "second_step", step, ids }), "awaiting"],
    ["paying", answer({ kind: "not_made", why: "not_sent" }), "created"],
    ["paying", answer({ kind: "lost" }), "unknown"],
    ["asking", answer({ kind: "paid", receipt }), "paid"],
    ["asking", answer({ kind: "declined", code: "5000" }), "declined"],
    ["asking", answer({ kind: "not_made", why: "not_sent" }), "unknown"],
    ["asking", answer({ kind: "not_made", why: "refused" }), "unknown"],
    ["asking", answer({ kind: "not_made", why: "token_spent" }), "unknown"],
    ["paid", undone(), "voided"],
    ["paying", undone(), "voided"],
    ["asking", undone(), "voided"],
    ["unknown", undone(), "voided"],
    ["awaiting", back(true), "reported"],
    ["awaiting", back(false), "reported"],
    ...["created", "paying", "asking", "declined", "awaiting", "approved", "refused", "unknown"].flatMap(
      (from): [string, OrderEvent, string][] => [
        [from, notified({ kind: "paid", receipt }), "paid"],
        [from, notified({ kind: "declined", code: "5222" }), "declined"],
      ],
    ),
  ])("from %s on %j to %s", (from, event, to) => {
    expect(advance(states[from] ?? createdState, event).status).toBe(to);
  });
});

describe("an order keeps its state", () => {
  test.each<[string, OrderEvent]>([
    ["paying", start("token-2")],
    ["paid", start("token-2")],
    ["awaiting", start("token-2")],
    ["approved", start("token-2")],
    ["left", start("token-2")],
    ["left", leave],
    ["left", back(true, { ...ids, orderId: "999999999" })],
    ["approved", leave],
    ["paying", leave],
    ["unknown", leave],
    ["paid", leave],
    ["created", leave],
    ["declined", leave],
    ["declined", start("token-1")],
    ["unknown", start("token-2")],
    ["created", answer({ kind: "paid", receipt })],
    ["paid", answer({ kind: "lost" })],
    ["unknown", answer({ kind: "declined", code: "5000" })],
    ["awaiting", back(true, { ...ids, orderId: "999999999" })],
    ["created", back(true)],
    ["paid", back(false)],
    ["refused", back(true)],
    ["unknown", back(true)],
    ["approved", start("token-2")],
    ["refused", start("token-2")],
    ["paid", notified({ kind: "declined", code: "5222" })],
    ["paid", notified({ kind: "paid", receipt: { ...receipt, transactionId: "999999999" } })],
    ["paid", { type: "confirmed", transactionId: "999999999" }],
    ["declined", { type: "confirmed", transactionId: "200000002" }],
    // Two payments were made and one was voided: the order stays paid by the other.
    ["paid", undone("999999999")],
    ["created", undone()],
    ["declined", undone()],
    ["awaiting", undone()],
    // A voided order is final, whatever is reported late or again.
    ["voided", undone()],
    ["voided", undone("999999999")],
    ["voided", notified({ kind: "paid", receipt })],
    ["voided", notified({ kind: "declined", code: "5222" })],
    ["voided", answer({ kind: "paid", receipt })],
    ["voided", { type: "confirmed", transactionId: "200000002" }],
    ["voided", start("token-2")],
    ["voided", leave],
    ["voided", back(true)],
  ])("%s on %j", (from, event) => {
    const state = states[from] ?? createdState;
    expect(advance(state, event)).toBe(state);
  });
});

test("a paid order is confirmed by the notification of its own transaction", () => {
  const state = advance(states["paid"] ?? createdState, { type: "confirmed", transactionId: "200000002" });
  expect(state).toMatchObject({ status: "paid", confirmed: true });
});

test("an order may be paid only if it is created or declined", () => {
  const payable = Object.keys(states).filter((name) => isPayable(states[name] ?? createdState));
  expect(payable).toEqual(["created", "declined"]);
});

test("an order is settled only if it is paid", () => {
  const settled = Object.keys(states).filter((name) => isSettled(states[name] ?? createdState));
  expect(settled).toEqual(["paid"]);
});

test("an order is over if it is paid or voided", () => {
  const over = Object.keys(states).filter((name) => isOver(states[name] ?? createdState));
  expect(over).toEqual(["paid", "voided"]);
});
