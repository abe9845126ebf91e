/** What an order keeps of the gateway's results. */
import { fromMinor, type SavedCard, type TransactionResult, type WalletTransaction } from "@cardpane/node";
import { lastFourOf, paneBrand } from "../orders/brand.ts";
import { currency } from "../orders/catalogue.ts";
import { type Order, type Receipt, type Session, setState } from "../orders/order.ts";

/** The order is paid: it keeps the receipt and the subscription, and the session the card. */
export function markPaid(order: Order, result: TransactionResult): void {
  keepCard(order, result);
  // Later charges may be reported before the first payment: they are not overwritten.
  if (result.subscription) order.subscription ??= { ...result.subscription, charges: [] };
  setState(order, { status: "paid", receipt: toReceipt(result) });
}

/** The operator decided that the order is paid. A transaction that nobody named is reported later: `payment.identified`. */
export function markPaidByHand(order: Order, transactionId: string): void {
  const details = { code: "0", descriptor: null, method: null, brand: null, lastFour: null };
  const money = { amount: fromMinor(order.totalMinor, currency), currency };
  setState(order, { status: "paid", receipt: { orderId: order.id, transactionId, ...money, ...details } });
}

/** The details of a payment that the order's page shows. */
export function toReceipt({ payment, metadata }: TransactionResult): Receipt {
  const network = metadata["udf2"];
  return {
    orderId: payment.orderId ?? "",
    transactionId: payment.transactionId,
    code: payment.code ?? "0",
    amount: payment.amount ?? 0,
    currency: payment.currency ?? currency,
    descriptor: payment.descriptor ?? null,
    method: payment.source?.method ?? null,
    brand: paneBrand(typeof network === "string" ? network : payment.source?.brand),
    lastFour: lastFourOf(payment.source?.number),
  };
}

/** The receipt of a wallet payment, for the order's page. */
export function walletReceipt({ transaction }: { readonly transaction: WalletTransaction }): Receipt {
  const { id, uuid, code, price, currency, descriptor, userId: walletUserId } = transaction;
  return {
    orderId: uuid ?? String(id),
    transactionId: String(id),
    code: code ?? "0",
    amount: price,
    currency,
    descriptor,
    method: "wallet",
    brand: null,
    lastFour: null,
    walletUserId,
  };
}

/** Remembers a card that the gateway stores and the shopper agreed to keep: its id and the consumer's id are enough to pay again. */
function keepCard({ session, kind, savesCard }: Order, { payment, consumer }: TransactionResult): void {
  const { method, paymentAccountId, disabled, brand, number } = payment.source ?? {};
  // A bank account can be charged again too, but not with the pane, which collects a card's CVV.
  if (method !== "card" || paymentAccountId === undefined || disabled === true) return;
  if (consumer.id === undefined) return;
  // A subscription's card is listed, because it is charged later; the checkout offers only a card that the shopper wants to keep.
  if (savesCard || kind === "box") session.consumerId = consumer.id;
  if (!savesCard) return;
  offerCard(session, { paymentAccountId, brand: brand ?? "", number: number ?? "" });
}

/** The checkout offers this stored card of the shopper. */
export function offerCard(
  session: Session,
  { paymentAccountId, brand, number }: Pick<SavedCard, "paymentAccountId" | "brand" | "number">,
): void {
  const { consumerId } = session;
  if (consumerId === null) return;
  const card = { brand: paneBrand(brand), lastFour: lastFourOf(number) };
  session.savedCard = { paymentAccountId, consumerId, ...card };
}
