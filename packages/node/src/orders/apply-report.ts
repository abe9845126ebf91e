/**
 * Applies one report to its attempt. Pure: no clock, no store.
 *
 * The signed URL names the attempt, so nothing is guessed. A success pays the order only if amount and currency are as recorded,
 * its code is that of no decline, underpayment or overpayment, and nothing before contradicts it. Every other success is
 * `payment.mismatched`, and a second one of the order is `payment.duplicate`. A report that was processed before changes nothing.
 */

import type { Money } from "../call/money.ts";
import type { ChargeReport, OtherReport, Report } from "../notifications/payment-report.ts";
import { isContradictingCode, isDeclineCode, isDone } from "../payments/interpret-result.ts";
import {
  type Attempt,
  type ChargeRecord,
  type HistoryEntry,
  hasCharge,
  isReturned,
  isStanding,
  onlyCharge,
  type RefundCall,
  stateOf,
} from "./attempt.ts";
import type { CheckoutEvent, MismatchReason } from "./events.ts";

/** A report as it was received. */
export interface ReceivedReport {
  readonly source: "notification" | "response";
  readonly deliveryId?: string | undefined;
  /** Hash of the body. */
  readonly hash: string;
  readonly report: Report;
}

type Draft<Event> = Event extends unknown
  ? Omit<Event, "reference" | "attempt" | "source" | "deliveryId" | "orderId" | "result" | "raw">
  : never;
/** An event without the fields that are copied from the attempt and from the report. */
export type EventDraft =
  | Draft<CheckoutEvent>
  | (Omit<Draft<Extract<CheckoutEvent, { type: "payment.mismatched" }>>, "why"> & {
      readonly why: "account";
    });

/** What a step's entry of the history says. */
export type Said = Pick<HistoryEntry, "said" | "transactionId" | "money" | "code" | "note">;

/** The attempt after the report, and the events to emit. */
export interface Step {
  readonly attempt: Attempt;
  readonly events: readonly EventDraft[];
  /** Absent if it needs no entry in the history. */
  readonly said?: Said | undefined;
}

/** A step to `attempt` that emits `events`. */
export function stepTo(attempt: Attempt, ...events: readonly EventDraft[]): Step {
  return { attempt, events };
}

/** What a report says, for the history. */
export function saidBy(report: Report): Said {
  if (report.kind === "unreadable") return { said: "unreadable" };
  if (report.kind === "notice") {
    // Not every text is one that every database can store.
    const type = (report.notice.type ?? "").slice(0, 64).replace(/[^\x20-\x7e]/g, "?");
    return { said: `notice ${type}`.trim() };
  }
  const { kind, status, transactionId, money } = report;
  return { said: `${kind} ${status}`, transactionId, money, code: plainCode(report.code) };
}

/** Applies a report to `attempt`, which is one of `order`. */
export function applyReport(order: readonly Attempt[], attempt: Attempt, received: ReceivedReport): Step {
  const { report, hash, source } = received;
  if (report.kind === "notice") return applyNotice(attempt, received, report);
  if (attempt.seen.includes(hash)) return stepTo(attempt);
  const next = { ...attempt, seen: [...attempt.seen, hash] };
  if (report.kind === "unreadable") {
    return stepTo(next, { type: "unknown", why: "unreadable", ...nothing });
  }
  return "stage" in report ? applyOther(order, next, report) : applyCharge(order, next, source, report);
}

const nothing = { transactionId: undefined, money: undefined };

function applyNotice(
  attempt: Attempt,
  { deliveryId, hash }: ReceivedReport,
  { notice }: Extract<Report, { kind: "notice" }>,
): Step {
  const key = `${hash} ${deliveryId ?? ""}`;
  // Without a delivery id and a time, only the notice before tells a repetition: cancel, recover and cancel are three events.
  const isNamed = deliveryId !== undefined || notice.eventTime !== undefined;
  if (isNamed ? attempt.seen.includes(key) : attempt.lastNotice === key) return stepTo(attempt);
  const seen = isNamed ? [...attempt.seen, key] : attempt.seen;
  const next = { ...attempt, seen, lastNotice: key };
  return notice.type === undefined
    ? stepTo(next, { type: "unknown", why: "notice", ...nothing })
    : stepTo(next, { type: "subscription.notice", notice });
}

