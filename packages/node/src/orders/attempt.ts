/**
 * Attempts and the state of their order. An order is nothing but its attempts: its state is derived, never stored.
 *
 *   in_progress --success--> paid | authorized | mismatched      paid --refund, void, chargeback of the whole--> returned
 *               --decline--> declined                            mismatched --resolve--> paid | not_made
 *               --refused before money could move--> not_made
 *               --supersede--> superseded                        paid --failed by the bank afterwards--> declined
 *   authorized --settlement fails or is taken back--> authorized: the money may still be reserved
 *   superseded, not_made --success after all--> paid             declined --success after all--> mismatched
 *
 * A new attempt can begin only where no attempt is in_progress, authorized, mismatched or paid.
 */
import type { Money } from "../call/money.ts";

/** A charge or an authorization of an attempt, as last reported. */
export interface ChargeRecord {
  /** The gateway's id; absent if an operator decided that the order is paid. */
  readonly id?: string;
  /** The id that the operator gave. */
  readonly decidedId?: string | undefined;
  readonly kind: "charge" | "authorization";
  readonly status: "pending" | "success" | "fail";
  readonly money?: Money | undefined;
  /** The success is as expected. */
  readonly isExpected?: boolean;
  /** It is pending without a page that the shopper could leave: only the bank decides. */
  readonly isAtBank?: boolean;
  /** A later charge of the schedule. */
  readonly isLater?: boolean;
  /** It charges what an authorization has reserved. */
  readonly isSettlement?: boolean;
  /** It succeeded, not as expected, and no person has decided yet. */
  readonly isInDoubt?: boolean;
  /** An operator decided that it does not count. */
  readonly isDismissed?: boolean;
  /** Ids of the refunds, voids and chargebacks before an operator's decision, which it takes into account. */
  readonly decidedAfter?: readonly string[];
  /** Code of a decline. */
  readonly code?: string | undefined;
  /** The gateway's id of the order, of a decline: a retry with 3D Secure names it. */
  readonly orderId?: string | undefined;
  /** The reports that said something new, in sequence. */
  readonly reports: readonly ProcessedReport[];
}

/** A report that was processed. Two reports of a transaction with the same facts say the same. */
export interface ProcessedReport {
  readonly source: "notification" | "response";
  /** Status, amount and code as one text, to compare. */
  readonly facts: string;
}

/** A refund, a void, a chargeback or another transaction of an attempt, as last reported. */
export interface OtherTransaction {
  readonly id: string;
  readonly kind: string;
  /** The transaction that it is about. */
  readonly of?: string | undefined;
  /** In minor units, positive; absent for all of it. */
  readonly money?: Money | undefined;
  /** Money went back to the shopper. */
  readonly isReturn: boolean;
  /** Status, amount and code as one text, to compare. */
  readonly facts: string;
  /** Those of the reports before. */
  readonly earlier?: readonly string[];
  /** The gateway's time of the newest report, in seconds. */
  readonly at?: number | undefined;
}

/** What was said of an attempt once, and what it changed. */
export interface HistoryEntry {
  /** Unix time in milliseconds. */
  readonly at: number;
  readonly source: "notification" | "response" | "operator";
  /** `X-Delivery-ID`, if the gateway sent one. */
  readonly deliveryId?: string | undefined;
  /** For example `charge success`, `refund pending`, `call unknown`, `resolve paid`. */
  readonly said: string;
  readonly transactionId?: string | undefined;
  readonly money?: Money | undefined;
  /** Code of the report, or of the call's error. */
  readonly code?: string | undefined;
  /** A person wrote it. */
  readonly note?: string | undefined;
  /** The events that it emitted. */
  readonly events: readonly string[];
}

/** A refund that was sent. */
export interface RefundCall {
  readonly key: string;
  readonly money: Money;
  /** The transaction that it gives back. */
  readonly of?: string;
  /** When it was sent, as Unix time in milliseconds. */
  readonly at?: number;
  /** The gateway's id of it; absent until a response or a notification names it. */
  readonly transactionId?: string;
}

