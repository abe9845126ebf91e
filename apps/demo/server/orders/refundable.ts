/** What of an order can be refunded. */
import { toMinor } from "@cardpane/node";
import type { Order, Receipt } from "./order.ts";
import { refundedMinor } from "./refunds.ts";

/** The receipt of an order whose money goes back by a refund: one from a wallet is taken back by the wallet. */
export function refundableReceipt({ state }: Order): Receipt | undefined {
  return state.status === "paid" && state.receipt.walletUserId === undefined ? state.receipt : undefined;
}

/** What was charged, and what of it can still go back. */
export function refundMoney({ refunds }: Pick<Order, "refunds">, receipt: Receipt) {
  const { currency, transactionId } = receipt;
  const chargedMinor = toMinor(receipt.amount, currency);
  const backMinor = refundedMinor(refunds, transactionId, currency);
  return { currency, chargedMinor, backMinor, leftMinor: Math.max(0, chargedMinor - backMinor) };
}