/** A report of a charge that says something new, and what was known of that charge. */
interface NewCharge {
  readonly order: readonly Attempt[];
  readonly attempt: Attempt;
  readonly report: ChargeReport;
  readonly known: ChargeRecord | undefined;
  /** The record of the charge, before its status is decided. */
  readonly base: Omit<ChargeRecord, "status">;
}

function applyCharge(
  order: readonly Attempt[],
  attempt: Attempt,
  source: ReceivedReport["source"],
  report: ChargeReport,
): Step {
  const { transactionId: id, kind, money, status } = report;
  // A pending report need not say yet whether it charges or reserves.
  const known = attempt.charges.find(
    (charge) =>
      charge.id === id && (charge.kind === kind || charge.status === "pending" || status === "pending"),
  );
  const facts = factsOf(report);
  const reports = known?.reports ?? [];
  const same = reports.filter((earlier) => earlier.facts === facts);
  const isKnownFromSource = same.some((earlier) => earlier.source === source);
  const isRepeated = reports.at(-1)?.facts === facts;
  // The response and the notification about the same facts: the later one may arrive after newer reports, and says nothing new.
  const isKnownFromOtherSource = same.length > 0 && !isKnownFromSource;
  // Only a response says what the shopper got.
  const isAtBank = status === "pending" && source === "response" && report.hasPage === false;
  const place = isAtBank ? { isAtBank } : {};
  if (known && (isRepeated || isKnownFromOtherSource)) {
    const charge = isKnownFromSource
      ? known
      : { ...known, ...place, reports: [{ source, facts }, ...reports] };
    return stepTo(withCharge(attempt, known, charge));
  }
  const isLater = known ? known.isLater === true : isRenewal(attempt, report);
  const flags = { ...(isLater && { isLater }), ...(report.isSettlement && { isSettlement: true }) };
  const base = { id, kind, money, reports: [...reports, { source, facts }], ...flags };
  if (status === "pending") {
    return stepTo(known ? attempt : withCharge(attempt, known, { ...base, ...place, status }));
  }
  const change = { order, attempt, report, known, base };
  if (status === "fail") return applyFailure(change, source);
  return isLater ? applyRenewal(change) : applySuccess(change);
}

function applyFailure(
  { order, attempt, report, known, base }: NewCharge,
  source: ReceivedReport["source"],
): Step {
  if (known?.status === "success" && source === "response" && !base.isLater) {
    // A response is older than any notification of its payment: it takes no success back, it contradicts it.
    if (isReturned(attempt, known)) return stepTo(attempt);
    const { expected } = attempt;
    const charge: ChargeRecord = { ...base, money: known.money, status: "success", isInDoubt: true };
    const about = { ...transactionOf(report), why: "contradiction", expected, charge: "first" } as const;
    return stepTo(withCharge(attempt, known, charge), { type: "payment.mismatched", ...about });
  }
  const code = plainCode(report.code);
  const { orderId } = report;
  const charge: ChargeRecord = { ...known, ...base, status: "fail", isExpected: false, code, orderId };
  // An operator's decision is about another transaction if this one had failed by then, or another one is pending.
  const isOther = attempt.charges.some((each) => each !== known && each.status === "pending");
  const mayUndo = !base.isLater && known?.status !== "fail" && !isOther;
  const isDecided = mayUndo && attempt.charges.some(isDecision);
  const next = withCharge(mayUndo ? withoutDecision(attempt) : attempt, known, charge);
  const about = { ...transactionOf(report), code: report.code };
  if (known?.status === "success" || isDecided) {
    const isStillPaid = isPaid(order, next);
    const which = base.isLater ? "later" : "first";
    return stepTo(next, { type: "payment.reversed", ...about, charge: which, isStillPaid });
  }
  if (!base.isLater) return stepTo(next, { type: "payment.failed", ...about });
  const { subscription = {} } = report;
  return stepTo(next, { type: "subscription.charge_failed", ...about, subscription });
}

