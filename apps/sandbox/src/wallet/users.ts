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
import { deleteRows, findRow, insertRow, updateRow } from "../db/rows.ts";
import {
  loginFailures,
  type WalletAccountRow,
  type WalletUserRow,
  walletTokens,
  walletUsers,
} from "../db/schema-wallet.ts";
import { listUserRows } from "../db/wallet-lists.ts";
import { findUserByEmail } from "../db/wallet-users.ts";
import { Refusal } from "../errors.ts";
import type { MerchantContext } from "../operation-context.ts";
import type { Vault } from "../vault/vault.ts";
import { keyedByIndex, newUserAccountResponse, pageLink, userResponse } from "./account-response.ts";
import { storeAccount } from "./accounts.ts";
import { provisioningUrl, secretBytes } from "./authenticator.ts";

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
  await refuseTaken(context, { email, externalUserId });
  const user = await insertRow(tx, walletUsers, {
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
  context: MerchantContext,
  request: UpdateUserRequest,
  id: number,
): Promise<WalletUser> {
  const { tx, now, merchantId } = context;
  const user = await findRow(tx, walletUsers, { id, merchantId });
  if (!user) throw new Refusal(404);
  const { isActivated, isBlocked, type, externalUserId } = request;
  const blockedAt = isBlocked === undefined ? user.blockedAt : isBlocked ? (user.blockedAt ?? now) : null;
  await refuseTaken(context, { externalUserId }, id);
  const change = { isActivated, blockedAt, type, externalUserId, updatedAt: now };
  return userResponse(await updateRow(tx, walletUsers, id, change));
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
  const user = await findRow(tx, walletUsers, { id, merchantId });
  if (!user) throw new Refusal(404);
  const secret = randomBytes(secretBytes);
  const sealed = sealSecret(vault, user.uuid, secret);
  await updateRow(tx, walletUsers, id, { sealed, usedSteps: [], updatedAt: now });
  await deleteRows(tx, walletTokens, { userId: id });
  await deleteRows(tx, loginFailures, { merchantId, emailHash: vault.hashAddress(user.email) });
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

/** @throws Refusal 409 on the names that a user of the merchant has, other than the one with the id. */
async function refuseTaken(
  { tx, merchantId }: MerchantContext,
  { email, externalUserId }: { readonly email?: string; readonly externalUserId: string | undefined },
  id?: number,
): Promise<void> {
  const found = {
    email: email && (await findUserByEmail(tx, merchantId, email)),
    externalUserId: externalUserId && (await findRow(tx, walletUsers, { merchantId, externalUserId })),
  };
  const taken = Object.entries(found).filter(([, user]) => user && user.id !== id);
  if (taken.length === 0) return;
  throw new Refusal(409, Object.fromEntries(taken.map(([name]) => [name, "is taken by another user"])));
}
