/** QA's rules for the wallet: the same as for payments, found by the path of the wallet's operation. */
import { fromMinor, isPaymentCode, isSuccessCode, type PaymentCode } from "@cardpane/contract/gateway";
import { type RuleFacts, takeRule } from "../db/rules.ts";
import type { MoneyContext, Wallet } from "./wallet.ts";

/** What a rule can be about. */
export interface Moving {
  readonly path: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly cardFingerprint?: string | undefined;
}

/** What rules compare with: a user's names are the id, the merchant's own id and the e-mail address. */
export function walletFacts({ user }: Pick<Wallet, "user">, moving: Moving): RuleFacts {
  const { path, amountMinor, currency, cardFingerprint } = moving;
  return {
    path,
    consumer: [String(user.id), user.externalUserId, user.email],
    amount: fromMinor(amountMinor, currency),
    currency,
    cardFingerprint,
  };
}

/**
 * The code that a rule of QA's has for a movement.
 *
 * *Assumption*: a rule that demands success lets a wallet payment go its way: it makes no money.
 */
export async function ruledCode(
  { tx, hasRules }: Pick<MoneyContext, "tx" | "hasRules">,
  wallet: Pick<Wallet, "user">,
  moving: Moving,
): Promise<PaymentCode | undefined> {
  if (hasRules === false) return undefined;
  const rule = await takeRule(tx, wallet.user.merchantId, "outcome", walletFacts(wallet, moving));
  return rule && isPaymentCode(rule.code) ? rule.code : undefined;
}

/** The same, where only a decline can be forced. */
export async function ruledDecline(
  context: Pick<MoneyContext, "tx" | "hasRules">,
  wallet: Pick<Wallet, "user">,
  moving: Moving,
): Promise<PaymentCode | undefined> {
  const code = await ruledCode(context, wallet, moving);
  return code !== undefined && !isSuccessCode(code) ? code : undefined;
}
