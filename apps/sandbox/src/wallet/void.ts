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
import {
  findEntries,
  findExpiredLots,
  findFamilies,
  findTransaction,
  noteVoided,
  type TransactionRow,
} from "../db/ledger.ts";
import { badField, Refusal } from "../errors.ts";
import type { UserContext } from "../operation-context.ts";
import { runAfterEffects } from "./after-effects.ts";
import { transactionResponse } from "./transaction-response.ts";
import {
  book,
  bookExpiries,
  loadWalletForUpdate,
  type MoneyContext,
  ownAccount,
  type Wallet,
} from "./wallet.ts";

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
  const row = await findTransaction(context.tx, context.user.id, id);
  if (!row) throw new Refusal(404);
  refuseFinal(row);
  const parts = row.type === "outcome" ? await partsOf(context, row) : [];
  if (row.type === "income") {
    if (row.remainingMinor !== row.priceMinor) {
      throw badField(
        "id",
        "is an income that is partly spent or has expired: there is not enough to take back",
      );
    }
    announceVoid(wallet, row, await undo(context, wallet, row, request));
  } else {
    for (const part of parts) await undo(context, wallet, part, { reason: request.reason });
    announceVoid(wallet, row, await undo(context, wallet, row, request));
    await expireAgain(context, wallet);
  }
  await noteVoided(context.tx, [row.id, ...parts.map(({ id }) => id)], context.now);
  await runAfterEffects(context, wallet, path);
  const undone = (await findTransaction(context.tx, context.user.id, id)) ?? row;
  return transactionResponse(context.tx, undone, context.now, wallet.accounts.values());
}

function announceVoid(wallet: Wallet, row: TransactionRow, undoing: TransactionRow): void {
  const { id, accountId } = row;
  const url = row.webhookUrl ?? ownAccount(wallet, accountId).webhookUrl;
  if (url === null) return;
  wallet.pendingWebhooks.push({ transactionId: undoing.id, accountId, path, url, voidedTransactionId: id });
}

function refuseFinal(row: TransactionRow): void {
  const problem =
    row.subtype === "void"
      ? "is a void, which cannot be undone"
      : row.subtype === "expiry"
        ? "is an expiry, which cannot be undone"
        : row.status === "fail"
          ? "is a transaction that failed: it moved nothing"
          : row.mode === "test"
            ? "is a test: it moved nothing"
            : row.parentId !== null
              ? "is a part of a payment: undo the payment"
              : row.voidedAt !== null
                ? "is undone already"
                : undefined;
  if (problem !== undefined) throw badField("id", problem);
}

async function partsOf({ tx }: MoneyContext, row: TransactionRow): Promise<readonly TransactionRow[]> {
  return (await findFamilies(tx, [row.id])).filter(
    ({ parentId, mode }) => parentId === row.id && mode !== "void",
  );
}

/** Returns the money of one transaction, by the entries that moved it. */
async function undo(
  context: MoneyContext,
  wallet: Wallet,
  row: TransactionRow,
  request: Omit<VoidTransactionRequest, "clientId">,
): Promise<TransactionRow> {
  const entries = await findEntries(context.tx, [row.id]);
  const isWhole = entries.length === 0;
  return book(
    context,
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
    isWhole
      ? { balanceMinor: ownAccount(wallet, row.accountId).balanceMinor }
      : entries.map(({ accountId, lotId, amountMinor }) => ({ accountId, lotId, amountMinor: -amountMinor })),
  );
}

/** Money that was returned to an expired lot expires at once. */
async function expireAgain(context: MoneyContext, wallet: Wallet): Promise<void> {
  const lots = await findExpiredLots(context.tx, [...wallet.accounts.keys()], context.now);
  await bookExpiries(context, wallet, lots, () => context.now);
}
