/** Rows of the wallet in the format of the wire (sections 2.8 and 2.9). */
import {
  currencyDecimals,
  encodeQuery,
  fromMinor,
  type Moment,
  type PaymentAccount,
  type WalletUser,
} from "@cardpane/gateway";
import type { WalletAccountRow, WalletUserRow } from "../db/schema-wallet.ts";

/** A wallet user. */
export function userResponse(user: WalletUserRow): WalletUser {
  return {
    id: user.id,
    uuid: user.uuid,
    email: user.email,
    type: user.type,
    externalUserId: user.externalUserId,
    isActivated: user.isActivated,
    isBlocked: user.blockedAt !== null,
    createdAt: momentOf(user.createdAt),
    updatedAt: momentOf(user.updatedAt),
    blockedAt: maybeMoment(user.blockedAt),
  };
}

/** A payment account in the responses of get, create and update. */
export function accountResponse(account: WalletAccountRow): PaymentAccount {
  const amountOf = (minor: number) => fromMinor(minor, account.currency);
  const maybeAmount = (minor: number | null) => (minor === null ? null : amountOf(minor));
  return {
    id: account.id,
    uuid: account.uuid,
    user_id: account.userId,
    name: account.name,
    type: account.type,
    description: account.description,
    balance: amountOf(account.balanceMinor),
    currency: account.currency,
    method: account.method,
    account_number: account.maskedNumber,
    brand: account.brand,
    expiration_month: account.expirationMonth,
    expiration_year: account.expirationYear,
    is_active: account.isActive,
    autoreload: account.autoreload,
    autoreload_amount: maybeAmount(account.autoreloadMinor),
    autoreload_min_amount: maybeAmount(account.autoreloadBelowMinor),
    is_notify: account.isNotify,
    notify_amount: maybeAmount(account.notifyBelowMinor),
    created_at: momentOf(account.createdAt),
    updated_at: momentOf(account.updatedAt),
    last_used: maybeMoment(account.lastUsedAt),
    payment_system: account.system,
  };
}

/** A payment account in a listing: with its webhook. */
export function listedAccountResponse(account: WalletAccountRow): PaymentAccount {
  return { ...accountResponse(account), webhook_url: account.webhookUrl };
}

/** A payment account in the create-user result: with its currency's decimals. */
export function newUserAccountResponse(account: WalletAccountRow): PaymentAccount {
  return { ...accountResponse(account), decimals: currencyDecimals(account.currency) ?? 0 };
}

/** A list as an object keyed by index, as the wallet writes it in some places. */
export function keyedByIndex<T>(items: readonly T[]): Record<string, T> {
  return Object.fromEntries(items.map((item, index) => [String(index), item]));
}

/** A time: `{ date: "2031-12-24 18:00:00.000000", timezone_type: 3, timezone: "UTC" }`. */
export function momentOf(time: Date): Moment {
  // Type 3 is PHP's type for a named time zone.
  const date = `${time.toISOString().slice(0, -1).replace("T", " ")}000`;
  return { date, timezone_type: 3, timezone: "UTC" };
}

/** A time, or `null` without one. */
export function maybeMoment(time: Date | null): Moment | null {
  return time && momentOf(time);
}

/** A link to a page of a list, as a path with its query. */
export function pageLink(rel: string, path: string, query: object, page: number) {
  const search = new URLSearchParams(
    encodeQuery({ ...query, page }).map(([name, value]): [string, string] => [name, value]),
  );
  return { rel, href: `${path}?${search}` };
}
