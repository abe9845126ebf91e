/**
 * Pays an order from a wallet, with the customer's own tokens. The response is final, and is checked like a notification; the
 * gateway also sends a notification of it.
 */
import type { WalletNotifications } from "@cardpane/node";
import type { PaymentInput, WalletSource } from "../payments/payment-input.ts";
import { inDoubt, notMade, type PaymentAnswer } from "../payments/payment-result.ts";
import { currency } from "../shop/catalogue.ts";
import { walletReceipt } from "./shopper-wallet.ts";

/**
 * Records the attempt, sends it, and settles it.
 *
 * @throws CardpaneError of the call
 */
export async function payFromWallet(
  { orderId: reference, title: name, amountMinor }: PaymentInput,
  { userId, accountId: paymentAccountId, wallet: { login } }: WalletSource,
  webhooks: Pick<WalletNotifications, "begin" | "settle">,
): Promise<PaymentAnswer> {
  if (!login) return notMade("logged_out");
  const money = { paymentAccountId, amountMinor, currency };
  const attempt = await webhooks.begin({ kind: "payment", reference, userId, ...money });
  const { webhookUrl, id: idempotencyKey } = attempt;
  const payment = { ...money, name, webhookUrl, merchantOrderId: reference, metadata: { udf1: reference } };
  try {
    const transaction = await login.payments.create(payment, { idempotencyKey });
    const state = await webhooks.settle(attempt, transaction);
    if (state === "declined") return { state: { status: "declined", code: transaction.code } };
    if (state !== "paid") return inDoubt;
    return { state: { status: "paid", receipt: walletReceipt({ transaction }) } };
  } catch (error) {
    if (error instanceof Error) await webhooks.settle(attempt, error);
    throw error;
  }
}
