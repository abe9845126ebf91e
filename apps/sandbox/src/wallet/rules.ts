/** QA's rules for the wallet: the same as for payments, matched by the path of the wallet's operation. */
import { fromMinor } from "@cardpane/gateway";
import type { RuleFacts } from "../db/rules.ts";
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