/** The record of an attempt. */
export interface Attempt {
  readonly version: 1;
  /** 1 for the first attempt of the order. */
  readonly number: number;
  readonly id: string;
  /** Unix time in milliseconds. */
  readonly createdAt: number;
  /** Absent if the attempt is known by its signed URL only. */
  readonly expected?: Money | undefined;
  /** Kind, user and account of a wallet's movement. */
  readonly subject?: string | undefined;
  /** Amounts of the later charges of the schedule. */
  readonly later: readonly Money[];
  /** How the call ended: `rejected` if it made no payment for certain, `unknown` if it may have. */
  readonly call?: "rejected" | "unknown";
  /** Set by `supersede`, `resolve`, and by the begin of a later attempt. */
  readonly closed?: "superseded" | "not_made";
  readonly charges: readonly ChargeRecord[];
  readonly otherTransactions: readonly OtherTransaction[];
  /** What the attempt guard counts: given back if the attempt pays. */
  readonly slots?: { readonly id: string; readonly keys: readonly string[] };
  /** Refunds that `refund` has sent and nobody refused. */
  readonly refundCalls?: readonly RefundCall[];
  /** Hashes of the bodies that were processed. */
  readonly seen: readonly string[];
  /** Hash of the last notice. */
  readonly lastNotice?: string;
  /** What was said of it, the newest last. */
  readonly history?: readonly HistoryEntry[];
  /** How much of its history, and how many renewals, it no longer has. */
  readonly folded?: { readonly entries: number; readonly renewals: number };
}

/** State of an attempt. */
export type AttemptState =
  | "in_progress"
  | "paid"
  | "authorized"
  | "mismatched"
  | "declined"
  | "returned"
  | "not_made"
  | "superseded";

/** State of an order: `payable` if a new attempt can begin. */
export type OrderState = "payable" | "in_progress" | "authorized" | "mismatched" | "paid";

/** @throws Error if a stored value is not an attempt of this version. It must not be overwritten. */
export function readAttempts(records: readonly unknown[]): readonly Attempt[] {
  return records.map((record) => {
    if (Object(record).version === 1) return record as Attempt;
    throw new Error("The store contains an attempt that this version cannot read.");
  });
}

/** Creates the record of an attempt. */
export function createAttempt(
  order: readonly Attempt[],
  given: Pick<Attempt, "id" | "createdAt"> &
    Partial<Pick<Attempt, "expected" | "later" | "subject" | "slots">>,
): Attempt {
  const base = {
    version: 1,
    number: Math.max(0, ...order.map((attempt) => attempt.number)) + 1,
    later: [],
    charges: [],
    otherTransactions: [],
    seen: [],
  } as const;
  return { ...base, ...given };
}

type ReturnedCharge = Pick<ChargeRecord, "id" | "decidedId" | "kind" | "money" | "decidedAfter">;

/** Whether the whole amount of a charge was refunded, voided or charged back. */
export function isReturned(attempt: Attempt, charge: ReturnedCharge): boolean {
  const returns = returnsOf(attempt, charge);
  const total = returns.reduce((sum, { money }) => sum + (money?.amountMinor ?? Number.POSITIVE_INFINITY), 0);
  return returns.length > 0 && total >= (charge.money?.amountMinor ?? 0);
}

/** What went back to the shopper of a charge. */
export function returnsOf(attempt: Attempt, charge: ReturnedCharge): readonly OtherTransaction[] {
  const authorizations = attempt.charges.filter(({ kind }) => kind === "authorization").map(({ id }) => id);
  const isOnly = successesOf(attempt).every(({ id }) => id === charge.id);
  return attempt.otherTransactions.filter(({ id, isReturn, of, money }) => {
    if (!isReturn || charge.decidedAfter?.includes(id)) return false;
    if (money && charge.money && money.currency !== charge.money.currency) return false;
    if (of === undefined) return isOnly;
    return (
      of === charge.id || of === charge.decidedId || (charge.kind === "charge" && authorizations.includes(of))
    );
  });
}

