/**
 * The stored records of a wallet, and what the merchant does with them: reopen, release. Pure.
 *
 *   movement             a refill or a payment, with user, account and amount: recorded before anything is sent
 *   account              has no state: each of its transactions has a record of its own
 */
import * as z from "zod";
import { keepExpiry } from "./signed-url.ts";

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
    ...attempt.shape,
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

/**
 * The record for one more attempt. An undecided one stays as it is for the same movement, its expiry until half of the wanted time
 * has passed; after a failure and a release it is replaced by what is wanted now. `undefined` if it has succeeded, or is under way
 * for something else.
 */
export function reopenRecord(
  known: WalletRecord,
  wanted: WalletRecord,
  nowMs: number,
): WalletRecord | undefined {
  const expiresAt = keepExpiry(known.expiresAt, wanted.expiresAt, nowMs);
  const again = expiresAt === known.expiresAt ? known : { ...known, expiresAt };
  if (known.kind === "account" || wanted.kind === "account")
    return sameAccount(known, wanted) ? again : undefined;
  // A released attempt can still succeed. Then nothing is to be paid again.
  if (known.state === "succeeded" || known.state === "voided") return undefined;
  if (known.state === "failed" || known.isReleased === true) {
    return {
      ...wanted,
      transactions: known.transactions,
      earlier: [...(known.earlier ?? []), attempt.parse(known)],
    };
  }
  const isSame = attempt.keyof().options.every((field) => known[field] === wanted[field]);
  return isSame ? again : undefined;
}

/** Marks the attempt under way as over; `undefined` if it has succeeded or was voided: then it must not be released. */
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
