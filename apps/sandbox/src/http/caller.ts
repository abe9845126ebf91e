/** The caller (section 5): a merchant sends its API key unchanged, a customer sends `Bearer` and an access token. */
import type { Operation } from "@cardpane/gateway";
import { findMerchant } from "../db/merchants.ts";
import type { Db } from "../db/open.ts";
import { findTokenUser } from "../db/wallet-users.ts";
import { Refusal } from "../errors.ts";
import type { Caller } from "../operation-context.ts";
import type { SandboxClock } from "../scheduling/clock.ts";
import { hashToken } from "../wallet/session.ts";

interface Stores {
  readonly db: Db;
  readonly clock: SandboxClock;
}

/**
 * Authenticates the caller.
 *
 * @throws Refusal 401 for a missing or invalid key or token; 403 for a blocked user, and for a customer where only the merchant
 * may call.
 */
export async function authenticate(
  { db, clock }: Stores,
  authorization = "",
  auth: Exclude<Operation["auth"], "none">,
): Promise<Caller> {
  // The name of a scheme is case-insensitive (RFC 9110, 11.1).
  const token = /^bearer +(\S+)$/i.exec(authorization)?.[1];
  if (token === undefined) {
    const merchant = authorization ? await findMerchant(db, authorization) : undefined;
    if (!merchant) throw new Refusal(401);
    return { kind: "merchant", merchant };
  }
  const found = await findTokenUser(db, hashToken(token), await clock.now());
  if (!found) throw new Refusal(401);
  if (found.blockedAt || auth === "merchant") throw new Refusal(403);
  return { kind: "customer", merchant: found.merchant, userId: found.userId };
}
