/** The refundable amount of an order. */
import { toMinor } from "@cardpane/node";
import type { Order, Receipt } from "./order.ts";
import { refundedMinor } from "./refunds.ts";

/** The receipt of an order that can be refunded; a wallet payment is voided by the wallet instead. */
export function refundableReceipt({ state }: Order): Receipt | undefined {
  return (state.status === "paid" || state.status === "mismatched") &&
    state.receipt.walletUserId === undefined
    ? state.receipt
    : undefined;
}

/** The charged amount, and the part that can still be refunded. */
export function refundMoney({ refunds }: Pick<Order, "refunds">, receipt: Receipt) {
  const { currency, transactionId } = receipt;
  const chargedMinor = toMinor(receipt.amount, currency);
  const backMinor = refundedMinor(refunds, transactionId, currency);
  return { currency, chargedMinor, backMinor, leftMinor: Math.max(0, chargedMinor - backMinor) };
}