function applyRenewal({ attempt, report, known, base }: NewCharge): Step {
  const charge = "later";
  const about = transactionOf(report);
  const { later } = attempt;
  const next = withCharge(attempt, known, { ...base, status: "success" });
  const isExpected = later.some((money) => isSame(money, about.money));
  if (isContradictingCode(report.code) || known?.status === "success") {
    const mismatch = isExpected || isDeclineCode(report.code) ? "code" : "amount";
    const why = known?.status === "success" ? "contradiction" : mismatch;
    return stepTo(next, { type: "payment.mismatched", ...about, why, expected: later[0], charge });
  }
  if (report.kind === "authorization") return stepTo(next, { type: "payment.authorized", ...about, charge });
  const { subscription = {} } = report;
  return stepTo(next, { type: "subscription.renewed", ...about, subscription, isExpected, expected: later });
}

function applySuccess({ order, attempt, report, known, base }: NewCharge): Step {
  const about = transactionOf(report);
  const { expected } = attempt;
  const isChanged = known !== undefined && known.status !== "pending";
  const why = isChanged ? "contradiction" : mismatchOf(attempt, report);
  const judgement = why ? { isInDoubt: true } : { isExpected: true };
  const charge: ChargeRecord = { ...base, status: "success", ...judgement };
  const isReplacing = report.kind === "charge" || why !== undefined;
  const next = withCharge(isReplacing ? withoutDecision(attempt) : attempt, known, charge);
  const other = known?.status === "success" ? undefined : findOtherMoney(order, next, charge);
  const duplicate: readonly EventDraft[] = other
    ? [{ type: "payment.duplicate", ...about, expected, duplicateOf: other }]
    : [];
  if (why) {
    const mismatched = { type: "payment.mismatched", ...about, why, expected, charge: "first" } as EventDraft;
    return stepTo(next, mismatched, ...duplicate);
  }
  if (report.kind === "authorization") {
    if (hasCharge(attempt)) return stepTo(next, { type: "unknown", why: "late", ...about });
    const authorized = { type: "payment.authorized", ...about, charge: "first" } as const;
    return stepTo(next, ...(other ? duplicate : [authorized]));
  }
  // An operator's decision counts: then `payment.succeeded` was emitted already, perhaps without the transaction's id.
  const decision = attempt.charges.find(isDecision);
  const isIdentified = decision !== undefined && decision.decidedId !== about.transactionId;
  const wasPaid = isPaid(order, attempt);
  const succeeded: readonly EventDraft[] = !wasPaid
    ? about.money
      ? [{ type: "payment.succeeded", ...about, money: about.money }]
      : []
    : isIdentified
      ? [{ type: "payment.identified", ...about }]
      : [];
  return stepTo(next, ...succeeded, ...duplicate);
}

/** Why a success does not pay the order; `undefined` if it does. */
function mismatchOf(attempt: Attempt, report: ChargeReport): MismatchReason | "account" | undefined {
  const { expected } = attempt;
  const { money, code, kind, transactionId: id } = report;
  if (!expected) return "unrecorded";
  if (attempt.subject !== report.subject) return "account";
  if (isDeclineCode(code)) return "code";
  if (money && money.currency !== expected.currency) return "currency";
  if (!isSame(expected, money)) return "amount";
  // 1001 and 1002 say that the amount is another one, and it is not.
  if (isContradictingCode(code)) return "code";
  return isReturned(attempt, { id, kind, money }) ? "returned" : undefined;
}

/** Another transaction of the order that has the shopper's money. The authorization of a charge is the same money. */
function findOtherMoney(order: readonly Attempt[], attempt: Attempt, charge: ChargeRecord) {
  for (const each of replaced(order, attempt)) {
    const standing = each.charges.find(
      (other) =>
        other !== charge &&
        isStanding(each, other) &&
        (each.number !== attempt.number || other.kind === charge.kind),
    );
    if (standing) return { attempt: each.id, transactionId: standing.id };
  }
  return undefined;
}

