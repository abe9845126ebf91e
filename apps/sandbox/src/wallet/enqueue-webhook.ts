/** Sections 6.3 and 6.4: a wallet's transactions are sent to webhooks, through the same outbox as payments' notifications. */

import { findRow } from "../db/rows.ts";
import { takeRule } from "../db/rules.ts";
import { walletTransactions } from "../db/schema-money.ts";
import { enqueue } from "../notifications/outbox.ts";
import type { WorkContext } from "../operation-context.ts";
import { ruleFacts } from "../payments/consumer.ts";
import { transactionResponse } from "./transaction-response.ts";
import type { PendingWebhook, Wallet } from "./wallet.ts";

/**
 * Stores a webhook. Its body is the wallet transaction in the format of `getTransaction`. A notice also has a name
 * (*assumption*: `notice: "low_balance"` with the transaction that caused the low balance), and a void has the voided
 * transaction (*assumption*: `voidedTransactionId`, since the interface shows a child without its parent).
 */
export async function enqueueWebhook(
  context: WorkContext,
  wallet: Wallet,
  webhook: PendingWebhook,
): Promise<void> {
  const { tx, now } = context;
  const { transactionId, accountId, path, url, notice, voidedTransactionId } = webhook;
  const row = await findRow(tx, walletTransactions, { id: transactionId });
  if (!row) throw new Error("A transaction that a webhook reports has gone.");
  const facts = ruleFacts(path, wallet.user, { amountMinor: row.priceMinor, currency: row.currency });
  const fault = await takeRule(context.tx, row.merchantId, "notification", facts);
  const response = await transactionResponse(tx, row, now, wallet.accounts.values());
  const message = {
    merchantId: row.merchantId,
    queue: `account ${accountId}`,
    walletAccountId: accountId,
    walletTransactionId: transactionId,
    url,
    body: JSON.stringify({
      ...response,
      ...(notice !== undefined && { notice }),
      ...(voidedTransactionId !== undefined && { voidedTransactionId }),
    }),
  };
  await enqueue(context, message, fault);
}
