/**
 * The state of a refill, a wallet payment or an account, and how reports change it.
 *
 *   created -> failed -> succeeded -> voided   a refill or a payment; it never goes back
 *   account                                    has no state: each of its transactions has a record of its own
 *
 * It is recorded before anything is sent, under the merchant's reference, with user, account and amount. A report must be
 * about the same user, account, kind, currency and amount, or it is refused.
 *
 * Pure: no clock, no store, no await. wallet-notifications.ts runs it inside the store's transaction.
 */
import * as z from "zod";
import type { NotificationRefusalCode } from "../errors/notification-refusals.ts";
import type { WalletEvent, WalletUnknown } from "./wallet-event.ts";
import type { WalletReport } from "./wallet-report.ts";

interface RecordBase {
  /** Format of the record, for later versions of this package. */
  readonly version: 1;
  /** Your own name of it, as you passed it to `createUrl()`. */
  readonly reference: string;
  readonly userId: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Unix time in seconds: the URL of an undecided movement stays the same. */
  readonly expiresAt: number;
}

/** What an attempt is about. */
export interface WalletAttempt {
  readonly kind: "refill" | "payment";
  readonly userId: number;
  /** ISO 4217. */
  readonly currency: string;
  readonly paymentAccountId: number;
  /** In minor units, more than 0. */
  readonly amountMinor: number;
  readonly isTest: boolean;
}

/** The stored record of a refill or a payment. */
export interface MovementRecord extends RecordBase, WalletAttempt {
  readonly state: "created" | "failed" | "succeeded" | "voided";
  /** The merchant released the undecided attempt: the next one may be another movement. */
  readonly isReleased?: boolean | undefined;
  /** Earlier attempts. One of them can still end late, which must not be lost. */
  readonly earlier?: readonly WalletAttempt[] | undefined;
  /** Final status of transactions, by id; of a void `void` and the id of the transaction that it undid. */
  readonly transactions: Readonly<Record<string, string>>;
}

/** The stored record of an account. */
export interface AccountRecord extends RecordBase {
  readonly kind: "account";
  /** Bound by the first notification if it was not known before. */
  readonly paymentAccountId?: number | undefined;
}

/** The stored record of a refill, a payment or an account: no card data, no name, no address. */
export type WalletRecord = MovementRecord | AccountRecord;

/** The stored record of one transaction of an account. */
export interface WalletTransactionRecord {
  /** Format of the record, for later versions of this package. */
  readonly version: 1;
  readonly kind: "account-transaction";
  /** `success` or `fail`. */
  readonly status: string;
}

const base = {
  version: z.literal(1),
  reference: z.string(),
  userId: z.int(),
  currency: z.string(),
  expiresAt: z.int(),
};

const attempt = z.object({
  kind: z.enum(["refill", "payment"]),
  userId: z.int(),
  currency: z.string(),
  paymentAccountId: z.int(),
  amountMinor: z.int().positive(),
  isTest: z.boolean(),
});

/** Schema of {@link WalletRecord}. */
export const walletRecord = z.discriminatedUnion("kind", [
  z.object({
    ...base,
    kind: z.enum(["refill", "payment"]),
    paymentAccountId: z.int(),
    amountMinor: z.int().positive(),
    isTest: z.boolean(),
    state: z.enum(["created", "failed", "succeeded", "voided"]),
    isReleased: z.boolean().optional(),
    earlier: z.array(attempt).optional(),
    transactions: z.record(z.string(), z.string()),
  }),
  z.object({
    ...base,
    kind: z.literal("account"),
    paymentAccountId: z.int().optional(),
  }),
]);

/** Schema of {@link WalletTransactionRecord}. */
export const walletTransactionRecord = z.object({
  version: z.literal(1),
  kind: z.literal("account-transaction"),
  status: z.string(),
});

/** The effect of a report on a refill or a payment. */
export type MovementStep =
  | { readonly type: "changed"; readonly record: MovementRecord; readonly event?: WalletEvent }
  | { readonly type: "duplicate" }
  | { readonly type: "refused"; readonly code: NotificationRefusalCode };

/**
 * A record once more, as it was or after a failure with what is wanted now; `undefined` where that must not be: it has
 * succeeded, or is under way for something else.
 */
export function reopenedRecord(known: WalletRecord, wanted: WalletRecord): WalletRecord | undefined {
  if (known.kind === "account" || wanted.kind === "account")
    return sameAccount(known, wanted) ? known : undefined;
  // A released attempt can still succeed. Then nothing is to be paid again.
  if (known.state === "succeeded" || known.state === "voided") return undefined;
  if (known.state === "failed" || known.isReleased === true) {
    return {
      ...wanted,
      transactions: known.transactions,
      earlier: [...(known.earlier ?? []), attempt.parse(known)],
    };
  }
  const isSame =
    known.kind === wanted.kind &&
    known.userId === wanted.userId &&
    known.paymentAccountId === wanted.paymentAccountId &&
    known.currency === wanted.currency &&
    known.amountMinor === wanted.amountMinor &&
    known.isTest === wanted.isTest;
  return isSame ? known : undefined;
}

/** Marks the attempt under way as over; `undefined` if it has succeeded, or was voided, and so is not to be released. */
export function releaseRecord(record: WalletRecord): WalletRecord | undefined {
  if (record.kind === "account") return record;
  return record.state === "succeeded" || record.state === "voided"
    ? undefined
    : { ...record, isReleased: true };
}