function applyOther(order: readonly Attempt[], attempt: Attempt, report: OtherReport): Step {
  const { kind, transactionId: id, status } = report;
  const money = positive(report.money);
  // A gateway may report refunds under the id of their payment: then only the amount tells one from another.
  const isOfPayment = attempt.charges.some((charge) => charge.id === id);
  const call = findCall(attempt, report, money);
  const of = call?.of ?? report.parentTransactionId ?? (isOfPayment ? id : onlyCharge(attempt)?.id);
  // The payment that a refund names nowhere may be reported later, under this id.
  const isByAmount = kind === "refund" && (of === undefined || of === id);
  // The stages of a chargeback may share id and status, and differ in their mode.
  const stage = kind === "chargeback" ? ` ${report.stage}` : "";
  const facts = factsOf({ ...report, money }) + stage;
  const known = attempt.otherTransactions.find(
    (other) =>
      other.id === id &&
      other.kind === kind &&
      (!isByAmount || !other.money || !money || isSame(other.money, money)),
  );
  const about = { ...transactionOf(report), money };
  // A stage that an older report tells changes nothing: the gateway's time decides, and not the sequence of arrival.
  const isOld = kind === "chargeback" && known?.at !== undefined && (report.at ?? known.at) < known.at;
  const isRepeated = known?.facts === facts || (isOld && known?.earlier?.includes(facts) === true);
  // Perhaps an old report that was overtaken, perhaps another refund of the same amount: the order does not become payable, and a
  // person looks.
  const isAmbiguous = isRepeated
    ? isByAmount && isOfPayment
    : kind !== "chargeback" && (known?.earlier?.includes(facts) || known?.facts.startsWith("fail "));
  if (isAmbiguous && isReturning(report)) return stepTo(attempt, { type: "unknown", why: "late", ...about });
  if (isRepeated) return stepTo(attempt);
  const isReturn = isOld
    ? known.isReturn
    : isReturning(report) || (known?.isReturn === true && !isUndoing(report));
  const [newest, older] = isOld ? [known.facts, facts] : [facts, known?.facts];
  const earlier = known && [...(known.earlier ?? []), older ?? ""];
  const at = isOld ? known.at : report.at;
  const record = { id, kind, of, money, isReturn, facts: newest, at, ...(earlier && { earlier }) };
  const otherTransactions = [...attempt.otherTransactions.filter((other) => other !== known), record];
  const refundCalls = attempt.refundCalls?.flatMap((each) => {
    if (each !== call) return [each];
    return status === "fail" ? [] : [{ ...each, transactionId: id }];
  });
  const next = { ...attempt, otherTransactions, ...(refundCalls && { refundCalls }) };
  const followUp = { ...about, of, isStillPaid: isPaid(order, next), key: call?.key };
  const revived = known?.isReturn && !isReturn ? duplicateOfRevived(order, next, of) : [];
  switch (kind) {
    case "chargeback":
      return stepTo(next, { type: "payment.charged_back", ...followUp, stage: report.stage }, ...revived);
    case "refund":
    case "void": {
      if (status === "pending") return stepTo(known ? attempt : next);
      if (status === "fail") {
        return stepTo(next, { type: "payment.refund_failed", ...followUp, code: report.code }, ...revived);
      }
      if (!isReturning(report)) return stepTo(isReturn ? attempt : next, unknownOf(report, about));
      const type = kind === "void" ? "payment.voided" : "payment.refunded";
      return stepTo(next, { type, ...followUp });
    }
    case "test": {
      // A test moves no money, so a test that has ended leaves the order payable.
      const isOver = status !== "pending" && stateOf(attempt) === "in_progress";
      const over: Attempt = isOver ? { ...next, call: "rejected" } : next;
      return stepTo(over, { type: "unknown", why: "test", ...about });
    }
    default:
  }
  return stepTo(next, unknownOf(report, about));
}

/**
 * The refund that `refund` sent and this report is about: the one with its id, else the one without an id and of the same amount.
 * Two of the same amount may be the other one: the answer of each names its own.
 */
function findCall(
  { refundCalls = [], charges }: Attempt,
  { kind, transactionId, parentTransactionId: parent }: OtherReport,
  money: Money | undefined,
): RefundCall | undefined {
  if (kind !== "refund" && kind !== "void") return undefined;
  const isOfAnother = ({ of }: RefundCall) =>
    of !== undefined &&
    of !== parent &&
    charges.some((charge) => charge.id === parent && charge.kind === "charge");
  const isMeant = (call: RefundCall) => (!money || isSame(call.money, money)) && !isOfAnother(call);
  const named = refundCalls.filter((call) => call.transactionId === transactionId);
  const [only, ...others] = refundCalls.filter((call) => call.transactionId === undefined && isMeant(call));
  return named.find(isMeant) ?? named[0] ?? (others.length === 0 ? only : undefined);
}

function unknownOf(report: OtherReport, about: ReturnType<typeof transactionOf>): EventDraft {
  return { type: "unknown", why: report.unknown ?? "status", ...about };
}

