/**
 * An order that is paid from a wallet, with the customer's own tokens. The answer is final, and checked like a notification; the
 * gateway notifies it besides.
 */
import type { CardpaneError, WalletNotifications, WalletSession, WalletTransaction } from "@cardpane/node";
import type { Answer, NotMade } from "../orders/order.ts";
import type { PaymentInput, WalletSource } from "../payments/payment-input.ts";
import { currency } from "../shop/catalogue.ts";
import { walletReceipt } from "./shopper-wallet.ts";

/** Records what is paid, and pays it. */
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

/** Why the gateway refused a payment, where it is the customer's wallet. */
export function walletRefusal({ code }: CardpaneError): NotMade | undefined {
  switch (code) {
    case "session_ended":
      return "logged_out";
    case "forbidden":
      return "blocked";
    // An account that was switched off meanwhile, or is not the customer's.
    case "bad_request":
    case "not_found":
      return "invalid";
    default:
      return undefined;
  }
}
