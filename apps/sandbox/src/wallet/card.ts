/** A card that refills an account: its decision, its stored columns and its shown columns. */
import { isSuccessCode, operations, type TokenizeRequest } from "@cardpane/gateway";
import { detectBrand, isExpired, maskNumber, refuseRealCard } from "../cards/cards.ts";
import { takeCode } from "../db/rules.ts";
import type { WalletAccountRow } from "../db/schema-wallet.ts";
import type { Money } from "../money.ts";
import { type CardDecision, decide, final, type ThreeDs } from "../payments/card-decision.ts";
import { ruleFacts } from "../payments/consumer.ts";
import type { Vault } from "../vault/vault.ts";
import type { Wallet } from "./wallet.ts";

/** Number and expiry; a CVV is never stored. */
export type WalletCard = Pick<TokenizeRequest, "number" | "expirationMonth" | "expirationYear">;

/**
 * The decision on a charge that refills an account: the issuer's, or that of a QA rule. *Assumption*: a refill cannot be paid in
 * part. The account gets the requested amount, or nothing.
 */
export async function decideCharge(
  { tx, now, vault, user }: Wallet,
  card: WalletCard,
  money: Money,
  threeDs: ThreeDs,
): Promise<CardDecision> {
  const facts = ruleFacts(operations.refill.path, user, money, vault.fingerprint(card.number));
  const forced = await takeCode(tx, user.merchantId, facts);
  const behaviour = refuseRealCard(card.number, "payment");
  const decision = forced ? final(forced) : decide({ behaviour, isExpired: isExpired(card, now), threeDs });
  return decision.kind === "final" && isSuccessCode(decision.code) ? final("0") : decision;
}

/** The columns of a transaction that show a card. */
export function cardFacts({ number, expirationMonth, expirationYear }: WalletCard) {
  return {
    accountNumber: maskNumber(number),
    brand: detectBrand(number) ?? null,
    expirationMonth,
    expirationYear,
  };
}

/** The columns that store a card with its account, for quick sales and autoreload. */
export function storedCard(vault: Vault, account: Pick<WalletAccountRow, "uuid">, card: WalletCard) {
  const { number, expirationMonth, expirationYear } = card;
  return {
    sealed: vault.seal(sealName(account), number),
    maskedNumber: maskNumber(number),
    brand: detectBrand(number) ?? null,
    expirationMonth: Number(expirationMonth),
    // Two digits are a year of this century, as everywhere in the sandbox.
    expirationYear: 2000 + Number(expirationYear),
  };
}

/** The card that is stored with an account; `undefined` if no refill has stored one. */
export function openStoredCard(vault: Vault, account: WalletAccountRow): WalletCard | undefined {
  const { sealed, expirationMonth, expirationYear } = account;
  if (sealed === null || expirationMonth === null || expirationYear === null) return undefined;
  return {
    number: vault.open(sealName(account), sealed),
    expirationMonth: String(expirationMonth).padStart(2, "0"),
    expirationYear: String(expirationYear % 100).padStart(2, "0"),
  };
}

const sealName = ({ uuid }: Pick<WalletAccountRow, "uuid">) => `wallet_accounts/${uuid}` as const;
