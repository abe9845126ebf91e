/**
 * The rules of the checkout over every interleaving of two tabs, a gateway, its notifications and an operator: lost answers, killed
 * processes, reports that come early, late, twice and out of order, attempts that are superseded and paid after all.
 */
import { describe, expect, it } from "vitest";
import {
  amountOf,
  type Budget,
  type Decision,
  end,
  idOf,
  isAsExpected,
  isCharged,
  isReserved,
  newWorld,
  pay,
  stateOf,
  stepsOf,
  type Told,
  type Transaction,
  type World,
} from "./model.test-world.ts";

const isNight = Boolean(process.env["NIGHTLY"]);

/** Walks every state that the steps reach, each once, and checks each step and each state. Returns the number of states. */
async function walk(tabs: number, decisions: readonly Decision[], budget: Partial<Budget>): Promise<number> {
  const seen = new Set<string>();
  const open: { readonly world: World; readonly path: readonly string[] }[] = [
    { world: newWorld(tabs, budget), path: [] },
  ];
  for (let at = open.pop(); at; at = open.pop()) {
    for (const step of stepsOf(at.world, decisions)) {
      const path = [...at.path, step.name];
      try {
        const next = await step.run(at.world);
        checkStep(at.world, next);
        const key = keyOf(next);
        if (seen.has(key)) continue;
        seen.add(key);
        if (isQuiet(next)) await checkEnd(next);
        open.push({ world: next, path });
      } catch (error) {
        throw new Error(`${String(error)}\n  ${path.join("\n  ")}`, { cause: error });
      }
    }
  }
  return seen.size;
}

/** Two worlds with the same key have the same future. */
function keyOf(world: World): string {
  return JSON.stringify({ ...world, events: world.events.map((event) => JSON.stringify(event)).sort() });
}

const chargeEvents: ReadonlySet<Told["type"]> = new Set([
  "payment.succeeded",
  "payment.mismatched",
  "payment.duplicate",
  "payment.authorized",
]);

/** What must hold after each step. */
function checkStep(before: World, after: World): void {
  const fresh = after.events.slice(before.events.length);
  for (const event of fresh) {
    const of = after.transactions.find(({ id }) => id === event.transaction);
    if (event.source !== "operator" && chargeEvents.has(event.type)) {
      // No charge is told twice, and none that the gateway did not make.
      expect(of, `${event.type} of a transaction that the gateway made`).toBeDefined();
      const others = before.events.filter(
        ({ type, transaction, source }) =>
          source !== "operator" && chargeEvents.has(type) && transaction === event.transaction,
      );
      expect(others, `${event.type} once`).toEqual([]);
    }
    if (event.type === "payment.succeeded" && event.source !== "operator" && of)
      checkPaid(before, after, of, event);
  }
  const [sent] = after.requests.slice(before.requests.length);
  if (sent) checkSent(before, sent.attempt, sent.amountMinor);
  for (const [index, { outcome, phase }] of after.tabs.entries()) {
    if (before.tabs[index]?.phase !== phase) checkOutcome(after, index, outcome);
  }
  for (const attempt of after.ended) {
    // A person's decision may be wrong. Leaving a challenge must be safe: there must be one.
    const isLeft = after.budget.supersede < before.budget.supersede && !before.ended.includes(attempt);
    const request = before.requests.find((it) => it.attempt === attempt);
    if (isLeft) expect(request?.state, `${attempt} was left before it was answered`).not.toBe("travelling");
  }
}

/** Paid never wrongly. */
function checkPaid(before: World, after: World, of: Transaction, event: Told): void {
  expect(isAsExpected(of), "paid by a charge of the whole amount").toBe(true);
  expect(event).toMatchObject({ attempt: of.attempt, amountMinor: of.amountMinor });
  const wasHeard = (status: string, mode: string) =>
    before.reports.some(({ transaction, body, times }) => {
      const { payment } = body as { readonly payment: { readonly status: string; readonly mode: string } };
      return transaction === of.id && times > 0 && payment.status === status && payment.mode === mode;
    });
  expect(wasHeard("success", "refund"), "paid after its refund was reported").toBe(false);
  expect(wasHeard("fail", "sale"), "paid after its failure was reported").toBe(false);
  const isDecided = before.events.some(
    ({ type, source, attempt }) =>
      type === "payment.succeeded" && source === "operator" && attempt === of.attempt,
  );
  expect(isDecided, "paid again after an operator said so").toBe(false);
  const paid = after.events.filter(
    ({ type, source }) => type === "payment.succeeded" && source !== "operator",
  );
  const stillPaid = paid.filter((it) => {
    const charge = after.transactions.find(({ id }) => id === it.transaction);
    return charge !== undefined && isCharged(charge);
  });
  expect(stillPaid.length, "orders paid by one charge").toBeLessThanOrEqual(1);
}

