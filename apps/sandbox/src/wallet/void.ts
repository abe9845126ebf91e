/**
 * Section 4.4: a void reverses a transaction and its children.
 *
 *   a payment     each part's money is returned to the lots that it came from; money that has expired meanwhile is returned
 *                 and expires at once, so the ledger shows both and nothing is gained
 *   an income     is removed, if all of it is unspent
 *
 * Every voided transaction gets a child of mode `void` with the reason; no transaction is voided twice.
 *
 * *Assumptions*: only a payment, a top-up or a refill can be voided (not a void or an expiry), and only if it succeeded, was no
 * test, and is not a part of a payment. The void's webhook is sent to the transaction's webhook address, otherwise to
 * its account's: a customer may request the void, and the merchant must learn that the money of an order was returned.
 */
import { operations, type VoidTransactionRequest, type WalletTransaction } from "@cardpane/gateway";
import { asc } from "drizzle-orm";
import { findFamilies } from "../db/ledger.ts";
import { findRow, listRows, updateRow } from "../db/rows.ts";
import { ledgerEntries, type TransactionRow, walletTransactions } from "../db/schema-money.ts";
import { badField, Refusal } from "../errors.ts";
import type { UserContext, WorkContext } from "../operation-context.ts";
import { finish } from "./after-effects.ts";
import { announce, book, bookExpired, loadWalletForUpdate, ownAccount, type Wallet } from "./wallet.ts";

const { path } = operations.voidTransaction;

/**
 * Voids a transaction.
 *
 * @throws Refusal 400 on `id` if it cannot be voided, 404 if it is not the user's.
 */
export async function voidTransaction(
  context: UserContext,
  request: VoidTransactionRequest,
  id: number,
): Promise<WalletTransaction> {
  const wallet = await loadWalletForUpdate(context, context.user.id);
  const own = { id, userId: context.user.id };
  const row = await findRow(context.tx, walletTransactions, own);
  if (!row) throw new Refusal(404);
  refuseFinal(row);
  const parts = await partsOf(context, row);
  for (const part of parts) await undo(wallet, part, { reason: request.reason });
  const undoing = await undo(wallet, row, request);
  announce(wallet, row.webhookUrl ?? ownAccount(wallet, row.accountId).webhookUrl, {
    transactionId: undoing.id,
    accountId: row.accountId,
    path,
    voidedTransactionId: row.id,
  });
  // Money that was returned to an expired lot expires at once.
  await bookExpired(wallet, context.now);
  return finish(wallet, path, (await findRow(context.tx, walletTransactions, own)) ?? row);
}

function refuseFinal({ subtype, status, mode, parentId, voidedAt, type, ...money }: TransactionRow): void {
  const problems: readonly (readonly [boolean, string])[] = [
    [subtype === "void", "is a void, which cannot be undone"],
    [subtype === "expiry", "is an expiry, which cannot be undone"],
    [status === "fail", "is a transaction that failed: it moved nothing"],
    [mode === "test", "is a test: it moved nothing"],
    [parentId !== null, "is a part of a payment: undo the payment"],
    [voidedAt !== null, "is undone already"],
    [
      type === "income" && money.remainingMinor !== money.priceMinor,
      "is an income that is partly spent or has expired: there is not enough to take back",
    ],
  ];
  const problem = problems.find(([isSo]) => isSo);
  if (problem) throw badField("id", problem[1]);
}

/** The parts of a payment; an income has none. */
async function partsOf({ tx }: WorkContext, row: TransactionRow): Promise<readonly TransactionRow[]> {
  return (await findFamilies(tx, [row.id])).filter(
    ({ parentId, mode }) => parentId === row.id && mode !== "void",
  );
}

/** Returns the money of one transaction, by the entries that moved it. */
async function undo(
  wallet: Wallet,
  row: TransactionRow,
  request: Omit<VoidTransactionRequest, "clientId">,
): Promise<TransactionRow> {
  await updateRow(wallet.tx, walletTransactions, row.id, { voidedAt: wallet.now });
  const which = { transactionId: row.id };
  const entries = await listRows(wallet.tx, ledgerEntries, which, asc(ledgerEntries.id));
  return book(
    wallet,
    row.accountId,
    {
      subtype: "void",
      action: "refund",
      mode: "void",
      status: "success",
      code: "0",
      type: row.type === "income" ? "outcome" : "income",
      isVirtual: row.isVirtual,
      priceMinor: row.priceMinor,
      fullCovered: row.type === "income" ? true : null,
      paymentMethod: row.paymentMethod,
      descriptor: row.descriptor,
      billing: row.billing,
      message: request.reason ?? null,
      merchantOrderId: request.merchantOrderId ?? null,
      metadata: request.metadata ?? null,
      accountNumber: row.accountNumber,
      brand: row.brand,
      expirationMonth: row.expirationMonth,
      expirationYear: row.expirationYear,
      parentId: row.id,
      rootId: row.rootId ?? row.id,
      listed: row.listed,
    },
    entries.map(({ lotId, amountMinor }) => ({ lotId, amountMinor: -amountMinor })),
  );
}