/** A refund that failed after all, or a won dispute: the money is here again, perhaps beside that of a later attempt. */
function duplicateOfRevived(
  order: readonly Attempt[],
  attempt: Attempt,
  of: string | undefined,
): readonly EventDraft[] {
  const charge = attempt.charges.find(({ id, kind }) => id === of && kind === "charge");
  const other = charge && isStanding(attempt, charge) && findOtherMoney(order, attempt, charge);
  if (!charge?.id || !other) return [];
  const { id: transactionId, money } = charge;
  const { expected } = attempt;
  return [{ type: "payment.duplicate", transactionId, money, expected, duplicateOf: other }];
}

/** Whether the report says that money went back to the shopper. Only some stages of a chargeback take the money. */
function isReturning(report: OtherReport): boolean {
  const { kind, status, code } = report;
  if (kind === "refund" || kind === "void") return isDone(status) && !isDeclineCode(code);
  if (kind !== "chargeback") return false;
  return status !== "fail" && status !== "pending" && !isStageWithoutMoney(report.stage);
}

/** Whether money that went back to the shopper is here again: a pending or unknown status does not say so. */
function isUndoing(report: OtherReport): boolean {
  const { kind, status } = report;
  if (status === "fail") return true;
  return kind === "chargeback" && status !== "pending" && isStageWithoutMoney(report.stage);
}

function isStageWithoutMoney(stage: string): boolean {
  return /^(retriev|re-?present|won|revers)/i.test(stage);
}

/**
 * Whether the gateway counts a charge as a later one of the schedule: its cycle is 1 or more (section 2.6), or it is another
 * transaction of a subscription whose first charge succeeded, without a cycle or failed: gateways need not count these.
 */
function isRenewal(attempt: Attempt, { subscription, status, money }: ChargeReport): boolean {
  if (!subscription) return false;
  const { cycle } = subscription;
  // After an operator's decision alone, the first charge itself may be reported: it has the expected amount.
  const isFirst = isSame(money, attempt.expected) && !hasCharge(withoutDecision(attempt));
  const isAnother = hasCharge(attempt) && !isFirst && (cycle === undefined || status === "fail");
  return (cycle ?? 0) >= 1 || isAnother;
}

/** The code, if every database can store it. */
function plainCode(code: string | undefined): string | undefined {
  return code !== undefined && /^[\x21-\x7e]{1,16}$/.test(code) ? code : undefined;
}

/** The facts of a report: two reports of a transaction with the same facts say the same. */
function factsOf({ status, money, code }: ChargeReport | OtherReport): string {
  const amount = money ? `${money.amountMinor} ${money.currency}` : "";
  const reason = status === "fail" || isContradictingCode(code) ? (plainCode(code) ?? "") : "";
  return [status === "confirmed" ? "success" : status, amount, reason].join(" ");
}

function transactionOf({ transactionId, money }: ChargeReport | OtherReport) {
  return { transactionId, money };
}

function isSame(a: Money | undefined, b: Money | undefined): boolean {
  return a?.amountMinor === b?.amountMinor && a?.currency === b?.currency;
}

function positive(money: Money | undefined): Money | undefined {
  return money && { ...money, amountMinor: Math.abs(money.amountMinor) };
}

/** An operator's decision that the attempt paid the order. A report of the gateway takes its place. */
function isDecision({ id }: ChargeRecord): boolean {
  return id === undefined;
}

/** The attempt without an operator's decision that it paid the order. */
export function withoutDecision(attempt: Attempt): Attempt {
  return { ...attempt, charges: attempt.charges.filter((charge) => !isDecision(charge)) };
}

function withCharge(attempt: Attempt, known: ChargeRecord | undefined, charge: ChargeRecord): Attempt {
  const { charges } = attempt;
  const changed = known ? charges.map((each) => (each === known ? charge : each)) : [...charges, charge];
  return { ...attempt, charges: changed };
}

/** The order with an attempt in its newer state, or with a new attempt. */
export function replaced(order: readonly Attempt[], attempt: Attempt): readonly Attempt[] {
  return order.some(({ number }) => number === attempt.number)
    ? order.map((each) => (each.number === attempt.number ? attempt : each))
    : [...order, attempt];
}

function isPaid(order: readonly Attempt[], attempt: Attempt): boolean {
  return replaced(order, attempt).some((each) => stateOf(each) === "paid");
}
