/**
 * Sections 2.10 and 4.4: the list of transactions, and one of them.
 *
 * *Assumptions*: the oldest come first unless the call sorts otherwise (by id, or by date if days are given), so that a reader
 * of page after page misses nothing while more are added. Parts of a payment are its children and no separate rows, except in
 * the statement of another account that paid them (`paymentAccountId`); a void is also a separate row, since a reader that
 * continues from `lastTransactionId` would not see it otherwise.
 */
import {
  type ListTransactionsRequest,
  type ListTransactionsResult,
  operations,
  type WalletTransaction,
} from "@cardpane/gateway";
import { accountsAt } from "../db/ledger.ts";
import { findRow } from "../db/rows.ts";
import { walletTransactions } from "../db/schema-money.ts";
import { listTransactionRows } from "../db/wallet-lists.ts";
import { Refusal } from "../errors.ts";
import type { UserContext } from "../operation-context.ts";
import { pageLink } from "./account-response.ts";
import { transactionResponse, transactionResponses } from "./transaction-response.ts";

/** A page of a user's transactions. */
export async function listTransactions(
  { tx, now, user }: UserContext,
  request: ListTransactionsRequest,
): Promise<ListTransactionsResult> {
  const { rows, meta } = await listTransactionRows(tx, user.id, request);
  const data = [...(await transactionResponses(tx, rows, now, await accountsAt(tx, user.id, now)))];
  return { data, links: linksOf(request, meta), meta };
}

/** Links to existing pages only. */
function linksOf(
  request: ListTransactionsRequest,
  { currentPage, lastPage }: ListTransactionsResult["meta"],
): ListTransactionsResult["links"] {
  const pages = {
    self: currentPage,
    first: 1,
    ...(currentPage > 1 && { prev: Math.min(currentPage - 1, lastPage) }),
    ...(currentPage < lastPage && { next: currentPage + 1 }),
    last: lastPage,
  };
  const { path } = operations.listTransactions;
  return Object.entries(pages).map(([rel, page]) => pageLink(rel, path, request, page));
}

/**
 * One transaction.
 *
 * @throws Refusal 404 if the user has no such transaction.
 */
export async function getTransaction(
  { tx, now, user }: UserContext,
  _: unknown,
  id: number,
): Promise<WalletTransaction> {
  const row = await findRow(tx, walletTransactions, { id, userId: user.id });
  if (!row) throw new Refusal(404);
  return transactionResponse(tx, row, now, await accountsAt(tx, user.id, now));
}
