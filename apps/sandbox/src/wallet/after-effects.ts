/**
 * Follow-up work of a wallet operation, in its transaction: autoreload, the notice of a low balance, webhooks.
 */

import type { WalletTransaction } from "@cardpane/gateway";
import { updateRow } from "../db/rows.ts";
import type { TransactionRow } from "../db/schema-money.ts";
import { type WalletAccountRow, walletAccounts } from "../db/schema-wallet.ts";
import type { WorkContext } from "../operation-context.ts";
import { enqueueWebhook } from "./enqueue-webhook.ts";
import { transactionResponse } from "./transaction-response.ts";
import { announce, type Wallet } from "./wallet.ts";

/**
 * Runs the follow-up work of an operation, after everything else in its transaction.
 *
 * @param path the operation's path, for QA's rules.
 */
export async function runAfterEffects(context: WorkContext, wallet: Wallet, path: string): Promise<void> {
  for (const account of wallet.accounts.values()) await watchBalance(context, wallet, account, path);
  for (const webhook of wallet.pendingWebhooks) await enqueueWebhook(context, wallet, webhook);
}

/** As {@link runAfterEffects}, and answers with one of the operation's transactions. */
export async function finish(
  context: WorkContext,
  wallet: Wallet,
  path: string,
  row: TransactionRow,
): Promise<WalletTransaction> {
  await runAfterEffects(context, wallet, path);
  return transactionResponse(context.tx, row, context.now, wallet.accounts.values());
}

/**
 * *Assumption*: the notice is sent to the account's webhook if an operation, including its reload, takes money and leaves less
 * than the amount; it is not sent again until the balance has reached that amount.
 */
async function watchBalance(
  { tx }: WorkContext,
  wallet: Wallet,
  account: WalletAccountRow,
  path: string,
): Promise<void> {
  const { id, balanceMinor, isNotify, notifyBelowMinor, isLow, webhookUrl } = account;
  const isBelow = isNotify && notifyBelowMinor !== null && balanceMinor < notifyBelowMinor;
  if (!isBelow) {
    if (isLow) await updateRow(tx, walletAccounts, id, { isLow: false });
    return;
  }
  const taking = wallet.taking.get(id);
  if (isLow || !taking || balanceMinor >= (wallet.before.get(id) ?? 0)) return;
  await updateRow(tx, walletAccounts, id, { isLow: true });
  announce(wallet, webhookUrl, { transactionId: taking.id, accountId: id, path, notice: "low_balance" });
}
