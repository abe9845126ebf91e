/**
 * An order that is paid from a wallet. The answer is final, and checked like a notification; the gateway notifies it besides.
 *
 *   createUrl   what is paid is recorded, and gets the address that proves a notification is about it
 *   create      with the customer's own tokens
 *   record      what the gateway answered
 */
import { type CardpaneError, isCardpaneError, type WalletNotifications } from "@cardpane/node";
import type { Answer } from "../orders/order.ts";
import type { PaymentInput, Sent, WalletSource } from "../payments/payment-input.ts";
import { currency } from "../shop/catalogue.ts";
import { walletReceipt } from "./shopper-wallet.ts";

export interface PayFromWalletOptions {
  readonly webhooks: Pick<WalletNotifications, "createUrl" | "record">;
  readonly log: (line: string) => void;
}

/** Pays an order from a wallet; never throws. */
export async function payFromWallet(
  { orderId: reference, title, amountMinor, requestId }: PaymentInput,
  { wallet, userId, accountId: paymentAccountId }: WalletSource,
  { webhooks, log }: PayFromWalletOptions,
): Promise<Sent> {
  const nothing = { savedCard: null, subscription: null, scaDecline: null };
  if (!wallet.login) return { answer: { kind: "not_made", why: "logged_out" }, errors: {}, ...nothing };
  try {
    const webhookUrl = await webhooks.createUrl({
      ...{ kind: "payment", reference, userId, paymentAccountId, currency, amountMinor },
    });
    const transaction = await wallet.login.payments.create(
      {
        ...{ paymentAccountId, amountMinor, currency, webhookUrl },
        name: title,
        merchantOrderId: reference,
        metadata: { udf1: reference },
      },
      { idempotencyKey: requestId },
    );
    await webhooks.record(reference, transaction).catch((error: unknown) => {
      log(`payment ${requestId} is not as recorded: ${error instanceof Error ? error.message : "unknown"}`);
    });
    const answer: Answer =
      transaction.status === "success"
        ? { kind: "paid", receipt: walletReceipt({ transaction }) }
        : { kind: "declined", code: transaction.code };
    return { answer, errors: {}, ...nothing };
  } catch (error) {
    if (!isCardpaneError(error)) {
      log(`payment ${requestId} failed: ${error instanceof Error ? error.name : "unknown error"}`);
      return { answer: { kind: "lost" }, errors: {}, ...nothing };
    }
    log(`payment ${requestId} ${error.outcome}: ${error.message}`);
    return { answer: fromError(error), errors: error.errors ?? {}, ...nothing };
  }
}

function fromError({ code, outcome, retryable }: CardpaneError): Answer {
  if (outcome === "unknown") return { kind: "lost" };
  if (code === "session_ended") return { kind: "not_made", why: "logged_out" };
  if (code === "forbidden") return { kind: "not_made", why: "blocked" };
  // An account that was switched off meanwhile, or is not the customer's.
  if (code === "bad_request" || code === "not_found") return { kind: "not_made", why: "invalid" };
  return { kind: "not_made", why: outcome === "not_sent" && retryable ? "not_sent" : "refused" };
}
