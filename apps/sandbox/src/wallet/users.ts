/** Section 4.4: the merchant's operations on wallet users: list, create, update. */
import { randomBytes, randomUUID } from "node:crypto";
import type {
  AuthenticatorResult,
  CreateUserRequest,
  CreateUserResult,
  ListUsersRequest,
  ListUsersResult,
  UpdateUserRequest,
  WalletUser,
} from "@cardpane/gateway";
import { operations } from "@cardpane/gateway";
import { deleteRows, findRow, lockRow, updateRow } from "../db/rows.ts";
import {
  loginFailures,
  type WalletAccountRow,
  type WalletUserRow,
  walletTokens,
  walletUsers,
} from "../db/schema-wallet.ts";
import { listUserRows } from "../db/wallet-lists.ts";
import { insertUser, updateUserRow } from "../db/wallet-users.ts";
import { Refusal } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";
import type { Vault } from "../vault/vault.ts";
import { keyedByIndex, newUserAccountResponse, userResponse } from "./account-response.ts";
import { storeAccount } from "./accounts.ts";
import { provisioningUrl, secretBytes } from "./authenticator.ts";
import { pageLink } from "./page-link.ts";

/** *Assumption*: the type of a user whose request names none. */
const defaultType = "customer";

/** Lists the merchant's users. *Assumptions*: ordered by id by default, and `links` refers to the page itself. */
export async function listUsers(
  { tx, merchantId }: MerchantContext,
  query: ListUsersRequest,
): Promise<ListUsersResult> {
  const { rows, meta } = await listUserRows(tx, merchantId, query);
  const links = pageLink("self", operations.listUsers.path, query, meta.currentPage);
  return { data: keyedByIndex(rows.map(userResponse)), links, meta };
}

/**
 * Creates a user with an authenticator, together with accounts: all or nothing.
 *
 * @throws Refusal 409 on `email` and `externalUserId` if another user of the merchant has them.
 */
export async function createUser(
  context: MerchantContext,
  request: CreateUserRequest,
): Promise<CreateUserResult> {
  const { tx, now, vault, merchantId } = context;
  const { email, externalUserId, type = defaultType } = request;
  const uuid = randomUUID();
  const secret = randomBytes(secretBytes);
  const user = await insertUser(tx, {
    uuid,
    merchantId,
    email,
    externalUserId,
    type,
    isActivated: request.isActivated ?? false,
    blockedAt: request.isBlocked === true ? now : null,
    sealed: sealSecret(vault, uuid, secret),
    createdAt: now,
    updatedAt: now,
  });
  if (!("id" in user)) throw taken(user);
  const accounts: WalletAccountRow[] = [];
  for (const account of request.paymentAccounts ?? [])
    accounts.push(await storeAccount(context, user.id, account));
  return {
    userId: user.id,
    email,
    type,
    activated: user.isActivated,
    blocked: user.blockedAt !== null,
    oauthUrl: provisioningUrl(secret, email),
    paymentAccounts: keyedByIndex(accounts.map(newUserAccountResponse)),
  };
}

/**
 * Updates a user. A block applies to every request of the user from now on; when it is lifted, tokens that have not expired are
 * valid again (*assumption*).
 *
 * @throws Refusal 404 for an unknown user of the merchant, 409 on an `externalUserId` that another user has.
 */
export async function updateUser(
  { tx, now, merchantId }: MerchantContext,
  request: UpdateUserRequest,
  id: number,
): Promise<WalletUser> {
  const user = await lockRow(tx, walletUsers, { id, merchantId });
  if (!user) throw new Refusal(404);
  const { isActivated, isBlocked, type, externalUserId } = request;
  const blockedAt = isBlocked === undefined ? user.blockedAt : isBlocked ? (user.blockedAt ?? now) : null;
  const updated = await updateUserRow(tx, id, {
    isActivated,
    blockedAt,
    type,
    externalUserId,
    updatedAt: now,
  });
  if (updated === "taken") throw taken(["externalUserId"]);
  return userResponse(updated);
}

/**
 * Creates a new secret. The old one stops working at once. *Assumption*: so does every token of the user, since a secret is
 * replaced when it may have leaked; and failed logins are deleted.
 *
 * @throws Refusal 404 for an unknown user of the merchant.
 */
export async function regenerateAuthenticator(
  { tx, now, vault, merchantId }: MerchantContext,
  _: unknown,
  id: number,
): Promise<AuthenticatorResult> {
  const found = await findRow(tx, walletUsers, { id, merchantId });
  if (!found) throw new Refusal(404);
  // In the lock order of a login, so that the two never deadlock.
  await deleteRows(tx, loginFailures, { merchantId, emailHash: vault.hashAddress(found.email) });
  const user = await lockRow(tx, walletUsers, { id, merchantId });
  if (!user) throw new Refusal(404);
  const secret = randomBytes(secretBytes);
  const sealed = sealSecret(vault, user.uuid, secret);
  await updateRow(tx, walletUsers, id, { sealed, usedSteps: [], updatedAt: now });
  await deleteRows(tx, walletTokens, { userId: id });
  return {
    userId: id,
    email: user.email,
    activated: user.isActivated,
    blocked: user.blockedAt !== null,
    oauthUrl: provisioningUrl(secret, user.email),
  };
}

/** A user's authenticator secret. */
export function openSecret(vault: Vault, { uuid, sealed }: WalletUserRow): Uint8Array {
  return Buffer.from(vault.open(`wallet_users/${uuid}`, sealed), "base64url");
}

function sealSecret(vault: Vault, uuid: string, secret: Uint8Array): string {
  return vault.seal(`wallet_users/${uuid}`, Buffer.from(secret).toString("base64url"));
}

function taken(names: readonly string[]): Refusal {
  return new Refusal(409, Object.fromEntries(names.map((name) => [name, "is taken by another user"])));
}
