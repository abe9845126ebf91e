/**
 * Section 5.6: a customer logs in with e-mail address and authenticator code, and prolongs the login with refresh tokens.
 *
 *   login -> pair -> refresh -> pair -> refresh -> ...       all pairs of one login are its family
 *
 * An access token is valid for an hour, a refresh token for 30 days and for one refresh (*assumptions*). A refresh token that
 * is sent a second time has two holders, and the rightful one cannot be determined: the whole family ends. The same happens if
 * one token is refreshed twice at once: one request gets a pair, and the other then ends the family.
 *
 * A failure that must be stored (a wrong code, a reused token) is returned and not thrown: a thrown error rolls the
 * transaction back.
 */
import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { LoginRequest, RefreshTokensRequest, TokenPair } from "@cardpane/gateway";
import { newSecret } from "../db/ids.ts";
import { deleteRows, findRow, insertRow, updateRow, upsertRow } from "../db/rows.ts";
import { loginFailures, type WalletUserRow, walletTokens, walletUsers } from "../db/schema-wallet.ts";
import { findUserByEmail } from "../db/wallet-users.ts";
import { Refusal } from "../errors.ts";
import type { MerchantContext, WorkContext } from "../operation-context.ts";
import { maxUsedSteps, secretBytes, stepOfCode } from "./authenticator.ts";
import { oneMore, waitMs } from "./throttle.ts";
import { openSecret } from "./users.ts";

const accessLifetimeMs = 3_600_000;
const refreshLifetimeMs = 30 * 24 * 3_600_000;

/**
 * Logs a customer in. *Assumption*: the first login activates a user, since it shows that the authenticator is set up;
 * `isActivated` locks no user out, `isBlocked` does.
 *
 * @returns a pair; or Refusal 401, the same for a wrong code, a used code and an unknown address; or 403 for a blocked user,
 * only if the code is right.
 * @throws Refusal 429 after failures; see throttle.ts.
 */
export async function login(
  context: MerchantContext,
  { email, code }: LoginRequest,
): Promise<TokenPair | Refusal> {
  const { tx, now, merchantId, vault } = context;
  const key = { merchantId, emailHash: vault.hashAddress(email) };
  const failed = (await findRow(tx, loginFailures, key)) ?? { failures: 0, lastAt: now };
  const wait = waitMs(failed, now);
  if (wait > 0) throw new Refusal(429, {}, Math.ceil(wait / 1000));
  const user = await findUserByEmail(tx, merchantId, email);
  if (!user || !(await acceptsCode(context, user, code))) {
    // The same work for an unknown address, so that the response time reveals nothing.
    if (!user) stepOfCode(randomBytes(secretBytes), code, now);
    const more = oneMore(failed, now);
    const { merchantId: merchant, emailHash } = loginFailures;
    await upsertRow(tx, loginFailures, { ...key, ...more }, [merchant, emailHash], more);
    return new Refusal(401);
  }
  await deleteRows(tx, loginFailures, key);
  if (user.blockedAt) return new Refusal(403);
  if (!user.isActivated) await updateRow(tx, walletUsers, user.id, { isActivated: true, updatedAt: now });
  return issuePair(context, user.id, randomUUID());
}

/** Whether a code is right and unused; it is used afterwards. */
async function acceptsCode({ tx, now, vault }: MerchantContext, user: WalletUserRow, code: string) {
  const step = stepOfCode(openSecret(vault, user), code, now);
  if (step === undefined || user.usedSteps.includes(step)) return false;
  await updateRow(tx, walletUsers, user.id, { usedSteps: [step, ...user.usedSteps].slice(0, maxUsedSteps) });
  return true;
}

/**
 * Exchanges a refresh token for a new pair.
 *
 * @returns a pair; or Refusal 401 for a token that is unknown, expired, another user's, or used: the whole family of a used
 * token has ended.
 * @throws Refusal 404 for an unknown user of the merchant, 403 for a blocked one.
 */
export async function refreshTokens(
  context: MerchantContext,
  { refreshToken }: RefreshTokensRequest,
  id: number,
): Promise<TokenPair | Refusal> {
  const { tx, now, merchantId } = context;
  const user = await findRow(tx, walletUsers, { id, merchantId });
  if (!user) throw new Refusal(404);
  if (user.blockedAt) throw new Refusal(403);
  const pair = await findRow(tx, walletTokens, { userId: id, refreshHash: hashToken(refreshToken) });
  if (!pair || pair.refreshExpiresAt <= now) return new Refusal(401);
  if (pair.usedAt) {
    await deleteRows(tx, walletTokens, { userId: id, family: pair.family });
    return new Refusal(401);
  }
  await updateRow(tx, walletTokens, pair.id, { usedAt: now });
  return issuePair(context, id, pair.family);
}

/** A token has 192 random bits and cannot be guessed, so a plain hash is enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function issuePair({ tx, now }: WorkContext, userId: number, family: string): Promise<TokenPair> {
  const accessToken = `access_${newSecret()}`;
  const refreshToken = `refresh_${newSecret()}`;
  await insertRow(tx, walletTokens, {
    userId,
    family,
    accessHash: hashToken(accessToken),
    accessExpiresAt: new Date(now.getTime() + accessLifetimeMs),
    refreshHash: hashToken(refreshToken),
    refreshExpiresAt: new Date(now.getTime() + refreshLifetimeMs),
  });
  return { tokenType: "Bearer", expiresIn: accessLifetimeMs / 1000, accessToken, refreshToken };
}
