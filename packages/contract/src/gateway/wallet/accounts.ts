/** Section 2.9: payment accounts of a wallet, one currency each. */
import * as z from "zod";
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

/** A moment, an ISO timestamp in some results, or nothing. */
const anyMoment = z.union([moment, z.string()]).nullable();

/** One payment account. Wire names are the interface's, in snake case. */
export const paymentAccount = z.looseObject({
  /** Appears as a string in some results. */
  id: z.union([walletId, z.string().regex(/^\d+$/).transform(Number).pipe(walletId)]),
  uuid: z.string(),
  user_id: walletId,
  name: z.string().nullable(),
  type: open(["fiat", "promo"]),
  description: z.string().nullable(),
  /** In the currency's major unit; expired promo money does not count. */
  balance: z.number(),
  /** Only in the create-user result. */
  decimals: z.int().optional(),
  currency: z.string(),
  method: z.string(),
  /** Masked. */
  account_number: z.string().nullable(),
  brand: z.string().nullable(),
  expiration_month: z.int().nullable(),
  expiration_year: z.int().nullable(),
  is_active: z.boolean(),
  autoreload: z.boolean(),
  autoreload_amount: z.number().nullable(),
  autoreload_min_amount: z.number().nullable(),
  is_notify: z.boolean(),
  notify_amount: z.number().nullable(),
  created_at: anyMoment,
  updated_at: anyMoment,
  last_used: anyMoment,
  payment_system: z.string(),
  /** In listings. */
  webhook_url: z.string().nullable().optional(),
});
export type PaymentAccount = z.infer<typeof paymentAccount>;

/** Query of the list of accounts. */
export interface ListAccountsRequest extends ClientIdField {
  /** The payment system, 1 to 32 characters. */
  readonly system?: string | undefined;
  /** ISO 4217, three capital letters: `EUR`. */
  readonly currency?: string | undefined;
  readonly isActive?: boolean | undefined;
  /** Reloads itself. */
  readonly isAutoReload?: boolean | undefined;
  /** Notifies of a low balance. */
  readonly isNotify?: boolean | undefined;
  readonly type?: AccountType | undefined;
}

/** Schema of {@link ListAccountsRequest}. */
export const listAccountsRequest = z.strictObject({
  clientId,
  system: word.optional(),
  currency: currency.optional(),
  isActive: flag.optional(),
  isAutoReload: flag.optional(),
  isNotify: flag.optional(),
  type: accountType.optional(),
});

/** All accounts that fit, in one array. */
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
  /** Where the account's transactions are reported unless a call says otherwise: an absolute http or https address. */
  readonly webhookUrl?: string | undefined;
}

/** Schema of {@link CreateAccountRequest}. */
export const createAccountRequest = z.strictObject({
  clientId,
  method: word,
  system: word,
  currency,
  name: name.optional(),
  description: description.optional(),
  type: accountType.optional(),
  webhookUrl: webAddress.optional(),
});

/** Query that gets an account. */
export const getAccountRequest = z.strictObject({ clientId });
export type GetAccountRequest = z.infer<typeof getAccountRequest>;

/** More than nothing: what is reloaded. */
const someAmount = amount.positive("must be more than 0");

/** Body that updates an account; what is left out stays. Amounts are in the currency's major unit. */
export interface UpdateAccountRequest extends ClientIdField {
  /** The display name, 1 to 128 characters. */
  readonly name?: string | undefined;
  /** At most 128 characters. `null`: none. */
  readonly description?: string | null | undefined;
  readonly isActive?: boolean | undefined;
  /** Reloads itself: its two amounts are then needed, here or earlier. */
  readonly isAutoReload?: boolean | undefined;
  /** What autoreload adds, more than 0. */
  readonly autoReloadAmount?: number | undefined;
  /** Autoreload begins when the balance falls below this. */
  readonly autoReloadMinAmount?: number | undefined;
  /** Notifies of a low balance: its amount is then needed, here or earlier. */
  readonly isNotify?: boolean | undefined;
  /** A notice is sent when the balance falls below this. */
  readonly notifyAmount?: number | undefined;
  /** Where the account's transactions are reported: an absolute http or https address. `null`: nowhere. */
  readonly webhookUrl?: string | null | undefined;
}

/**
 * Schema of {@link UpdateAccountRequest}. That autoreload has its two amounts, and a notice its one, is
 * checked against what is stored.
 */
export const updateAccountRequest = z.strictObject({
  clientId,
  name: name.optional(),
  description: description.nullable().optional(),
  isActive: flag.optional(),
  isAutoReload: flag.optional(),
  autoReloadAmount: someAmount.optional(),
  autoReloadMinAmount: amount.optional(),
  isNotify: flag.optional(),
  notifyAmount: amount.optional(),
  webhookUrl: webAddress.nullable().optional(),
});
