/**
 * The stored records of a wallet, and the merchant's changes: reopen, release. Pure functions.
 *
 *   movement             a refill or a payment, with user, account and amount: recorded before anything is sent
 *   account              has no state: each of its transactions has a separate record
 */
import * as z from "zod";
import { keepExpiry } from "../signed-url.ts";

interface RecordBase {
  /** Format of the record, for later versions of this package. */
  readonly version: 1;
  /** Your reference, as passed to `createUrl()`. */
  readonly reference: string;
  readonly userId: number;
  /** ISO 4217. */
  readonly currency: string;
  /** Expiry of the URL, in Unix seconds. Recorded so that the URL of an undecided movement stays the same. */
  readonly expiresAt: number;
}

/** The refill or payment of one attempt. */
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
  /** Whether the merchant released the undecided attempt: the next one may be another movement. */
  readonly isReleased?: boolean | undefined;
  /** Earlier attempts. Each can still end late, and its result must be reported. */
  readonly earlier?: readonly WalletAttempt[] | undefined;
  /** Final status of transactions, by id. For a void: `void` and the id of the voided transaction. */
  readonly transactions: Readonly<Record<string, string>>;
}

/** The stored record of an account. */
export interface AccountRecord extends RecordBase {
  readonly kind: "account";
  /** Bound by the first notification if `createUrl()` did not set it. */
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
 * Prepares the record for another attempt. For the same movement an undecided record is unchanged, and keeps its expiry until
 * half of the wanted validity has passed. After a failure or a release the new movement replaces it. Returns `undefined` if the
 * movement has succeeded, or another movement is pending.
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
  // A released attempt can still succeed. The reference must then not be paid again.
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

/** Releases the current attempt; `undefined` if it has succeeded or was voided, because it must then not be released. */
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
