/**
 * Follow-up work of a wallet operation, in its transaction: the notice of a low balance, and webhooks (sections 6.3 and 6.4), which
 * are sent through the same outbox as payments' notifications.
 */

import type { WalletTransaction } from "@cardpane/gateway";
import { findRow, updateRow } from "../db/rows.ts";
import { takeRule } from "../db/rules.ts";
import { type TransactionRow, walletTransactions } from "../db/schema-money.ts";
import { type WalletAccountRow, walletAccounts } from "../db/schema-wallet.ts";
import { enqueue } from "../notifications/outbox.ts";
import { ruleFacts } from "../payments/consumer.ts";
import { transactionResponse } from "./transaction-response.ts";
import { announce, type PendingWebhook, type Wallet } from "./wallet.ts";

/**
 * Runs the follow-up work of an operation, after everything else in its transaction.
 *
 * @param path the operation's path, for QA's rules.
 */
export async function runAfterEffects(wallet: Wallet, path: string): Promise<void> {
  for (const account of wallet.accounts.values()) await watchBalance(wallet, account, path);
  for (const webhook of wallet.pendingWebhooks) await enqueueWebhook(wallet, webhook);
}

/** As {@link runAfterEffects}, and answers with one of the operation's transactions. */
export async function finish(wallet: Wallet, path: string, row: TransactionRow): Promise<WalletTransaction> {
  await runAfterEffects(wallet, path);
  return transactionResponse(wallet.tx, row, wallet.now, wallet.accounts.values());
}

/**
 * *Assumption*: the notice is sent to the account's webhook if an operation, including its reload, takes money and leaves less
 * than the amount; it is not sent again until the balance has reached that amount.
 */
async function watchBalance(wallet: Wallet, account: WalletAccountRow, path: string): Promise<void> {
  const { id, balanceMinor, isNotify, notifyBelowMinor, isLow, webhookUrl } = account;
  const isBelow = isNotify && notifyBelowMinor !== null && balanceMinor < notifyBelowMinor;
  const { tx } = wallet;
  if (!isBelow) {
    if (isLow) await updateRow(tx, walletAccounts, id, { isLow: false });
    return;
  }
  const taking = wallet.taking.get(id);
  if (isLow || !taking || balanceMinor >= (wallet.before.get(id) ?? 0)) return;
  await updateRow(tx, walletAccounts, id, { isLow: true });
  announce(wallet, webhookUrl, { transactionId: taking.id, accountId: id, path, notice: "low_balance" });
}

/**
 * Stores a webhook. Its body is the wallet transaction in the format of `getTransaction`. A notice also has a name
 * (*assumption*: `notice: "low_balance"` with the transaction that caused the low balance), and a void has the voided
 * transaction (*assumption*: `voidedTransactionId`, since the interface shows a child without its parent).
 */
async function enqueueWebhook(wallet: Wallet, webhook: PendingWebhook): Promise<void> {
  const { tx, now } = wallet;
  const { transactionId, accountId, path, url, notice, voidedTransactionId } = webhook;
  const row = await findRow(tx, walletTransactions, { id: transactionId });
  if (!row) throw new Error("A transaction that a webhook reports has gone.");
  const facts = ruleFacts(path, wallet.user, { amountMinor: row.priceMinor, currency: row.currency });
  const fault = await takeRule(tx, row.merchantId, "notification", facts);
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
  await enqueue(wallet, message, fault);
}
