/**
 * Autoreload: when a payment leaves an account below its minimum, the account is refilled from the stored card, in the payment's
 * own transaction. The result is sent to the account's webhook, a decline as a failed transaction.
 *
 * *Assumptions*: the shopper is absent, so there is no 3D Secure; after a decline autoreload pauses for 24 hours of the clock,
 * and the first payment after that tries again. A refill that stores a card ends the pause.
 */
import { randomUUID } from "node:crypto";
import { operations, type PaymentCode, paymentCodes } from "@cardpane/gateway";
import { updateRow } from "../db/rows.ts";
import { type WalletAccountRow, walletAccounts } from "../db/schema-wallet.ts";
import { cardFacts, decideCharge, openStoredCard, type WalletCard } from "./card.ts";
import { announce, book, largestBalanceMinor, type Wallet } from "./wallet.ts";

const { path } = operations.refill;

/** How long autoreload pauses after a decline, in milliseconds. */
export const restsMs = 24 * 60 * 60 * 1000;

/** Refills an account that is below its minimum, if autoreload is set up for it. */
export async function reload(wallet: Wallet, account: WalletAccountRow): Promise<void> {
  const { tx, now, vault } = wallet;
  const { autoreloadMinor, autoreloadBelowMinor, autoreloadRestsUntil, balanceMinor } = account;
  if (!account.autoreload || autoreloadMinor === null || autoreloadBelowMinor === null) return;
  if (balanceMinor >= autoreloadBelowMinor) return;
  if (autoreloadRestsUntil !== null && autoreloadRestsUntil > now) return;
  const card = openStoredCard(vault, account);
  if (!card) return;

  const code = await codeOf(wallet, account, card, autoreloadMinor);
  const isPaid = code === "0";
  const row = await book(
    wallet,
    account.id,
    {
      type: "income",
      subtype: "autoreload",
      action: "charge",
      mode: "card",
      paymentMethod: "card",
      isVirtual: false,
      priceMinor: autoreloadMinor,
      status: isPaid ? "success" : "fail",
      code,
      message: isPaid ? null : paymentCodes[code],
      descriptor: "Autoreload",
      externalId: randomUUID(),
      ...cardFacts(card),
    },
    isPaid ? "lot" : [],
  );
  if (!isPaid) {
    await updateRow(tx, walletAccounts, account.id, {
      autoreloadRestsUntil: new Date(now.getTime() + restsMs),
    });
  }
  announce(wallet, account.webhookUrl, { transactionId: row.id, accountId: account.id, path });
}

async function codeOf(
  wallet: Wallet,
  account: WalletAccountRow,
  card: WalletCard,
  amountMinor: number,
): Promise<PaymentCode> {
  if (account.balanceMinor + amountMinor > largestBalanceMinor) return "5065";
  const money = { amountMinor, currency: account.currency };
  const decision = await decideCharge(wallet, card, money, "external");
  return decision.kind === "final" ? decision.code : "5006";
}
