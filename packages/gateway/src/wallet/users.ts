/** Section 2.8: wallet users, and their requests and results. */
import * as z from "zod/mini";
import { currency } from "../money.ts";
import { email, isoDate, webAddress } from "../text.ts";
import { paymentAccount } from "./accounts.ts";
import {
  type AccountType,
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
  blockedAt: z.nullable(moment),
});
export type WalletUser = z.infer<typeof walletUser>;

/** The columns by which a list of users can be sorted. */
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
export interface ListUsersRequest {
  /** An e-mail address or a part of it, at most 100 characters. */
  readonly email?: string | undefined;
  /** Your own id of the user, 1 to 64 characters. */
  readonly externalUserId?: string | undefined;
  readonly isActivated?: boolean | undefined;
  readonly isBlocked?: boolean | undefined;
  /** Users per page, 1 to 500. @default 50 */
  readonly limit?: number | undefined;
  /** The number of the page, counted from 1. */
  readonly page?: number | undefined;
  /** The column by which the list is sorted. */
  readonly orderColumn?: (typeof userOrderColumns)[number] | undefined;
  readonly orderDirection?: "ASC" | "DESC" | undefined;
  /** Created on this day or later, in UTC: `yyyy-mm-dd`. */
  readonly dateFrom?: string | undefined;
  /** Created on this day or earlier, in UTC: `yyyy-mm-dd`. */
  readonly dateTo?: string | undefined;
}

/** Schema of {@link ListUsersRequest}. */
export const listUsersRequest = z.strictObject({
  email: z.optional(z.string().check(z.maxLength(100, "must have at most 100 characters"))),
  externalUserId: z.optional(externalUserId),
  isActivated: z.optional(flag),
  isBlocked: z.optional(flag),
  limit,
  page,
  orderColumn: z.optional(z.enum(userOrderColumns, `must be one of ${userOrderColumns.join(", ")}`)),
  orderDirection: z.optional(z.enum(["ASC", "DESC"], "must be ASC or DESC")),
  dateFrom: z.optional(isoDate),
  dateTo: z.optional(isoDate),
});

/** A page of users. `data` is an object keyed by index, or an array, for example if it is empty; `links` is one object. */
export const listUsersResult = z.looseObject({
  data: z.union([z.record(z.string(), walletUser), z.array(walletUser)]),
  links: listLink,
  meta: listMeta,
});
export type ListUsersResult = z.infer<typeof listUsersResult>;

/** A payment account that is created together with its user. */
export interface NewUserAccount {
  /** The display name, 1 to 128 characters. */
  readonly name?: string | undefined;
  /** At most 128 characters. */
  readonly description?: string | undefined;
  /** ISO 4217, three capital letters: `EUR`. */
  readonly currency: string;
  /** The payment system, 1 to 32 characters. */
  readonly system: string;
  /** The payment method, 1 to 32 characters. */
  readonly method: string;
  /** @default "fiat" */
  readonly type?: AccountType | undefined;
  /** Receives the account's webhooks: an absolute http or https address. */
  readonly webhookUrl?: string | undefined;
}

/** Schema of {@link NewUserAccount}. *Assumption*: currency, system and method are required, and `promo` is allowed. */
const newUserAccount = z.strictObject({
  name: z.optional(name),
  description: z.optional(description),
  currency,
  system: word,
  method: word,
  type: z.optional(accountType),
  webhookUrl: z.optional(webAddress),
});

/** Body that creates a user. */
export interface CreateUserRequest {
  /** At most 100 characters. No other user may have it. */
  readonly email: string;
  /** Your own id of the user, 1 to 64 characters. No other user may have it. */
  readonly externalUserId: string;
  /** Defined by the gateway, 1 to 32 characters; the document lists no values. */
  readonly type?: string | undefined;
  readonly isActivated?: boolean | undefined;
  /** All requests of a blocked user are blocked. */
  readonly isBlocked?: boolean | undefined;
  /** Payment accounts that are created together with the user, at most 20. */
  readonly paymentAccounts?: readonly NewUserAccount[] | undefined;
}

/** Schema of {@link CreateUserRequest}. */
export const createUserRequest = z.strictObject({
  email,
  externalUserId,
  type: z.optional(word),
  isActivated: z.optional(flag),
  isBlocked: z.optional(flag),
  // Assumption: at most 20.
  paymentAccounts: z.optional(
    z.array(newUserAccount, "must be an array").check(z.maxLength(20, "must hold at most 20")),
  ),
});

/**
 * A new user. `oauthUrl` provisions an authenticator (`otpauth://totp/...` with secret, issuer, SHA1, 6 digits, period 30).
 * Anyone who reads it can log in as the user, so it is shown once and never logged.
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

/** Body that updates a user; absent fields stay unchanged. */
export interface UpdateUserRequest {
  readonly isActivated: boolean;
  /** All requests of a blocked user are blocked. */
  readonly isBlocked?: boolean | undefined;
  /** Defined by the gateway, 1 to 32 characters; the document lists no values. */
  readonly type?: string | undefined;
  /** Your own id of the user, 1 to 64 characters. No other user may have it. */
  readonly externalUserId?: string | undefined;
}

/** Schema of {@link UpdateUserRequest}. */
export const updateUserRequest = z.strictObject({
  isActivated: flag,
  isBlocked: z.optional(flag),
  type: z.optional(word),
  externalUserId: z.optional(externalUserId),
});

/** A user with a new authenticator URL; the old secret no longer works. */
export const authenticatorResult = z.looseObject({
  userId: walletId,
  email: z.string(),
  activated: z.boolean(),
  blocked: z.boolean(),
  oauthUrl: z.string(),
});
export type AuthenticatorResult = z.infer<typeof authenticatorResult>;
