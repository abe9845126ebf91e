/**
 * The refunds of a card payment. A refund is known by its transaction, so a response and its notification count once.
 *
 * Each refund has a key, with which the gateway makes it once. The key changes when the outcome is known: after a lost answer the
 * same refund can be sent again, and no other one.
 */
import { randomBytes } from "node:crypto";
import { type Money, toMinor } from "@cardpane/node";

/** One completed refund or void. */
export interface Refund extends Money {
  readonly transactionId: string;
  /** The payment that was refunded; `null` if the gateway does not name it. */
  readonly parentTransactionId: string | null;
}

export interface Refunds {
  readonly made: Refund[];
  /** The idempotency key of the next refund. */
  key: string;
  /** What was sent under the key, as long as its outcome is not known. */
  inDoubt: Money | null;
}

export const noRefunds = (): Refunds => ({ made: [], key: freshKey(), inDoubt: null });

const freshKey = () => randomBytes(12).toString("base64url");

/** Adds a refund unless it is known. It settles a refund of its amount that was in doubt. */
export function addRefund(refunds: Refunds, refund: Refund): void {
  if (refunds.made.some(({ transactionId }) => transactionId === refund.transactionId)) return;
  settleRefund(refunds, refund);
  refunds.made.push(refund);
}

/** Ends the doubt about a refund of this amount, if there is one. */
export function settleRefund(refunds: Refunds, { amountMinor, currency }: Money): void {
  if (refunds.inDoubt?.amountMinor !== amountMinor || refunds.inDoubt.currency !== currency) return;
  Object.assign(refunds, { key: freshKey(), inDoubt: null });
}

/** The charged amount, and the part that can still be refunded. */
export function refundMoney(
  { refunds }: { readonly refunds: Refunds },
  receipt: { readonly amount: number; readonly currency: string; readonly transactionId: string },
) {
  const { currency, transactionId } = receipt;
  const chargedMinor = toMinor(receipt.amount, currency);
  const backMinor = refunds.made
    .filter(
      (one) => one.currency === currency && (one.parentTransactionId ?? transactionId) === transactionId,
    )
    .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
  return { currency, chargedMinor, backMinor, leftMinor: Math.max(0, chargedMinor - backMinor) };
}