/** The refunds that were sent, and of which nothing says yet that the money went back. */
export function refundsUnderWay({ refundCalls = [], otherTransactions }: Attempt): readonly RefundCall[] {
  return refundCalls.filter(
    (call) => !otherTransactions.some(({ id, isReturn }) => isReturn && id === call.transactionId),
  );
}

/** The charge of an attempt that has one, else its only authorization. A return that names no transaction is about it. */
export function onlyCharge(attempt: Attempt): ChargeRecord | undefined {
  const [first, ...others] = successesOf(attempt);
  return others.length === 0 ? first : undefined;
}

/** The charges that succeeded; if there are none, the authorizations. */
function successesOf({ charges }: Attempt): readonly ChargeRecord[] {
  const successes = charges.filter(({ status }) => status === "success");
  const settled = successes.filter(({ kind }) => kind === "charge");
  return settled.length > 0 ? settled : successes;
}

/** Whether a first charge or authorization has the shopper's money, as expected or not. */
export function isStanding(attempt: Attempt, charge: ChargeRecord): boolean {
  if (charge.status !== "success" || charge.isLater || charge.isDismissed) return false;
  return !isSettled(attempt, charge) && !isReturned(attempt, charge);
}

/** Whether an authorization was charged: its money is that of the charge. */
function isSettled(attempt: Attempt, { kind }: ChargeRecord): boolean {
  return kind === "authorization" && hasCharge(attempt);
}

/** Whether a first charge succeeded. It consumes the authorization. */
export function hasCharge(attempt: Attempt): boolean {
  return attempt.charges.some(
    ({ kind, status, isLater }) => kind === "charge" && status === "success" && !isLater,
  );
}

/** The state of an attempt. */
export function stateOf(attempt: Attempt): AttemptState {
  const firsts = attempt.charges.filter(({ isLater }) => !isLater);
  const has = (matches: (charge: ChargeRecord) => unknown) => firsts.some(matches);
  const isFirm = (charge: ChargeRecord) => charge.isExpected && isStanding(attempt, charge);
  if (has((charge) => charge.kind === "charge" && isFirm(charge))) return "paid";
  if (has((charge) => charge.isInDoubt && !isSettled(attempt, charge))) return "mismatched";
  if (has(isFirm)) return "authorized";
  if (isPending(attempt)) return attempt.closed ?? "in_progress";
  if (has(({ status, isDismissed }) => status === "success" && !isDismissed)) return "returned";
  if (has(({ status, isSettlement }) => status === "fail" && !isSettlement)) return "declined";
  // A settlement failed whose authorization nobody has told yet: its money may be reserved.
  const isNotMade = attempt.call === "rejected" && !has(({ isSettlement }) => isSettlement);
  return attempt.closed ?? (isNotMade ? "not_made" : "in_progress");
}

/** Why an attempt waits; `undefined` if it does not. The store finds orders by it. */
export function waitingState(attempt: Attempt): AttemptState | "refund" | undefined {
  const state = stateOf(attempt);
  if (state === "in_progress" || state === "authorized" || state === "mismatched") return state;
  return refundsUnderWay(attempt).length > 0 ? "refund" : undefined;
}

/** The gateway's id of the order if its last payment needs 3D Secure (5227): the next one retries it (section 2.4). */
export function findSoftDecline(order: readonly Attempt[]): string | undefined {
  const last = order.findLast(({ charges }) => charges.length > 0)?.charges.at(-1);
  return last?.status === "fail" && last.code === "5227" ? last.orderId : undefined;
}

/** Whether a first charge or authorization is undecided. */
export function isPending({ charges }: Attempt): boolean {
  return charges.some(({ status, isLater }) => status === "pending" && !isLater);
}

/** The state of an order. */
export function orderState(order: readonly Attempt[]): OrderState {
  const states = new Set(order.map(stateOf));
  const decisive = ["paid", "mismatched", "authorized", "in_progress"] as const;
  return decisive.find((state) => states.has(state)) ?? "payable";
}
