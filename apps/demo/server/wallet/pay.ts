/**
 * Pays an order from a wallet, with the customer's own tokens. The response is final, and is checked like a notification; the
 * gateway also sends a notification of it.
 */
import type { CardpaneError, WalletNotifications, WalletSession, WalletTransaction } from "@cardpane/node";
import type { Answer, NotMade } from "../orders/order.ts";
import type { PaymentInput, WalletSource } from "../payments/payment-input.ts";
import { currency } from "../shop/catalogue.ts";
import { walletReceipt } from "./shopper-wallet.ts";

/** Records the payment, and sends it. */
export async function payFromWallet(
  { orderId: reference, title: name, amountMinor, requestId: idempotencyKey }: PaymentInput,
  { userId, accountId: paymentAccountId }: WalletSource,
  login: WalletSession,
  webhooks: Pick<WalletNotifications, "createUrl">,
): Promise<WalletTransaction> {
  const money = { paymentAccountId, amountMinor, currency };
  const webhookUrl = await webhooks.createUrl({ kind: "payment", reference, userId, ...money });
  return login.payments.create(
    { ...money, name, webhookUrl, merchantOrderId: reference, metadata: { udf1: reference } },
    { idempotencyKey },
  );
}

export function walletAnswer(transaction: WalletTransaction): Answer {
  return transaction.status === "success"
    ? { kind: "paid", receipt: walletReceipt({ transaction }) }
    : { kind: "declined", code: transaction.code };
}

/** Why the gateway refused a wallet payment; `undefined` if the customer cannot change it. */
export function walletRefusal({ code }: CardpaneError): NotMade | undefined {
  switch (code) {
    case "session_ended":
      return "logged_out";
    case "forbidden":
      return "blocked";
    // The account was deactivated in the meantime, or is another customer's.
    case "bad_request":
    case "not_found":
      return "invalid";
    default:
      return undefined;
  }
}
