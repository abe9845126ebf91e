/** Section 4.4: a payment from an account, after the user's promo money. */
import {
  operations,
  type PaymentCode,
  paymentCodes,
  type WalletPaymentRequest,
  type WalletTransaction,
} from "@cardpane/gateway";
import { sumOf, takeFromLots } from "../db/ledger.ts";
import { takeDecline } from "../db/rules.ts";
import type { TransactionRow } from "../db/schema-money.ts";
import type { WalletAccountRow } from "../db/schema-wallet.ts";
import { badField } from "../errors.ts";
import type { UserContext } from "../operation-context.ts";
import { minorOf } from "../payments/amounts.ts";
import { ruleFacts } from "../payments/consumer.ts";
import { finish } from "./after-effects.ts";
import { reload } from "./autoreload.ts";
import { activeAccount, announce, book, loadWalletForUpdate, ownAccount, type Wallet } from "./wallet.ts";

const path = operations.payFromAccount.path;

/**
 * Pays from an account. If the money does not suffice, the result is a failed transaction that takes nothing.
 *
 * *Assumption*: a payment from a fiat account spends the user's active promo accounts of that currency first; one from a
 * promo account spends that account alone.
 *
 * @throws Refusal 400 on `paymentAccountId` for an inactive account, on `currency` if it differs from the account's, on
 * `amount` for too many decimals; 404 for an account that is not the user's.
 */
export async function payFromAccount(
  context: UserContext,
  request: WalletPaymentRequest,
): Promise<WalletTransaction> {
  const wallet = await loadWalletForUpdate(context, context.user.id);
  const account = activeAccount(wallet, request.paymentAccountId, "paymentAccountId");
  const { currency } = account;
  if (request.currency !== currency) throw badField("currency", `must be the account's, ${currency}`);
  const amountMinor = minorOf(request.amount, currency, "amount");

  // A rule that forces success has no effect: it creates no money (assumption).
  const facts = ruleFacts(path, wallet.user, { amountMinor, currency });
  const forced = await takeDecline(context.tx, context.merchantId, facts);
  const payers = payersOf(wallet, account);
  const heldMinor = payers.reduce((sum, { balanceMinor }) => sum + balanceMinor, 0);
  const missingMinor = Math.max(0, amountMinor - heldMinor);
  const code = forced ?? (missingMinor > 0 ? "5051" : "0");
  const url = request.webhookUrl ?? account.webhookUrl;
  const order = { account, amountMinor, missingMinor, request, url };
  const payerIds = payers.map(({ id }) => id);
  const row = code === "0" ? await charge(wallet, order, payerIds) : await decline(wallet, order, code);

  announce(wallet, url, { transactionId: row.id, accountId: account.id, path });
  if (row.status === "success") {
    for (const id of payerIds) await reload(wallet, ownAccount(wallet, id));
  }
  return finish(wallet, path, row);
}

/** The accounts that pay: the account itself after the others. */
function payersOf(wallet: Wallet, account: WalletAccountRow): readonly WalletAccountRow[] {
  if (account.type === "promo") return [account];
  const promos = [...wallet.accounts.values()].filter(
    ({ type, isActive, currency }) => type === "promo" && isActive && currency === account.currency,
  );
  return [...promos, account];
}

interface Order {
  readonly account: WalletAccountRow;
  readonly amountMinor: number;
  readonly missingMinor: number;
  readonly request: WalletPaymentRequest;
  /** Address of the payment's webhook. */
  readonly url: string | null;
}

/** Books the payment, and a child for each part unless the account itself paid all of it. */
async function charge(wallet: Wallet, order: Order, payerIds: readonly number[]): Promise<TransactionRow> {
  const { account, amountMinor } = order;
  const taken = await takeFromLots(wallet.tx, payerIds, account.id, amountMinor);
  const partOf = (id: number) => taken.filter(({ accountId }) => accountId === id);
  const facts = { ...factsOf(order), status: "success", code: "0", fullCovered: true } as const;
  const own = partOf(account.id);
  if (own.length === taken.length) return book(wallet, account.id, facts, own);

  const balanceMinor = account.balanceMinor + sumOf(own);
  const parent = await book(wallet, account.id, { ...facts, balanceMinor });
  for (const id of new Set(taken.map(({ accountId }) => accountId))) {
    const part = partOf(id);
    await book(
      wallet,
      id,
      {
        ...facts,
        isVirtual: ownAccount(wallet, id).type === "promo",
        priceMinor: -sumOf(part),
        metadata: null,
        webhookUrl: null,
        parentId: parent.id,
        rootId: parent.id,
        // The statement of the charged account contains the payment itself.
        listed: id === account.id ? "never" : "statement",
      },
      part,
    );
  }
  return parent;
}

function decline(wallet: Wallet, order: Order, code: PaymentCode): Promise<TransactionRow> {
  return book(wallet, order.account.id, {
    ...factsOf(order),
    status: "fail",
    code,
    message: paymentCodes[code],
    remainingMinor: order.missingMinor,
    fullCovered: order.missingMinor === 0,
  });
}

function factsOf({ account, amountMinor, request, url }: Order) {
  return {
    type: "outcome",
    subtype: "payment",
    action: "charge",
    mode: "wallet",
    isVirtual: account.type === "promo",
    priceMinor: amountMinor,
    descriptor: request.name,
    merchantOrderId: request.merchantOrderId,
    metadata: request.metadata ?? null,
    webhookUrl: url,
  } as const;
}
