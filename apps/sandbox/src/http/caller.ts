/** The caller (section 5): a merchant sends its API key unchanged, a customer sends `Bearer` and an access token. */
import type { Operation } from "@cardpane/gateway";
import { findMerchant, type Merchant } from "../db/merchants.ts";
import type { Db } from "../db/open.ts";
import { findTokenUser } from "../db/wallet-logins.ts";
import { Refusal } from "../errors.ts";
import type { SandboxClock } from "../scheduling/clock.ts";
import { hashToken } from "../wallet/session.ts";

/** The caller of an operation that requires authentication, and whether the merchant may have rules. */
export type Caller = { readonly merchant: Merchant; readonly hasRules: boolean } & (
  | { readonly kind: "merchant" }
  /** A customer of the merchant, with access to one user's data only. */
  | { readonly kind: "customer"; readonly userId: number }
);

interface Stores {
  readonly db: Db;
  readonly clock: SandboxClock;
}

/**
 * Authenticates the caller.
 *
 * @param onKnown called with the caller's merchant, even if access is then refused.
 * @throws Refusal 401 for a missing or invalid key or token; 403 for a blocked merchant or user, and for a customer where
 * only the merchant may call.
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
  // The name of a scheme is case-insensitive (RFC 9110, 11.1).
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
