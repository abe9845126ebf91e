/** Section 2.8: wallet users, as they are asked for and as they are answered. */
import * as z from "zod";
import { currency } from "../money.ts";
import { email, isoDate, webAddress } from "../text.ts";
import { paymentAccount } from "./accounts.ts";
import {
  accountType,
  description,
  externalUserId,
  flag,
  limit,
  listLink,
  listMeta,
  moment,
  name,
  page,
  walletId,
  word,
} from "./values.ts";

/** One wallet user. */
export const walletUser = z.looseObject({
  id: walletId,
  uuid: z.string(),
  email: z.string(),
  type: z.string(),
  externalUserId: z.string(),
  isActivated: z.boolean(),
  /** All requests of a blocked user are blocked. */
  isBlocked: z.boolean(),
  createdAt: moment,
  updatedAt: moment,
  blockedAt: moment.nullable(),
});
export type WalletUser = z.infer<typeof walletUser>;

/** What a list of users is sorted by. */
export const userOrderColumns = [
  "id",
  "created_at",
  "updated_at",
  "blocked_at",
  "email",
  "is_blocked",
  "is_activated",
] as const;

/** Query of the list of users. */
export const listUsersRequest = z.strictObject({
  /** An e-mail address or a part of it. *Assumption*: its name; the interface shows none. */
  email: z.string().max(100, "must have at most 100 characters").optional(),
  externalUserId: externalUserId.optional(),
  isActivated: flag.optional(),
  isBlocked: flag.optional(),
  limit,
  page,
  orderColumn: z.enum(userOrderColumns, `must be one of ${userOrderColumns.join(", ")}`).optional(),
  orderDirection: z.enum(["ASC", "DESC"], "must be ASC or DESC").optional(),
  /** Created on this day or later, in UTC. */
  dateFrom: isoDate.optional(),
  /** Created on this day or earlier, in UTC. */
  dateTo: isoDate.optional(),
});
export type ListUsersRequest = z.infer<typeof listUsersRequest>;

/** A page of users: `data` is keyed by index (an array where it is empty, or where a gateway sends one), `links` is one object. */
export const listUsersResult = z.looseObject({
  data: z.union([z.record(z.string(), walletUser), z.array(walletUser)]),
  links: listLink,
  meta: listMeta,
});
export type ListUsersResult = z.infer<typeof listUsersResult>;

/** A payment account that is made along with its user. */
const newUserAccount = z.strictObject({
  name: name.optional(),
  description: description.optional(),
  currency,
  system: word,
  method: word,
  type: accountType.optional(),
  webhookUrl: webAddress.optional(),
});

/** Body that creates a user. */
export const createUserRequest = z.strictObject({
  email,
  externalUserId,
  type: word.optional(),
  isActivated: flag.optional(),
  isBlocked: flag.optional(),
  /** *Assumption*: at most 20. */
  paymentAccounts: z.array(newUserAccount, "must be an array").max(20, "must hold at most 20").optional(),
});
export type CreateUserRequest = z.infer<typeof createUserRequest>;

/**
 * A user just made. `oauthUrl` provisions an authenticator (`otpauth://totp/...` with secret, issuer, SHA1, 6 digits,
 * period 30): whoever reads it can log in as the user, so it is shown once and never logged.
 */
export const createUserResult = z.looseObject({
  userId: walletId,
  email: z.string(),
  type: z.string(),
  activated: z.boolean(),
  blocked: z.boolean(),
  oauthUrl: z.string(),
  paymentAccounts: z.union([z.record(z.string(), paymentAccount), z.array(paymentAccount)]),
});
export type CreateUserResult = z.infer<typeof createUserResult>;

/** Body that updates a user's card. */
export const updateUserRequest = z.strictObject({
  isActivated: flag,
  isBlocked: flag.optional(),
  type: word.optional(),
  externalUserId: externalUserId.optional(),
});
export type UpdateUserRequest = z.infer<typeof updateUserRequest>;

/** A user's new authenticator URL; the old secret no longer works. */
export const authenticatorResult = z.looseObject({
  userId: walletId,
  email: z.string(),
  activated: z.boolean(),
  blocked: z.boolean(),
  oauthUrl: z.string(),
});
export type AuthenticatorResult = z.infer<typeof authenticatorResult>;
