/** Section 4.4: a top-up adds virtual money to an account, or removes it. */
import { operations, paymentCodes, type TopUpRequest, type WalletTransaction } from "@cardpane/gateway";
import { takeFromLots } from "../db/ledger.ts";
import type { TransactionRow } from "../db/schema-money.ts";
import type { WalletAccountRow } from "../db/schema-wallet.ts";
import { badField } from "../errors.ts";
import type { UserContext } from "../operation-context.ts";
import { minorOf } from "../payments/amounts.ts";
import { finish } from "./after-effects.ts";
import { activeAccount, type Booking, book, loadWalletForUpdate, type Wallet } from "./wallet.ts";

/**
 * Tops an account up.
 *
 * *Assumption*: a negative amount takes only from the account's own money, in spending order; if that does not suffice, the
 * result is a failed transaction (5051), as for a payment.
 *
 * @throws Refusal 400 on `amount` or `dateExpire`, 404 for an account that is not the user's.
 */
export async function topUp(
  context: UserContext,
  request: TopUpRequest,
  id: number,
): Promise<WalletTransaction> {
  const wallet = await loadWalletForUpdate(context, context.user.id);
  const account = activeAccount(wallet, id, "id");
  const amountMinor = minorOf(Math.abs(request.amount), account.currency, "amount");
  const expiresAt = expiryOf(request, account, context.now);
  const given = {
    isVirtual: true,
    mode: "wallet",
    priceMinor: amountMinor,
    message: request.reason ?? null,
    merchantOrderId: request.merchantOrderId ?? null,
    metadata: request.metadata ?? null,
  } as const;
  const row =
    request.amount > 0
      ? await book(wallet, account.id, { ...income, ...given, expiresAt }, "lot")
      : await takeBack(wallet, account, given);
  return finish(wallet, operations.topUp.path, row);
}

const income = { type: "income", subtype: "topup", action: "deposit", status: "success", code: "0" } as const;

async function takeBack(
  wallet: Wallet,
  account: WalletAccountRow,
  given: Pick<Booking, "isVirtual" | "mode" | "priceMinor" | "message">,
): Promise<TransactionRow> {
  const missingMinor = Math.max(0, given.priceMinor - account.balanceMinor);
  const outcome = { type: "outcome", subtype: "topup", action: "charge", ...given } as const;
  if (missingMinor > 0) {
    return book(wallet, account.id, {
      ...outcome,
      status: "fail",
      code: "5051",
      message: paymentCodes["5051"],
      remainingMinor: missingMinor,
      fullCovered: false,
    });
  }
  const taken = await takeFromLots(wallet.tx, [account.id], account.id, given.priceMinor);
  const done = { ...outcome, status: "success", code: "0", fullCovered: true } as const;
  return book(wallet, account.id, done, taken);
}

function expiryOf({ dateExpire, amount }: TopUpRequest, account: WalletAccountRow, now: Date): Date | null {
  if (dateExpire === undefined) return null;
  const path = "dateExpire";
  if (account.type !== "promo") throw badField(path, "is for accounts of type promo only");
  if (amount < 0) throw badField(path, "is for money that is added, and this amount is negative");
  const expiresAt = new Date(`${dateExpire.replace(" ", "T")}Z`);
  if (expiresAt <= now) throw badField(path, "must be in the future");
  return expiresAt;
}
