/** What people decide about an order: a left challenge is superseded, a doubt is resolved. Pure functions. */
import { readId } from "../call/read-values.ts";
import { invalidRequest, NotSentError } from "../errors/errors.ts";
import { refuseUnknownFields } from "../errors/unknown-fields.ts";
import { applyReport, replaced, type Step, stepTo, withoutDecision } from "./apply-report.ts";
import {
  type Attempt,
  type ChargeRecord,
  isStanding,
  orderState,
  refundsUnderWay,
  stateOf,
} from "./attempt.ts";
import { waitingOf } from "./order.ts";

/** @throws NotSentError `order_paid`; `attempt_open` if the undecided attempt is not a pending payment */
export function supersedeAttempts(order: readonly Attempt[], nowMs: number): readonly Attempt[] {
  if (orderState(order) === "paid")
    throw new NotSentError({ code: "order_paid", what: "This order is paid" });
  const waiting = waitingOf(order, nowMs);
  if (waiting && waiting.why !== "pending")
    throw new NotSentError({ code: "attempt_open", what: waiting.text });
  const open = order.filter((attempt) => stateOf(attempt) === "in_progress");
  return open.map((attempt) => ({ ...attempt, closed: "superseded" }));
}

/** What a person adds to a decision. */
export interface ResolveOptions {
  /** The gateway's id of the transaction that paid, or of the refund that was made. */
  readonly transactionId?: string | undefined;
  /** Kept in the history, at most 500 characters. */
  readonly note?: string | undefined;
}

/** A person's decision about a refund under way. @throws NotSentError `invalid_request` */
export function applyRefundResolution(
  order: readonly Attempt[],
  key: string,
  decision: "made" | "not_made",
  options: ResolveOptions = {},
): readonly Step[] {
  const { transactionId, note } = readOptions("resolveRefund", options);
  if (decision !== "made" && decision !== "not_made") {
    throw invalidRequest({ decision: "must be made or not_made" });
  }
  if ((transactionId !== undefined) !== (decision === "made") || readId(transactionId) !== transactionId) {
    throw invalidRequest({ transactionId: "must be the gateway's id, a text, of a refund that was made" });
  }
  for (const attempt of order) {
    const call = refundsUnderWay(attempt).find((each) => each.key === key);
    if (!call) continue;
    const { money, of } = call;
    const said = { said: `resolve refund ${decision}`, transactionId, money, note };
    const others = attempt.refundCalls?.filter((each) => each !== call) ?? [];
    if (transactionId === undefined) return [{ ...stepTo({ ...attempt, refundCalls: others }), said }];
    const named = { ...attempt, refundCalls: [...others, { ...call, transactionId }] };
    const facts = { kind: "refund", status: "success", stage: "refund", code: undefined } as const;
    const report = { ...facts, transactionId, parentTransactionId: of, money };
    const received = { source: "response", hash: `resolve ${key}`, report } as const;
    return [{ ...applyReport(replaced(order, named), named, received), said }];
  }
  throw invalidRequest({ key: "names no refund that is under way" });
}

/** @throws NotSentError `order_paid`, `invalid_request` */
export function applyResolution(
  order: readonly Attempt[],
  decision: "paid" | "not_made",
  options: ResolveOptions = {},
): readonly Step[] {
  const { transactionId, note } = readOptions("resolve", options);
  if (transactionId !== undefined && (decision !== "paid" || readId(transactionId) !== transactionId)) {
    throw invalidRequest({ transactionId: "must be the gateway's id, a text, of the transaction that paid" });
  }
  const said = { said: `resolve ${decision}`, transactionId, note };
  return stepsOf(order, decision, transactionId).map((step) => ({ ...step, said }));
}

function readOptions(method: string, options: ResolveOptions): ResolveOptions {
  refuseUnknownFields(method, ["transactionId", "note"], options);
  const { note } = options;
  if (note !== undefined && (typeof note !== "string" || !/^\P{C}{1,500}$/u.test(note))) {
    throw invalidRequest({ note: "must be 1 to 500 characters, without control characters" });
  }
  return options;
}

function stepsOf(
  order: readonly Attempt[],
  decision: "paid" | "not_made",
  transactionId: string | undefined,
): readonly Step[] {
  if (decision !== "paid" && decision !== "not_made") {
    throw invalidRequest({ decision: "must be paid or not_made" });
  }
  if (order.length === 0) throw invalidRequest({ reference: "has no attempt" });
  const isPaid = orderState(order) === "paid";
  if (decision === "paid") return isPaid ? [] : [resolveAsPaid(order, transactionId)];
  if (isPaid) throw new NotSentError({ code: "order_paid", what: "This order is paid" });
  const doubtful = order.filter((attempt) =>
    ["in_progress", "authorized", "mismatched"].includes(stateOf(attempt)),
  );
  return doubtful.map((attempt) => stepTo(dismiss(attempt)));
}

/** The attempt without its money: it was not made, or a person has given it back. */
function dismiss(attempt: Attempt): Attempt {
  const charges = attempt.charges.map((charge) =>
    charge.status === "fail" && !charge.isInDoubt
      ? charge
      : { ...charge, isInDoubt: false, isDismissed: true },
  );
  return { ...attempt, charges, closed: "not_made" };
}

function resolveAsPaid(order: readonly Attempt[], transactionId: string | undefined): Step {
  const isNamed = ({ id }: ChargeRecord) => transactionId !== undefined && id === transactionId;
  const attempt =
    order.find(({ charges }) => charges.some(isNamed)) ??
    order.find((each) => stateOf(each) === "mismatched") ??
    order.find((each) => stateOf(each) === "authorized") ??
    order.findLast((each) => stateOf(each) === "in_progress") ??
    (order.at(-1) as Attempt);
  const isMeant = transactionId === undefined ? ({ isInDoubt }: ChargeRecord) => isInDoubt : isNamed;
  const doubtful = attempt.charges.findLast(
    (charge) => isMeant(charge) && charge.kind === "charge" && isStanding(attempt, charge),
  );
  const id = doubtful?.id;
  const money = doubtful?.money ?? attempt.expected;
  if (!money) throw invalidRequest({ reference: "has no recorded amount, so it cannot be paid" });
  const decided: ChargeRecord = {
    kind: "charge",
    status: "success",
    decidedId: transactionId,
    money,
    isExpected: true,
    decidedAfter: attempt.otherTransactions.map((other) => other.id),
    reports: [],
  };
  const charges = withoutDecision(attempt).charges.map((charge) =>
    charge.id === id && charge.kind === "charge"
      ? { ...charge, isInDoubt: false, isDismissed: false, isExpected: true }
      : { ...charge, isInDoubt: false },
  );
  const next = { ...attempt, charges: id === undefined ? [...charges, decided] : charges };
  return stepTo(next, { type: "payment.succeeded", money, transactionId: id ?? transactionId });
}
