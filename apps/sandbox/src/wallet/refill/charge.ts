/**
 * The life of a refill:
 *
 *   open --approved--> success          open --challenge--> challenge --passed--> success
 *   open --declined--> open, for another card; the fifth decline ends it: fail
 *   challenge --not passed--> as declined
 *   open | challenge --canceled--> fail (the last decline's code, or 5222)   --timed out--> fail (5099)
 *
 * Each end books one transaction, which the webhook reports; a decline after which another card is possible books nothing.
 */

import { operations, type PaymentCode, paymentCodes } from "@cardpane/gateway";
import { updateRow } from "../../db/rows.ts";
import { type RefillRow, walletRefills } from "../../db/schema-money.ts";
import { walletAccounts } from "../../db/schema-wallet.ts";
import { writeMail } from "../../notifications/mail.ts";
import type { WorkContext } from "../../operation-context.ts";
import { cardFacts, decideCharge, storedCard, type WalletCard } from "../card.ts";
import { announce, book, largestBalanceMinor, ownAccount, type Wallet } from "../wallet.ts";
import { type Bill, billOf } from "./bill.ts";

/** Cards that may be declined before a refill ends (*assumption*). */
const maxDeclines = 5;

const { path } = operations.refill;

/** Tries a card. */
export async function attempt(wallet: Wallet, refill: RefillRow, card: WalletCard): Promise<RefillRow> {
  const { id, pageId, request, currency } = refill;
  const money = { amountMinor: billOf(request, currency).chargeMinor, currency };
  const decision = await decideCharge(wallet, card, money, request.secure ? "gateway" : "none");
  if (decision.kind === "final") return applyOutcome(wallet, refill, card, decision.code);
  return updateRow(wallet.tx, walletRefills, id, {
    status: "challenge",
    approvedCode: decision.approvedCode,
    sealed: wallet.vault.seal(`wallet_refills/${pageId}`, JSON.stringify(card)),
  });
}

/** The card whose challenge is open. */
export function challengedCard({ vault }: Pick<WorkContext, "vault">, refill: RefillRow): WalletCard {
  if (refill.sealed === null) throw new Error("A refill with a challenge has no card.");
  return JSON.parse(vault.open(`wallet_refills/${refill.pageId}`, refill.sealed)) as WalletCard;
}

/** Ends a refill with a code, or leaves it open for another card. */
export async function applyOutcome(
  wallet: Wallet,
  refill: RefillRow,
  card: WalletCard,
  approved: PaymentCode,
): Promise<RefillRow> {
  const { balanceMinor } = ownAccount(wallet, refill.accountId);
  const { creditMinor } = billOf(refill.request, refill.currency);
  const isTooMuch = balanceMinor + creditMinor > largestBalanceMinor;
  const code = approved === "0" && isTooMuch ? "5065" : approved;
  if (code === "0") return end(wallet, refill, code, card);
  const declines = refill.declines + 1;
  const declined = await updateRow(wallet.tx, walletRefills, refill.id, {
    status: "open",
    code,
    declines,
    ...noChallenge,
  });
  return declines < maxDeclines ? declined : end(wallet, declined, code, card);
}

const noChallenge = { sealed: null, approvedCode: null } as const;

/** Ends a refill with a code: books its transaction, and tells the merchant and the shopper. */
export async function end(
  wallet: Wallet,
  refill: RefillRow,
  code: PaymentCode,
  card?: WalletCard,
): Promise<RefillRow> {
  const { merchantId, accountId, request, currency } = refill;
  const { name, emailOptions, webhookUrl, test: isTest = false } = request;
  const bill = billOf(request, currency);
  const account = ownAccount(wallet, accountId);
  const isPaid = code === "0";
  const status = isPaid ? "success" : "fail";
  const message = isPaid ? null : paymentCodes[code];
  const facts = { ...factsOf(refill, bill), ...(card && cardFacts(card)), status, code, message } as const;
  // A test takes every step and leaves the account unchanged: no money, and no stored card.
  const isReal = isPaid && !isTest;
  const row = await book(wallet, accountId, facts, isReal ? "lot" : []);
  if (isReal && card) {
    const stored = { ...storedCard(wallet.vault, account, card), autoreloadRestsUntil: null };
    await updateRow(wallet.tx, walletAccounts, accountId, stored);
  }
  const url = webhookUrl ?? account.webhookUrl;
  announce(wallet, url, { transactionId: row.id, accountId, path });
  if (emailOptions?.send ?? true) {
    await writeMail(wallet, {
      merchantId,
      recipient: wallet.user.email,
      subject: isPaid ? `Your refill: ${name}` : `Your refill failed: ${name}`,
      money: { amountMinor: bill.chargeMinor, currency },
      code,
      reference: String(row.id),
    });
  }
  const ended = { status, code, transactionId: row.id, ...noChallenge } as const;
  return updateRow(wallet.tx, walletRefills, refill.id, ended);
}

/** *Assumption*: the `ip` of a refill's transaction is that of the call's `consumer`, not of the visitor of its page. */
function factsOf({ id, request }: RefillRow, { creditMinor }: Bill) {
  const { name, test: isTest = false, merchantOrderId, metadata, webhookUrl, payment, consumer } = request;
  return {
    type: "income",
    subtype: "refill",
    action: "charge",
    mode: isTest ? "test" : "card",
    paymentMethod: "card",
    isVirtual: false,
    priceMinor: creditMinor,
    descriptor: name,
    externalId: String(id),
    merchantOrderId: merchantOrderId ?? null,
    metadata: metadata ?? null,
    webhookUrl: webhookUrl ?? null,
    ...(payment?.domain !== undefined && { billing: payment.domain }),
    firstName: consumer.firstName ?? null,
    lastName: consumer.lastName ?? null,
    country: consumer.country ?? null,
    zip: consumer.zip ?? null,
    ip: consumer.ip,
  } as const;
}
