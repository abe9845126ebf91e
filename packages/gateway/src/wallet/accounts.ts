/** Section 2.9: payment accounts of a wallet. Each has one currency. */
import * as z from "zod/mini";
import { amount, currency } from "../money.ts";
import { webAddress } from "../text.ts";
import {
  type AccountType,
  accountType,
  type ClientIdField,
  clientId,
  description,
  flag,
  moment,
  name,
  open,
  walletId,
  word,
} from "./values.ts";

/** A moment (in some results an ISO timestamp), or `null`. */
const anyMoment = z.nullable(z.union([moment, z.string()]));

const digits = z.string().check(z.regex(/^\d+$/));

/** One payment account. The interface names these fields in snake case. */
export const paymentAccount = z.looseObject({
  /** A string in some results; read as a number. */
  id: z.union([walletId, z.pipe(z.pipe(digits, z.transform(Number)), walletId)]),
  uuid: z.string(),
  user_id: walletId,
  name: z.nullable(z.string()),
  type: open(["fiat", "promo"]),
  description: z.nullable(z.string()),
  /** In the currency's major unit, without expired promo money. */
  balance: z.number(),
  /** Only in the create-user result. */
  decimals: z.optional(z.int()),
  currency: z.string(),
  method: z.string(),
  /** The masked card number. */
  account_number: z.nullable(z.string()),
  brand: z.nullable(z.string()),
  expiration_month: z.nullable(z.int()),
  expiration_year: z.nullable(z.int()),
  is_active: z.boolean(),
  autoreload: z.boolean(),
  autoreload_amount: z.nullable(z.number()),
  autoreload_min_amount: z.nullable(z.number()),
  is_notify: z.boolean(),
  notify_amount: z.nullable(z.number()),
  created_at: anyMoment,
  updated_at: anyMoment,
  last_used: anyMoment,
  payment_system: z.string(),
  /** Only in lists. */
  webhook_url: z.optional(z.nullable(z.string())),
});
export type PaymentAccount = z.infer<typeof paymentAccount>;

/** Query of the list of accounts. */
export interface ListAccountsRequest extends ClientIdField {
  /** The payment system, 1 to 32 characters. */
  readonly system?: string | undefined;
  /** ISO 4217, three capital letters: `EUR`. */
  readonly currency?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** Only accounts with autoreload on (`true`) or off (`false`). */
  readonly isAutoReload?: boolean | undefined;
  /** Only accounts with the low-balance notice on (`true`) or off (`false`). */
  readonly isNotify?: boolean | undefined;
  readonly type?: AccountType | undefined;
}

/** Schema of {@link ListAccountsRequest}. */
export const listAccountsRequest = z.strictObject({
  clientId,
  system: z.optional(word),
  currency: z.optional(currency),
  isActive: z.optional(flag),
  isAutoReload: z.optional(flag),
  isNotify: z.optional(flag),
  type: z.optional(accountType),
});

/** All accounts that match the query, in one array. */
export const listAccountsResult = z.array(paymentAccount);
export type ListAccountsResult = z.infer<typeof listAccountsResult>;

/** Body that creates an account. */
export interface CreateAccountRequest extends ClientIdField {
  /** The payment method, 1 to 32 characters. */
  readonly method: string;
  /** The payment system, 1 to 32 characters. */
  readonly system: string;
  /** ISO 4217, three capital letters: `EUR`. */
  readonly currency: string;
  /** The display name, 1 to 128 characters. */
  readonly name?: string | undefined;
  /** At most 128 characters. */
  readonly description?: string | undefined;
  /** @default "fiat" */
  readonly type?: AccountType | undefined;
  /** Receives reports of the account's transactions, unless a call sets another: an absolute http or https address. */
  readonly webhookUrl?: string | undefined;
}

/** Schema of {@link CreateAccountRequest}. */
export const createAccountRequest = z.strictObject({
  clientId,
  method: word,
  system: word,
  currency,
  name: z.optional(name),
  description: z.optional(description),
  type: z.optional(accountType),
  webhookUrl: z.optional(webAddress),
});

/** Query that gets an account. */
export const getAccountRequest = z.strictObject({ clientId });
export type GetAccountRequest = z.infer<typeof getAccountRequest>;

/** An amount of more than 0, for autoreload. */
const someAmount = amount.check(z.positive("must be more than 0"));

/** Body that updates an account; absent fields stay unchanged. Amounts are in the currency's major unit. */
export interface UpdateAccountRequest extends ClientIdField {
  /** The display name, 1 to 128 characters. */
  readonly name?: string | undefined;
  /** At most 128 characters. `null` removes it. */
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  /** Turns autoreload on or off. On, it needs both its amounts, from this update or an earlier one. */
  readonly isAutoReload?: boolean | undefined;
  /** The amount that autoreload adds, more than 0. */
  readonly autoReloadAmount?: number | undefined;
  /** Autoreload starts when the balance falls below this amount. */
  readonly autoReloadMinAmount?: number | undefined;
  /** Turns the low-balance notice on or off. On, it needs its amount, from this update or an earlier one. */
  readonly isNotify?: boolean | undefined;
  /** The notice is sent when the balance falls below this amount. */
  readonly notifyAmount?: number | undefined;
  /** Receives reports of the account's transactions: an absolute http or https address. `null`: no reports. */
  readonly webhookUrl?: string | null | undefined;
}

/**
 * Schema of {@link UpdateAccountRequest}. It does not check that autoreload has both its amounts and a notice has its amount:
 * this depends on the stored account.
 */
export const updateAccountRequest = z.strictObject({
  clientId,
  name: z.optional(name),
  description: z.optional(z.nullable(description)),
  isActive: z.optional(flag),
  isAutoReload: z.optional(flag),
  autoReloadAmount: z.optional(someAmount),
  autoReloadMinAmount: z.optional(amount),
  isNotify: z.optional(flag),
  notifyAmount: z.optional(amount),
  webhookUrl: z.optional(z.nullable(webAddress)),
});
