/** QA's rules for the wallet: the same as for payments, matched by the path of the wallet's operation. */
import { fromMinor, isSuccessCode, type PaymentCode } from "@cardpane/gateway";
import { type RuleContext, type RuleFacts, takeCode } from "../db/rules.ts";
import type { Wallet } from "./wallet.ts";

/** The facts of a movement that a rule can match. */
export interface Moving {
  readonly path: string;
  readonly amountMinor: number;
  readonly currency: string;
  readonly cardFingerprint?: string | undefined;
}

/** The facts that rules are matched against: the user's identifiers are the id, the merchant's own id and the e-mail address. */
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
 * The code that a QA rule forces on a movement.
 *
 * *Assumption*: a rule that forces success has no effect on a wallet payment: it creates no money.
 */
export function ruledCode(
  context: RuleContext,
  wallet: Pick<Wallet, "user">,
  moving: Moving,
): Promise<PaymentCode | undefined> {
  return takeCode(context, wallet.user.merchantId, walletFacts(wallet, moving));
}

/** As {@link ruledCode}, where only a decline can be forced. */
export async function ruledDecline(
  context: RuleContext,
  wallet: Pick<Wallet, "user">,
  moving: Moving,
): Promise<PaymentCode | undefined> {
  const code = await ruledCode(context, wallet, moving);
  return code !== undefined && !isSuccessCode(code) ? code : undefined;
}
