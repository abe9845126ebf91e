/** Section 5: who calls. A merchant sends its API key as it stands, a customer `Bearer` and an access token. */
import type { Operation } from "@cardpane/contract/gateway";
import { findMerchant, type Merchant } from "../db/merchants.ts";
import type { Db } from "../db/open.ts";
import { findTokenUser } from "../db/wallet-logins.ts";
import { Refusal } from "../errors.ts";
import type { SandboxClock } from "../scheduling/clock.ts";
import { hashToken } from "../wallet/session.ts";

/** Who calls an operation that is not open to everyone, and whether the merchant may have rules. */
export type Caller = { readonly merchant: Merchant; readonly hasRules: boolean } & (
  | { readonly kind: "merchant" }
  /** A customer of the merchant, who reaches one user's things only. */
  | { readonly kind: "customer"; readonly userId: number }
);

interface Stores {
  readonly db: Db;
  readonly clock: SandboxClock;
}

/**
 * Finds out who calls.
 *
 * @param onKnown called with the caller's merchant, let in or not.
 * @throws Refusal 401 for no key or token that is good; 403 for a blocked merchant or user, and for a customer where only
 * the merchant may call.
 */
export async function authenticate(
  stores: Stores,
  authorization: string | undefined,
  auth: Exclude<Operation["auth"], "none">,
  onKnown: (merchant: Merchant) => void,
): Promise<Caller> {
  const found = authorization ? await identify(stores, authorization) : undefined;
  if (!found) throw new Refusal(401);
  const { caller, isBlocked } = found;
  onKnown(caller.merchant);
  if (isBlocked || caller.merchant.isBlocked) throw new Refusal(403);
  if (caller.kind === "customer" && auth === "merchant") throw new Refusal(403);
  return caller;
}

async function identify(
  { db, clock }: Stores,
  authorization: string,
): Promise<{ readonly caller: Caller; readonly isBlocked: boolean } | undefined> {
  // The name of a scheme is written in any case (RFC 9110, 11.1).
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) {
    const merchant = await findMerchant(db, authorization);
    if (!merchant) return undefined;
    return { caller: { kind: "merchant", merchant, hasRules: merchant.hasRules }, isBlocked: false };
  }
  const found = await findTokenUser(db, hashToken(token), await clock.now());
  if (!found) return undefined;
  const { userId, merchant, blockedAt } = found;
  return { caller: { kind: "customer", merchant, hasRules: true, userId }, isBlocked: blockedAt !== null };
}