function sameAccount(known: WalletRecord, wanted: WalletRecord): boolean {
  const isOpen = known.paymentAccountId === undefined || wanted.paymentAccountId === undefined;
  return (
    known.kind === wanted.kind &&
    known.userId === wanted.userId &&
    known.currency === wanted.currency &&
    (isOpen || known.paymentAccountId === wanted.paymentAccountId)
  );
}

/** Checks user, account and currency of a transaction. */
export function placeProblem(
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
export function applyMovementReport(record: MovementRecord, seen: WalletReport): MovementStep {
  const { id, status, code } = seen.transaction;
  const problem =
    placeProblem(record, seen) ??
    (isVoid(seen) || unknownPart(seen) ? undefined : movementProblem(record, seen));
  const base = eventBase(record, seen);
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
  if (isVoid(seen) && isOfEarlierAttempt(record, seen)) return unknown("earlier_attempt");
  if (problem !== undefined) {
    return isEarlierAttempt(record, seen) ? unknown("earlier_attempt") : { type: "refused", code: problem };
  }
  const why = unknownPart(seen);
  if (why !== undefined) return unknown(why);
  if (isVoid(seen)) return applyVoid(record, seen, unknown);
  const known = Object.hasOwn(record.transactions, id) ? record.transactions[id] : undefined;
  // The same transaction with another end: reported, so that somebody looks at it, and it changes nothing.
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

/** A void moves the same money the other way, and undoes a transaction that has succeeded and is not undone yet. */
function applyVoid(
  record: MovementRecord,
  seen: WalletReport,
  unknown: (why: WalletUnknown["why"]) => MovementStep,
): MovementStep {
  const { id, type, status } = seen.transaction;
  const undone = Object.values(record.transactions).flatMap((end) => /^void (\d+)$/.exec(end)?.[1] ?? []);
  const undoable = Object.keys(record.transactions).filter(
    (key) => /^\d+$/.test(key) && record.transactions[key] === "success" && !undone.includes(key),
  );
  const known = Object.hasOwn(record.transactions, id) ? record.transactions[id] : undefined;
  const named = seen.voidedTransactionId;
  if (known !== undefined) {
    const isSame = known.startsWith("void ") && (named === undefined || known === `void ${named}`);
    return isSame && status === "success" ? { type: "duplicate" } : unknown("contradiction");
  }
  // A gateway that does not name it can only mean the one that there is.
  const target = named === undefined && undoable.length === 1 ? undoable[0] : String(named);
  const isOpposite = type === (record.kind === "refill" ? "outcome" : "income");
  if (!isOpposite || status !== "success" || seen.isLowBalance || !target || !undoable.includes(target)) {
    return { type: "refused", code: "movement_wrong" };
  }
  if (seen.amountMinor !== record.amountMinor) return { type: "refused", code: "amount_wrong" };
  const event = {
    ...eventBase(record, seen),
    type: `wallet.${record.kind}.voided`,
    voidedTransactionId: Number(target),
  } as const;
  const transactions = { ...record.transactions, [id]: `void ${target}` };
  // What has succeeded twice is still paid once after one void.
  const state = undoable.length === 1 ? "voided" : record.state;
  return { type: "changed", record: { ...record, transactions, state }, event };
}

/** A late end of an attempt that was given up: it fits nothing that is wanted now, and must not be lost. */
function isEarlierAttempt(record: MovementRecord, seen: WalletReport): boolean {
  return (record.earlier ?? []).some((earlier) => {
    const former = { ...record, ...earlier };
    return placeProblem(former, seen) === undefined && movementProblem(former, seen) === undefined;
  });
}

/** Whether a void undoes what an earlier attempt has moved late. */
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

/** Says whether a transaction undoes another one. */
function isVoid({ transaction, isLowBalance }: WalletReport): boolean {
  return transaction.mode === "void" && !isLowBalance;
}

/** What this version does not know of a transaction: it must not be taken for a movement that was recorded. */
function unknownPart({ transaction, isUnknownNotice }: WalletReport): "status" | "kind" | undefined {
  const { status, mode, action, type } = transaction;
  if (status !== "success" && status !== "fail") return "status";
  const isKnown =
    knownModes.has(mode) && knownActions.has(action) && (type === "income" || type === "outcome");
  return isKnown && !isUnknownNotice ? undefined : "kind";
}

/** Section 6.3: a refill is an income by charge; a payment is an outcome. */
function movementProblem(record: MovementRecord, seen: WalletReport): NotificationRefusalCode | undefined {
  const { type, action, mode } = seen.transaction;
  const isKind = record.kind === "refill" ? type === "income" && action === "charge" : type === "outcome";
  // Assumption: a refill that is a test has mode test, and nothing else has.
  const isMode = (mode === "test") === record.isTest;
  if (!isKind || !isMode || seen.isLowBalance) return "movement_wrong";
  return seen.amountMinor === record.amountMinor ? undefined : "amount_wrong";
}

/** The event of one transaction of an account. */
export function accountEvent(record: AccountRecord, seen: WalletReport): WalletEvent {
  const why = unknownPart(seen);
  const { voidedTransactionId } = seen;
  if (why === undefined && isVoid(seen)) {
    return { ...eventBase(record, seen), type: "wallet.account.voided", voidedTransactionId };
  }
  return {
    ...eventBase(record, seen),
    ...(why === undefined
      ? { type: seen.isLowBalance ? "wallet.account.low" : "wallet.account.moved" }
      : { type: "wallet.unknown", why }),
  };
}

function eventBase({ reference }: WalletRecord, seen: WalletReport) {
  const { transaction, amountMinor, source, deliveryId } = seen;
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
