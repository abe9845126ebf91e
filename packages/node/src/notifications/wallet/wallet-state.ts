/**
 * The state machine of a refill or a wallet payment: reports change its state.
 *
 *   created -> failed -> succeeded -> voided   states may be skipped; it never goes back
 *
 * A report must be about the recorded user, account, kind, currency and amount, or it is refused.
 *
 * Pure: no clock, no store, no await. wallet-notifications.ts runs it inside the store's transaction.
 */
import type { NotificationRefusalCode } from "../../errors/notification-refusals.ts";
import type { WalletTransaction } from "../../wallet/records.ts";
import type { WalletEvent, WalletUnknown } from "./wallet-event.ts";
import type { AccountRecord, MovementRecord, WalletRecord } from "./wallet-record.ts";
import type { WalletReport } from "./wallet-report.ts";

/** The effect of a report on a refill or a payment. */
export type MovementStep =
  | { readonly type: "changed"; readonly record: MovementRecord; readonly event?: WalletEvent }
  | { readonly type: "duplicate" }
  | { readonly type: "refused"; readonly code: NotificationRefusalCode };

/** The reason to refuse a transaction of another user, account or currency than recorded; `undefined` if they match. */
export function accountProblem(
  record: WalletRecord,
  { transaction }: WalletReport,
): NotificationRefusalCode | undefined {
  const isOurs =
    transaction.userId === record.userId &&
    (record.paymentAccountId ?? transaction.paymentAccountId) === transaction.paymentAccountId;
  if (!isOurs) return "wallet_wrong";
  return transaction.currency === record.currency ? undefined : "currency_wrong";
}

/** Applies a report about a refill or a payment. */
export function applyMovementReport(record: MovementRecord, report: WalletReport): MovementStep {
  const { id, status, code } = report.transaction;
  const problem =
    accountProblem(record, report) ??
    (isVoid(report) || unknownPart(report) ? undefined : movementProblem(record, report));
  const base = eventBase(record, report);
  const unknown = (why: WalletUnknown["why"]): MovementStep => {
    const key = `${id} ${why} ${status}`;
    if (Object.hasOwn(record.transactions, key)) return { type: "duplicate" };
    const transactions = { ...record.transactions, [key]: status };
    return {
      type: "changed",
      record: { ...record, transactions },
      event: { ...base, type: "wallet.unknown", why },
    };
  };
  if (isVoid(report) && isOfEarlierAttempt(record, report)) return unknown("earlier_attempt");
  if (problem !== undefined) {
    return isEarlierAttempt(record, report) ? unknown("earlier_attempt") : { type: "refused", code: problem };
  }
  const why = unknownPart(report);
  if (why !== undefined) return unknown(why);
  if (isVoid(report)) return applyVoid(record, report, unknown);
  const voided = status === "success" && report.transaction.child.find(isVoidChild);
  if (voided) return applyVoided(record, report, voided, unknown);
  const known = Object.hasOwn(record.transactions, id) ? record.transactions[id] : undefined;
  // The same transaction with another final status emits an event for a person to look at, and changes nothing.
  if (known !== undefined) return known === status ? { type: "duplicate" } : unknown("contradiction");
  const transactions = { ...record.transactions, [id]: status };
  const isDone = record.state === "succeeded" || record.state === "voided";
  if (status === "fail") {
    // A late failure after another attempt has succeeded is ignored.
    if (isDone) return { type: "changed", record: { ...record, transactions } };
    const event = { ...base, type: `wallet.${record.kind}.failed`, code: code ?? undefined } as const;
    return { type: "changed", record: { ...record, transactions, state: "failed" }, event };
  }
  if (isDone) {
    const event = { ...base, type: "wallet.unknown", why: "second_transaction" } as const;
    return { type: "changed", record: { ...record, transactions }, event };
  }
  const event = { ...base, type: `wallet.${record.kind}.succeeded` } as const;
  return { type: "changed", record: { ...record, transactions, state: "succeeded" }, event };
}

/** Applies a void: the same amount in the other direction, for a successful transaction that is not voided yet. */
function applyVoid(
  record: MovementRecord,
  report: WalletReport,
  unknown: (why: WalletUnknown["why"]) => MovementStep,
): MovementStep {
  const { id, type, status } = report.transaction;
  const undoable = undoableOf(record);
  const known = Object.hasOwn(record.transactions, id) ? record.transactions[id] : undefined;
  const named = report.voidedTransactionId;
  if (known !== undefined) {
    const isSame = known.startsWith("void ") && (named === undefined || known === `void ${named}`);
    return isSame && status === "success" ? { type: "duplicate" } : unknown("contradiction");
  }
  // If the gateway does not name the voided transaction, it must be the only candidate.
  const target = named === undefined && undoable.length === 1 ? undoable[0] : String(named);
  const isOpposite = type === (record.kind === "refill" ? "outcome" : "income");
  if (!isOpposite || status !== "success" || report.isLowBalance || !target || !undoable.includes(target)) {
    return { type: "refused", code: "movement_wrong" };
  }
  if (report.amountMinor !== record.amountMinor) return { type: "refused", code: "amount_wrong" };
  const event = {
    ...eventBase(record, report),
    type: `wallet.${record.kind}.voided`,
    voidedTransactionId: Number(target),
  } as const;
  const transactions = { ...record.transactions, [id]: `void ${target}` };
  // A movement that succeeded twice is still paid once after one void.
  const state = undoable.length === 1 ? "voided" : record.state;
  return { type: "changed", record: { ...record, transactions, state }, event };
}

