/** Section 2.9: payment accounts of a wallet, one currency each. */
import * as z from "zod";
import { amount, currency } from "../money.ts";
import { webAddress } from "../text.ts";
import { accountType, clientId, description, flag, moment, name, open, walletId, word } from "./values.ts";

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
export const listAccountsRequest = z.strictObject({
  clientId,
  system: word.optional(),
  currency: currency.optional(),
  isActive: flag.optional(),
  isAutoReload: flag.optional(),
  /** Notifies of a low balance. */
  isNotify: flag.optional(),
  type: accountType.optional(),
});
export type ListAccountsRequest = z.infer<typeof listAccountsRequest>;

/** All accounts that fit, in one array. */
export const listAccountsResult = z.array(paymentAccount);
export type ListAccountsResult = z.infer<typeof listAccountsResult>;

/** Body that creates an account. */
export const createAccountRequest = z.strictObject({
  clientId,
  method: word,
  system: word,
  currency,
  name: name.optional(),
  description: description.optional(),
  /** @default "fiat" */
  type: accountType.optional(),
  /** Where the account's transactions are reported unless a call says otherwise. */
  webhookUrl: webAddress.optional(),
});
export type CreateAccountRequest = z.infer<typeof createAccountRequest>;

/** Query that gets an account. */
export const getAccountRequest = z.strictObject({ clientId });
export type GetAccountRequest = z.infer<typeof getAccountRequest>;

/** More than nothing: what is reloaded. */
const someAmount = amount.positive("must be more than 0");

/**
 * Body that updates an account. What is left out stays. That autoreload has its two amounts, and a notice its one, is
 * checked against what is stored.
 */
export const updateAccountRequest = z.strictObject({
  clientId,
  name: name.optional(),
  description: description.nullable().optional(),
  isActive: flag.optional(),
  isAutoReload: flag.optional(),
  /** What autoreload adds. */
  autoReloadAmount: someAmount.optional(),
  /** Autoreload begins when the balance falls below this. */
  autoReloadMinAmount: amount.optional(),
  isNotify: flag.optional(),
  /** A notice is sent when the balance falls below this. */
  notifyAmount: amount.optional(),
  webhookUrl: webAddress.nullable().optional(),
});
export type UpdateAccountRequest = z.infer<typeof updateAccountRequest>;