/** One attempt at a time: nothing is sent while another attempt is undecided, or has charged. */
function checkSent(before: World, attempt: string, amountMinor: number): void {
  for (const request of before.requests) {
    const of = before.transactions.find((it) => it.attempt === request.attempt);
    const isTold = before.events.some(
      ({ type, transaction }) => type === "payment.succeeded" && transaction === of?.id,
    );
    const isEnded = before.ended.includes(request.attempt) && !isTold;
    const isOpen =
      request.state === "travelling" ||
      (of !== undefined && (of.status === "pending" || isCharged(of) || isReserved(of)));
    expect(isOpen && !isEnded, `${attempt} was sent beside ${request.attempt}`).toBe(false);
  }
  const tab = before.tabs.findIndex((_, index) => idOf(index) === attempt);
  expect(amountMinor, "the amount that was sent").toBe(amountOf(tab));
}

/** An answer to a shopper is true when it is given. */
function checkOutcome(world: World, index: number, outcome: World["tabs"][number]["outcome"]): void {
  const attempt = idOf(index);
  const of = world.transactions.find((it) => it.attempt === attempt);
  const request = world.requests.find((it) => it.attempt === attempt);
  const isPaid = world.events.some(({ type }) => type === "payment.succeeded");
  switch (outcome) {
    case "paid":
      expect(isPaid, "paid has its event").toBe(true);
      break;
    case "declined":
      expect(of?.status, "declined").toBe("fail");
      break;
    case "not_made":
      expect(of, "not made").toBeUndefined();
      expect(request?.state, "not made").toBe("decided");
      break;
    case "redirect":
      expect(of?.decision, "redirect").toMatch(/^redirect/);
      break;
    case "already_paid":
    case "in_progress":
      expect(request, `${outcome}: nothing was sent`).toBeUndefined();
      break;
    case "unknown": {
      // Of an answer that says it, nothing is unknown. A payment in a refusal is a contradiction.
      const isClear = world.tabs[index]?.hasAnswer === true && of?.decision !== "refused-but-paid";
      expect(isClear, "an outcome that the answer tells").toBe(false);
      break;
    }
    default:
  }
}

/** Everything was decided, answered and reported. */
function isQuiet({ tabs, requests, transactions, reports }: World): boolean {
  return (
    requests.length > 0 &&
    tabs.every(({ phase }) => phase !== "waiting") &&
    requests.every(({ state }) => state !== "travelling") &&
    transactions.every(({ status }) => status !== "pending") &&
    reports.every(({ times }) => times > 0)
  );
}

/** What must hold when nothing is left to come. */
async function checkEnd(world: World): Promise<void> {
  const { transactions, events, requests, ended, tabs } = world;
  const about = (type: Told["type"], transaction: string) =>
    events.filter((event) => event.type === type && event.transaction === transaction);
  for (const transaction of transactions) {
    const { id, status, decision } = transaction;
    // Of a payment that the operator had decided before, nothing is left to tell.
    const charges = events.filter(
      ({ type, transaction: of, source, attempt }) =>
        chargeEvents.has(type) && (source === "operator" ? attempt === transaction.attempt : of === id),
    );
    if (isCharged(transaction) || isReserved(transaction)) {
      expect(charges.length, `money of ${id} (${decision}) was told`).toBeGreaterThan(0);
    }
    if (status === "fail" && decision === "decline") expect(about("payment.failed", id).length).toBe(1);
    const isTakenBack = status === "fail" && about("payment.succeeded", id).length > 0;
    if (isTakenBack) expect(about("payment.reversed", id).length, "the reversal was told").toBe(1);
    const refund = `3${id.slice(1)}`;
    if (transaction.isReturned)
      expect(about("payment.refunded", refund).length, "the refund was told").toBe(1);
  }
  const charged = transactions.filter(isCharged);
  const settled = events.filter(({ type, transaction, source }) => {
    const isOne = charged.some(({ id }) => id === transaction);
    return isOne && source !== "operator" && (type === "payment.duplicate" || type === "payment.mismatched");
  });
  expect(charged.length - settled.length, "charges that nobody was told to look at").toBeLessThanOrEqual(1);

  const state = await stateOf(world.records);
  const isOperators = events.some(
    ({ source, type }) => source === "operator" && type === "payment.succeeded",
  );
  if (charged.length > 0) expect(state, "an order with a charge").not.toBe("payable");
  if (state === "authorized") expect(transactions.some(isReserved), "reserved money").toBe(true);
  if (state === "paid") expect(isOperators || charged.some(isAsExpected), "a paid order").toBe(true);
  if (charged.some(isAsExpected) && settled.length === 0)
    expect(state, "an order that was charged").toBe("paid");
  const isMute = requests.some(({ attempt }) => {
    const hasAnswer = tabs.some((tab, index) => idOf(index) === attempt && tab.hasAnswer);
    return !ended.includes(attempt) && !hasAnswer && !transactions.some((it) => it.attempt === attempt);
  });
  if (state === "in_progress") expect(isMute, "an order that waits, though everything was told").toBe(true);
  await checkWayOut(world, state, charged.length > 0);
}