/** Applies a transaction that is reported together with its void (section 3). In total it moved nothing and is not a success. */
function applyVoided(
  record: MovementRecord,
  report: WalletReport,
  child: WalletTransaction,
  unknown: (why: WalletUnknown["why"]) => MovementStep,
): MovementStep {
  const { id } = report.transaction;
  const known = Object.hasOwn(record.transactions, id) ? record.transactions[id] : undefined;
  if (known !== undefined && known !== "success") return unknown("contradiction");
  if (Object.values(record.transactions).includes(`void ${id}`)) return { type: "duplicate" };
  const made = { ...record, transactions: { ...record.transactions, [id]: "success" } };
  const transactions = { ...made.transactions, [child.id]: `void ${id}` };
  const event = {
    ...eventBase(record, { ...report, transaction: child }),
    type: `wallet.${record.kind}.voided`,
    voidedTransactionId: id,
  } as const;
  // Another transaction is not voided and still pays the reference; this one was a second payment.
  if (undoableOf(made).length > 1) {
    const second = {
      ...eventBase(record, report),
      type: "wallet.unknown",
      why: "second_transaction",
    } as const;
    return { type: "changed", record: { ...record, transactions }, event: second };
  }
  return { type: "changed", record: { ...record, transactions, state: "voided" }, event };
}

/** The successful transactions that are not voided. */
function undoableOf({ transactions }: MovementRecord): readonly string[] {
  const undone = Object.values(transactions).flatMap((end) => /^void (\d+)$/.exec(end)?.[1] ?? []);
  return Object.keys(transactions).filter(
    (key) => /^\d+$/.test(key) && transactions[key] === "success" && !undone.includes(key),
  );
}

/** Whether a report is the late result of an abandoned attempt. It matches no expected movement, but it must be reported. */
function isEarlierAttempt(record: MovementRecord, report: WalletReport): boolean {
  return (record.earlier ?? []).some((earlier) => {
    const former = { ...record, ...earlier };
    return accountProblem(former, report) === undefined && movementProblem(former, report) === undefined;
  });
}

/** Whether a void reverses a late transaction of an earlier attempt. */
function isOfEarlierAttempt(
  { transactions }: MovementRecord,
  { voidedTransactionId: id }: WalletReport,
): boolean {
  return (
    id !== undefined && Object.keys(transactions).some((key) => key.startsWith(`${id} earlier_attempt `))
  );
}

const knownModes: ReadonlySet<string | null> = new Set([null, "wallet", "card", "void", "test"]);
const knownActions: ReadonlySet<string | null> = new Set([null, "charge", "refund", "deposit"]);

/** Whether a transaction is a void. */
function isVoid({ transaction, isLowBalance }: WalletReport): boolean {
  return transaction.mode === "void" && !isLowBalance;
}

function isVoidChild({ mode, status }: WalletTransaction): boolean {
  return mode === "void" && status === "success";
}

/** The part of a transaction that this version does not know. Such a transaction must not count as a recorded movement. */
function unknownPart({ transaction, isUnknownNotice }: WalletReport): "status" | "kind" | undefined {
  const { status, mode, action, type } = transaction;
  if (status !== "success" && status !== "fail") return "status";
  const isKnown =
    knownModes.has(mode) && knownActions.has(action) && (type === "income" || type === "outcome");
  return isKnown && !isUnknownNotice ? undefined : "kind";
}

/** The reason to refuse another kind or amount. Section 6.3: a refill is an income by charge, a payment is an outcome. */
function movementProblem(record: MovementRecord, report: WalletReport): NotificationRefusalCode | undefined {
  const { type, action, mode } = report.transaction;
  const isKind = record.kind === "refill" ? type === "income" && action === "charge" : type === "outcome";
  // *Assumption*: a test refill has mode `test`, and no other transaction has it.
  const isMode = (mode === "test") === record.isTest;
  if (!isKind || !isMode || report.isLowBalance) return "movement_wrong";
  return report.amountMinor === record.amountMinor ? undefined : "amount_wrong";
}

/** The event of one transaction of an account. */
export function accountEvent(record: AccountRecord, report: WalletReport): WalletEvent {
  const why = unknownPart(report);
  const { voidedTransactionId } = report;
  if (why === undefined && isVoid(report)) {
    return { ...eventBase(record, report), type: "wallet.account.voided", voidedTransactionId };
  }
  return {
    ...eventBase(record, report),
    ...(why === undefined
      ? { type: report.isLowBalance ? "wallet.account.low" : "wallet.account.moved" }
      : { type: "wallet.unknown", why }),
  };
}

function eventBase({ reference }: WalletRecord, report: WalletReport) {
  const { transaction, amountMinor, source, deliveryId } = report;
  const { userId, paymentAccountId, id, currency } = transaction;
  return {
    reference,
    userId,
    paymentAccountId,
    transactionId: id,
    amountMinor,
    currency,
    source,
    ...(deliveryId !== undefined && { deliveryId }),
    transaction,
  };
}
