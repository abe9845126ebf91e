/** From the body of a wallet's webhook, or an answer of `payments.create`, to the few facts that decide. */
import { toMinor, walletOperations } from "@cardpane/contract/gateway";
import { jsonOf } from "../call/plain.ts";
import { readForgivingly } from "../wallet/read-forgivingly.ts";
import { toTransaction, type WalletTransaction } from "../wallet/records.ts";

/** What the gateway told about one transaction of a wallet. */
export interface WalletObservation {
  readonly toldBy: "notification" | "answer";
  readonly amountMinor: number;
  /** *Assumption*: a notice of a low balance is the transaction that led to it, with `notice: "low_balance"`. */
  readonly isLowBalance: boolean;
  readonly deliveryId?: string | undefined;
  readonly transaction: WalletTransaction;
}

/** Reads a webhook's JSON; `undefined` for what is none, a notice that this version does not know among it. */
export function readWebhook(body: unknown, deliveryId: string | undefined): WalletObservation | undefined {
  // A copy: what a framework parsed is the merchant's, and what does not fit is left out of ours.
  const copy = jsonOf(body);
  const wire = copy.ok ? readForgivingly(walletOperations.getTransaction.result, copy.value) : undefined;
  const notice: unknown = Object(body).notice;
  if (!wire || (notice !== undefined && notice !== "low_balance")) return undefined;
  return observationOf(toTransaction(wire), "notification", notice !== undefined, deliveryId);
}

/** Reads what `payments.create` or `transactions.get` answered. */
export function observeTransaction(transaction: WalletTransaction): WalletObservation | undefined {
  return observationOf(transaction, "answer", false, undefined);
}

function observationOf(
  transaction: WalletTransaction,
  toldBy: WalletObservation["toldBy"],
  isLowBalance: boolean,
  deliveryId: string | undefined,
): WalletObservation | undefined {
  const amountMinor = minorOf(transaction.price, transaction.currency);
  if (amountMinor === undefined) return undefined;
  return { toldBy, amountMinor, isLowBalance, ...(deliveryId !== undefined && { deliveryId }), transaction };
}

/** An amount in minor units; `undefined` for what is no amount of the currency. */
export function minorOf(amount: number, currency: string): number | undefined {
  try {
    const minor = toMinor(amount, currency);
    return Number.isSafeInteger(minor) && minor >= 0 ? minor : undefined;
  } catch {
    return undefined;
  }
}