/** Nothing waits for ever: an operator, and then a shopper, can end it. */
async function checkWayOut(world: World, state: string | undefined, isCharged: boolean): Promise<void> {
  let { records } = world;
  if (state !== "paid" && state !== "payable") {
    const resolved = await end(records, isCharged ? "paid" : "not_made");
    expect(resolved.result, "resolve").toBe(true);
    ({ records } = resolved);
    expect(await stateOf(records), "after resolve").toBe(isCharged ? "paid" : "payable");
  }
  const { result: first } = await pay(records, 9);
  const isPayable = state === "payable" || (state !== "paid" && !isCharged);
  expect("type" in first ? first.type : "sent", "the next attempt").toBe(isPayable ? "sent" : "already_paid");
}

type Row = readonly [name: string, tabs: number, decisions: readonly Decision[], budget: Partial<Budget>];

const table: readonly Row[] = [
  ["two tabs, and answers that are lost", 2, ["success", "decline"], { lost: 1 }],
  ["two tabs, and processes that are killed", 2, ["success", "decline"], { dead: 1, dropped: 1 }],
  ["two tabs, and a store that fails", 2, ["success", "decline"], { storeFails: 1 }],
  ["reports that come again", 1, ["success", "decline", "redirect"], { lost: 1, again: 2 }],
  ["a challenge that is left, and paid after all", 2, ["redirect"], { supersede: 1 }],
  ["an operator who ends a doubt", 2, ["success", "refused"], { lost: 1, dropped: 1, resolve: 1 }],
  ["charges that are not as expected", 2, ["part", "other", "contradiction"], { lost: 1, resolve: 1 }],
  ["refusals, of which one has charged", 2, ["refused", "refused-but-paid"], { lost: 1, resolve: 1 }],
  ["refunds that overtake their charge", 1, ["success", "part"], { lost: 1, refund: 1, again: 1 }],
  ["banks that take a success back", 1, ["success", "redirect"], { lost: 1, reverse: 1, again: 1 }],
  ["reserved money", 2, ["auth", "decline"], { lost: 1, resolve: 1 }],
  ["a challenge before reserved money", 1, ["redirect-auth"], { lost: 1, again: 1, supersede: 1, settle: 1 }],
  ["reserved money that is charged, and refunded", 1, ["auth"], { lost: 1, again: 1, settle: 1, refund: 1 }],
];

const atNight: readonly Row[] = [
  [
    "two tabs, lost answers and repeated reports",
    2,
    ["success", "decline"],
    { lost: 1, storeFails: 1, again: 1 },
  ],
  [
    "a challenge that is left, lost or repeated",
    2,
    ["redirect", "decline"],
    { lost: 1, supersede: 1, again: 1 },
  ],
  ["two tabs, and banks that take a success back", 2, ["success", "redirect"], { reverse: 1, again: 1 }],
  ["two tabs, and refunds", 2, ["success"], { lost: 1, refund: 2, again: 1 }],
  ["three tabs, one with another basket", 3, ["success", "decline", "redirect"], { lost: 1, supersede: 1 }],
];

describe("one attempt, one charge: every interleaving of", () => {
  const rows = isNight ? [...table, ...atNight] : table;
  it.each(rows)("%s", async (_, tabs, decisions, budget) => {
    expect(await walk(tabs, decisions, budget)).toBeGreaterThan(40);
  });
});
