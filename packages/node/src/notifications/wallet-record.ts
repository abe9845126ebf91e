/**
 * A movement of a wallet as its webhook sees it, and the one rule of how it changes.
 *
 *   created --> failed --> succeeded        a refill or a payment: it never goes back
 *   account: open for ever                  each of its transactions ends once, in a record of its own
 *
 * It is recorded before anything is sent, under the merchant's reference: whose it is, on which account, how much. What
 * comes in must be about the same user, account, kind, currency and amount, or it is refused.
 *
 * Pure: no clock, no store, no await. wallet-notifications.ts runs it inside the store's transaction.
 */
import * as z from "zod";
import type { NotificationRefusalCode } from "./refusal.ts";
import type { WalletEvent } from "./wallet-event.ts";
import type { WalletObservation } from "./wallet-observation.ts";

const base = {
  /** Of this shape: a later version of this package reads it by that. */
  version: z.literal(1),
  reference: z.string(),
  userId: z.int(),
  currency: z.string(),
  /** Unix time in seconds: the address of what is not decided stays the same. */
  expiresAt: z.int(),
};

/** What is kept of a refill, a payment or an account: no card data, no name, no address. */
export const walletRecord = z.discriminatedUnion("kind", [
  z.object({
    ...base,
    kind: z.enum(["refill", "payment"]),
    paymentAccountId: z.int(),
    amountMinor: z.int().positive(),
    isTest: z.boolean(),
    state: z.enum(["created", "failed", "succeeded"]),
    /** What transactions ended with, by their id. */
    transactions: z.record(z.string(), z.string()),
  }),
  z.object({
    ...base,
    kind: z.literal("account"),
    /** Bound by the first notification where it was not known before. */
    paymentAccountId: z.int().optional(),
  }),
]);
export type WalletRecord = z.infer<typeof walletRecord>;
type Movement = Extract<WalletRecord, { kind: "refill" | "payment" }>;
type Account = Extract<WalletRecord, { kind: "account" }>;

/** What is kept of one transaction of an account. */
export const walletTransactionRecord = z.object({
  version: z.literal(1),
  kind: z.literal("account-transaction"),
  status: z.string(),
});
export type WalletTransactionRecord = z.infer<typeof walletTransactionRecord>;

/** What an observation makes of a refill or a payment. */
export type MovementStep =
  | { readonly type: "changed"; readonly record: Movement; readonly event?: WalletEvent }
  | { readonly type: "duplicate" }
  | { readonly type: "refused"; readonly code: NotificationRefusalCode };

/**
 * A record once more, as it was or after a failure with what is wanted now; `undefined` where that must not be: it has
 * succeeded, or is under way for something else.
 */
export function reopenedRecord(known: WalletRecord, wanted: WalletRecord): WalletRecord | undefined {
  if (known.kind === "account" || wanted.kind === "account")
    return sameAccount(known, wanted) ? known : undefined;
  if (known.state === "failed") return { ...wanted, transactions: known.transactions };
  const isSame =
    known.kind === wanted.kind &&
    known.userId === wanted.userId &&
    known.paymentAccountId === wanted.paymentAccountId &&
    known.currency === wanted.currency &&
    known.amountMinor === wanted.amountMinor &&
    known.isTest === wanted.isTest;
  return isSame && known.state === "created" ? known : undefined;
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

/** What is wrong with the place of a transaction: user, account, currency. */
export function placeProblem(
  record: WalletRecord,
  { transaction }: WalletObservation,
): NotificationRefusalCode | undefined {
  const isOurs =
    transaction.userId === record.userId &&
    (record.paymentAccountId ?? transaction.paymentAccountId) === transaction.paymentAccountId;
  if (!isOurs) return "wallet_wrong";
  return transaction.currency === record.currency ? undefined : "currency_wrong";
}

/** Applies what the gateway told of a refill or a payment. */
export function observeMovement(record: Movement, seen: WalletObservation): MovementStep {
  const { id, status, code } = seen.transaction;
  const problem = placeProblem(record, seen) ?? movementProblem(record, seen);
  if (problem !== undefined) return { type: "refused", code: problem };
  const known = Object.hasOwn(record.transactions, id) ? record.transactions[id] : undefined;
  if (known !== undefined) {
    return known === status ? { type: "duplicate" } : { type: "refused", code: "transaction_contradicted" };
  }
  const transactions = { ...record.transactions, [id]: status };
  const isDone = record.state === "succeeded";
  const told = factsOf(record, seen);
  if (status === "fail") {
    // A failed try of what another try has done is no news.
    if (isDone) return { type: "changed", record: { ...record, transactions } };
    const event = { ...told, type: `wallet.${record.kind}.failed`, code: code ?? undefined } as const;
    return { type: "changed", record: { ...record, transactions, state: "failed" }, event };
  }
  if (isDone) {
    const event = { ...told, type: "wallet.unknown", why: "second_transaction" } as const;
    return { type: "changed", record: { ...record, transactions }, event };
  }
  const event = { ...told, type: `wallet.${record.kind}.succeeded` } as const;
  return { type: "changed", record: { ...record, transactions, state: "succeeded" }, event };
}

/** Section 6.3: a refill is an income by charge; a payment is an outcome. */
function movementProblem(record: Movement, seen: WalletObservation): NotificationRefusalCode | undefined {
  const { type, action, mode } = seen.transaction;
  const isKind = record.kind === "refill" ? type === "income" && action === "charge" : type === "outcome";
  // Assumption: a refill that is a test has mode test, and nothing else has.
  const isMode = mode !== "void" && (mode === "test") === record.isTest;
  if (!isKind || !isMode || seen.isLowBalance) return "movement_wrong";
  return seen.amountMinor === record.amountMinor ? undefined : "amount_wrong";
}

/** The event of one transaction of an account. */
export function accountEvent(record: Account, seen: WalletObservation): WalletEvent {
  return {
    ...factsOf(record, seen),
    type: seen.isLowBalance ? "wallet.account.low" : "wallet.account.moved",
  };
}

function factsOf({ reference }: WalletRecord, seen: WalletObservation) {
  const { transaction, amountMinor, toldBy, deliveryId } = seen;
  const { userId, paymentAccountId, id, currency } = transaction;
  return {
    reference,
    userId,
    paymentAccountId,
    transactionId: id,
    amountMinor,
    currency,
    toldBy,
    ...(deliveryId !== undefined && { deliveryId }),
    transaction,
  };
}
