/**
 * The life of a refill:
 *
 *   open --approved--> success          open --challenge--> challenge --passed--> success
 *   open --declined--> open, for another card; the fifth decline ends it: fail
 *   challenge --not passed--> as declined
 *   open | challenge --canceled--> fail (the last decline's code, or 5222)   --timed out--> fail (5099)
 *
 * Each end books one transaction, which the webhook reports; a decline after which another card is possible books nothing. The
 * caller holds the refill's lock, and then the wallet's.
 */

import { operations, type PaymentCode, paymentCodes } from "@cardpane/gateway";
import { updateRow } from "../../db/rows.ts";
import { type RefillRow, walletRefills } from "../../db/schema-money.ts";
import { walletAccounts } from "../../db/schema-wallet.ts";
import { writeMail } from "../../notifications/mail.ts";
import type { WorkContext } from "../../operation-context.ts";
import { cardFacts, decideCharge, storedCard, type WalletCard } from "../card.ts";
import { announce, book, largestBalanceMinor, ownAccount, type Wallet } from "../wallet.ts";

/** Cards that may be declined before a refill ends (*assumption*). */
const maxDeclines = 5;

const { path } = operations.refill;

/** Tries a card. */
export async function attempt(
  context: WorkContext,
  wallet: Wallet,
  refill: RefillRow,
  card: WalletCard,
): Promise<RefillRow> {
  const { id, pageId, chargeMinor: amountMinor, currency, secure } = refill;
  const money = { amountMinor, currency };
  const decision = await decideCharge(context, wallet, card, money, secure ? "gateway" : "none");
  if (decision.kind === "final") return applyOutcome(context, wallet, refill, card, decision.code);
  return updateRow(context.tx, walletRefills, id, {
    status: "challenge",
    approvedCode: decision.approvedCode,
    sealed: context.vault.seal(`wallet_refills/${pageId}`, JSON.stringify(card)),
  });
}

/** The card whose challenge is open. */
export function challengedCard({ vault }: Pick<WorkContext, "vault">, refill: RefillRow): WalletCard {
  if (refill.sealed === null) throw new Error("A refill with a challenge has no card.");
  return JSON.parse(vault.open(`wallet_refills/${refill.pageId}`, refill.sealed)) as WalletCard;
}

/** Ends a refill with a code, or leaves it open for another card. */
export async function applyOutcome(
  context: WorkContext,
  wallet: Wallet,
  refill: RefillRow,
  card: WalletCard,
  approved: PaymentCode,
): Promise<RefillRow> {
  const { balanceMinor } = ownAccount(wallet, refill.accountId);
  const isTooMuch = balanceMinor + refill.creditMinor > largestBalanceMinor;
  const code = approved === "0" && isTooMuch ? "5065" : approved;
  if (code === "0") return end(context, wallet, refill, code, card);
  const declines = refill.declines + 1;
  const declined = await updateRow(context.tx, walletRefills, refill.id, {
    status: "open",
    code,
    declines,
    ...noChallenge,
  });
  return declines < maxDeclines ? declined : end(context, wallet, declined, code, card);
}

const noChallenge = { sealed: null, approvedCode: null } as const;

/** Ends a refill with a code: books its transaction, and tells the merchant and the shopper. */
export async function end(
  context: WorkContext,
  wallet: Wallet,
  refill: RefillRow,
  code: PaymentCode,
  card?: WalletCard,
): Promise<RefillRow> {
  const { merchantId, accountId, name, chargeMinor: amountMinor, currency } = refill;
  const account = ownAccount(wallet, accountId);
  const isPaid = code === "0";
  const status = isPaid ? "success" : "fail";
  const message = isPaid ? null : paymentCodes[code];
  const facts = { ...factsOf(refill), ...(card && cardFacts(card)), status, code, message } as const;
  // A test takes every step and leaves the account unchanged: no money, and no stored card.
  const isReal = isPaid && !refill.isTest;
  const row = await book(context, wallet, accountId, facts, isReal ? "lot" : []);
  if (isReal && card) {
    const stored = { ...storedCard(context.vault, account, card), autoreloadRestsUntil: null };
    await updateRow(context.tx, walletAccounts, accountId, stored);
  }
  const url = refill.webhookUrl ?? account.webhookUrl;
  announce(wallet, url, { transactionId: row.id, accountId, path });
  if (refill.sendEmail) {
    await writeMail(context, {
      merchantId,
      recipient: wallet.user.email,
      subject: isPaid ? `Your refill: ${name}` : `Your refill failed: ${name}`,
      money: { amountMinor, currency },
      code,
      reference: String(row.id),
    });
  }
  const ended = { status, code, transactionId: row.id, endedAt: context.now, ...noChallenge } as const;
  return updateRow(context.tx, walletRefills, refill.id, ended);
}

/** *Assumption*: the `ip` of a refill's transaction is that of the call's `consumer`, not of the visitor of its page. */
function factsOf(refill: RefillRow) {
  const { consumer } = refill;
  return {
    type: "income",
    subtype: "refill",
    action: "charge",
    mode: refill.isTest ? "test" : "card",
    paymentMethod: "card",
    isVirtual: false,
    priceMinor: refill.creditMinor,
    descriptor: refill.name,
    externalId: String(refill.id),
    merchantOrderId: refill.merchantOrderId,
    metadata: refill.metadata ?? null,
    webhookUrl: refill.webhookUrl,
    ...(refill.domain !== null && { billing: refill.domain }),
    firstName: consumer.firstName ?? null,
    lastName: consumer.lastName ?? null,
    country: consumer.country ?? null,
    zip: consumer.zip ?? null,
    ip: consumer.ip,
  } as const;
}
