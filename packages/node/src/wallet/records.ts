/**
 * Wallet records as the merchant gets them: the gateway's field names in camel case, with normalised values. Objects keyed by
 * index become arrays, ids and amounts become numbers, and the authenticator URL is a Secret.
 *
 * Required are ids, type, price, currency and status of a transaction, and the ids of the other records: without them a record
 * is unreadable. Every other field is optional: it is `null` if it is missing or of another JSON type.
 */

import { isRecord } from "@cardpane/contract/record";
import { type Currencies, type JsonValue, type Moment, metadata } from "@cardpane/gateway";
import { maskCardNumber } from "../call/mask.ts";
import {
  readCurrency,
  readDecimal,
  readFlag,
  readInteger,
  readObject,
  readStatus,
  readText,
  readWholeId,
} from "../call/read-values.ts";
import { Secret } from "../client/secret.ts";
import { tryToMinor } from "../payments/money.ts";
import type { Page } from "./listing.ts";

/** A known value, for completion in editors, or any other string that a newer gateway sends. */
type Open<Known extends string> = Known | (string & {});

/** A wallet user (section 2.8). */
export interface WalletUser {
  /** The gateway's id of the user, passed to calls as `userId`. */
  readonly id: number;
  /** The same user as a UUID. */
  readonly uuid: string | null;
  /** E-mail address. */
  readonly email: string;
  /** Defined by the gateway; the document lists no values. */
  readonly type: string | null;
  /** Your own id of the user. */
  readonly externalUserId: string | null;
  /** Whether the user may log in. */
  readonly isActivated: boolean | null;
  /** Whether the user is blocked: the gateway refuses all requests of a blocked user. */
  readonly isBlocked: boolean | null;
  /** Time of creation. */
  readonly createdAt: Moment | null;
  /** Time of the last change. */
  readonly updatedAt: Moment | null;
  /** Time since which the user is blocked. */
  readonly blockedAt: Moment | null;
  /** The record as the gateway sent it. */
  readonly raw: unknown;
}

/** A payment account (section 2.9). */
export interface PaymentAccount {
  /** The gateway's id of the account, for `accounts.get` and for payments. */
  readonly id: number;
  /** The same account as a UUID. */
  readonly uuid: string | null;
  /** The user who owns it. */
  readonly userId: number | null;
  /** The display name. */
  readonly name: string | null;
  /** `fiat`: money that the customer paid in. `promo`: money that was granted and may expire. */
  readonly type: Open<"fiat" | "promo"> | null;
  /** The display description. */
  readonly description: string | null;
  /** Balance in minor units (cents), without expired promo money; `null` if the currency is unknown. */
  readonly balanceMinor: number | null;
  /** Balance in the currency's major unit, as on the wire. Compute with `balanceMinor`. */
  readonly balance: number | null;
  /** ISO 4217. */
  readonly currency: string;
  /** The payment method. */
  readonly method: string | null;
  /** Number of the card or account, masked. */
  readonly accountNumber: string | null;
  /** Brand of the card. */
  readonly brand: string | null;
  /** Expiry month of the card, 1 to 12. */
  readonly expirationMonth: number | null;
  /** Expiry year of the card, four digits. */
  readonly expirationYear: number | null;
  /** Whether the account accepts payments. */
  readonly isActive: boolean | null;
  /** Whether autoreload is on. */
  readonly isAutoReload: boolean | null;
  /** Amount that autoreload adds, in minor units. */
  readonly autoReloadAmountMinor: number | null;
  /** Autoreload starts when the balance falls below this amount, in minor units. */
  readonly autoReloadMinAmountMinor: number | null;
  /** Whether the gateway sends a notice of a low balance. */
  readonly isNotify: boolean | null;
  /** The notice is sent when the balance falls below this amount, in minor units. */
  readonly notifyAmountMinor: number | null;
  /** Time of creation. */
  readonly createdAt: Moment | string | null;
  /** Time of the last change. */
  readonly updatedAt: Moment | string | null;
  /** Time of the last use. */
  readonly lastUsed: Moment | string | null;
  /** The payment system. */
  readonly paymentSystem: string | null;
  /** URL that receives the account's webhooks. */
  readonly webhookUrl: string | null;
  /** Decimals of the currency. The gateway sends them only with the accounts of a new user. */
  readonly decimals: number | null;
  /** The record as the gateway sent it. */
  readonly raw: unknown;
}

/** A transaction (section 2.10). */
export interface WalletTransaction {
  /** The gateway's id of the transaction. */
  readonly id: number;
  /** The same transaction as a UUID. */
  readonly uuid: string | null;
  /** Id of the wallet user. */
  readonly userId: number;
  /** The billing operator. */
  readonly billing: string | null;
  /** Id of the account whose balance it changes. */
  readonly paymentAccountId: number;
  /** `income` credits the account, `outcome` debits it. */
  readonly type: Open<"income" | "outcome">;
  /** Defined by the gateway; the document lists no values. */
  readonly subtype: string | null;
  /** Payment method of the transaction. */
  readonly paymentMethod: string | null;
  /** Whether the money is virtual, not fiat. */
  readonly isVirtual: boolean | null;
  /** Amount in minor units (cents), never negative: `type` is the direction. `null` if the currency is unknown. */
  readonly amountMinor: number | null;
  /** Amount in the currency's major unit, as on the wire. Compute with `amountMinor`. */
  readonly price: number;
  /** Balance of the account afterwards, in minor units. */
  readonly balanceMinor: number | null;
  /** Balance of the account afterwards, as on the wire. */
  readonly balance: number | null;
  /** For an income: the unspent part. For an outcome: the part that the balance did not cover. As on the wire. */
  readonly remainingAmount: number | null;
  /** For an outcome: whether the balance sufficed. */
  readonly fullCovered: boolean | null;
  /** ISO 4217. */
  readonly currency: string;
  /** The gateway's action. */
  readonly action: Open<"charge" | "refund" | "deposit"> | null;
  /** `wallet` or `card`; `void` reverses another transaction; `test` moves no money. */
  readonly mode: Open<"wallet" | "card" | "void" | "test"> | null;
  /** The result of the transaction. */
  readonly status: Open<"success" | "fail">;
  /** Statement descriptor: the text on the shopper's statement. */
  readonly descriptor: string | null;
  /** Your own id of the order. Gateways also spell this field `merchantOrderID`. */
  readonly merchantOrderId: string | null;
  /** The metadata of your request; a string if the gateway sends text that is not a JSON object. */
  readonly metadata: Readonly<Record<string, JsonValue>> | string | null;
  /** Number of the card or account, masked. */
  readonly accountNumber: string | null;
  /** Brand of the card. */
  readonly brand: string | null;
  /** Expiry month of the card, two digits. */
  readonly expirationMonth: string | null;
  /** Expiry year of the card. */
  readonly expirationYear: string | null;
  /** The gateway's text for the code. */
  readonly message: string | null;
  /** Payment code (section 7), or `0`. */
  readonly code: string | null;
  /** The user's e-mail address. */
  readonly email: string | null;
  /** The user's first name. */
  readonly firstname: string | null;
  /** The user's last name. */
  readonly lastname: string | null;
  /** The user's country. */
  readonly country: string | null;
  /** The user's postal code. */
  readonly zip: string | null;
  /** The user's IP address at that time. */
  readonly ip: string | null;
  /** Time of the transaction. */
  readonly date: Moment | null;
  /** Time at which promo money expires. */
  readonly dateExpire: Moment | null;
  /** The user's balances by currency, in the major unit: `{ EUR: "12.50" }`. */
  readonly balanceTotal: Readonly<Record<string, string>>;
  /** The `type` of the account: `fiat` or `promo`. */
  readonly paymentAccountType: string | null;
  /** Parts of this transaction, and its void, in the gateway's order. */
  readonly child: readonly WalletTransaction[];
  /** The record as the gateway sent it. */
  readonly raw: unknown;
}

/** A started refill: redirect the customer as `nextAction(refill)` tells, and wait for the notification. */
export interface StartedRefill {
  /** `processing`: the result follows by webhook. */
  readonly result: Open<"processing"> | null;
  /** `redirect`: redirect the customer to `url`. */
  readonly action: Open<"redirect"> | null;
  /** Payment code (section 7), or `0`. */
  readonly code: number | null;
  /** URL of the page where the customer pays. */
  readonly url?: string;
  /** The body as the gateway sent it. */
  readonly raw: unknown;
}

/** Provisioning data of an authenticator. */
export interface UserAuthenticator {
  /** The user. */
  readonly userId: number;
  /** The user's e-mail address. */
  readonly email: string;
  /** Whether the user may log in. */
  readonly activated: boolean | null;
  /** Whether the user is blocked: the gateway refuses all requests of a blocked user. */
  readonly blocked: boolean | null;
  /** `otpauth://totp/...`: anyone who reads it can log in as the user. Show it once, as a QR code. */
  readonly oauthUrl: Secret<string>;
}

/** A newly created user. */
export interface CreatedUser extends UserAuthenticator {
  /** Defined by the gateway; the document lists no values. */
  readonly type: string | null;
  /** The accounts created with the user, in the order of the request. */
  readonly paymentAccounts: readonly PaymentAccount[];
}

/** A pair of session tokens. */
export interface TokenPair {
  /** Authorizes calls as the customer. */
  readonly accessToken: string;
  /** Valid for one refresh. */
  readonly refreshToken: string;
  /** Lifetime of the access token in seconds. */
  readonly expiresIn: number;
}

/** Reads a record; `undefined` if a required field is missing or unreadable. */
export type Read<T> = (body: unknown, currencies: Currencies) => T | undefined;

/** Reads a transaction; `undefined` if a required field is missing or unreadable. */
export function readTransaction(body: unknown, currencies: Currencies): WalletTransaction | undefined {
  return readTransactionAt(body, currencies, maxChildDepth);
}

/** Maximum nesting of `child`. Gateways nest at most twice; the bound keeps a hostile body from exhausting the stack. */
const maxChildDepth = 8;

function readTransactionAt(
  body: unknown,
  currencies: Currencies,
  depth: number,
): WalletTransaction | undefined {
  if (!isRecord(body)) return undefined;
  const id = readWholeId(body["id"]);
  const userId = readWholeId(body["userId"]);
  const paymentAccountId = readWholeId(body["paymentAccountId"]);
  const type = readStatus(body["type"]);
  const price = readDecimal(body["price"]);
  const currency = readCurrency(body["currency"]);
  const status = readStatus(body["status"]);
  if (id === undefined || userId === undefined || paymentAccountId === undefined) return undefined;
  if (type === undefined || price === undefined || currency === undefined || status === undefined)
    return undefined;
  return {
    id,
    userId,
    paymentAccountId,
    type,
    price,
    amountMinor: tryToMinor(price, currency, currencies) ?? null,
    currency,
    status,
    ...textsOf(body, "uuid", "billing", "subtype", "paymentMethod", "action", "mode", "descriptor", "brand"),
    ...textsOf(body, "expirationMonth", "expirationYear", "message", "code", "paymentAccountType"),
    ...textsOf(body, "email", "firstname", "lastname", "country", "zip", "ip"),
    merchantOrderId: textOf(body["merchantOrderId"]) ?? textOf(body["merchantOrderID"]),
    accountNumber: maskedOf(body["accountNumber"]),
    isVirtual: flagOf(body["isVirtual"]),
    balance: readDecimal(body["balance"]) ?? null,
    balanceMinor: minorOf(body["balance"], currency, currencies),
    remainingAmount: readDecimal(body["remainingAmount"]) ?? null,
    fullCovered: flagOf(body["fullCovered"]),
    metadata: readMetadata(body["metadata"]),
    date: readMoment(body["date"]),
    dateExpire: readMoment(body["dateExpire"]),
    balanceTotal: readBalances(body["balanceTotal"]),
    child:
      depth === 0
        ? []
        : entriesOf(body["child"]).flatMap((child) => readTransactionAt(child, currencies, depth - 1) ?? []),
    raw: body,
  };
}

/** Reads a payment account; `undefined` without id or currency. */
export function readAccount(body: unknown, currencies: Currencies): PaymentAccount | undefined {
  if (!isRecord(body)) return undefined;
  const id = readWholeId(body["id"]);
  const currency = readCurrency(body["currency"]);
  if (id === undefined || currency === undefined) return undefined;
  const minor = (field: string) => minorOf(body[field], currency, currencies);
  const time = (field: string) => readMoment(body[field]) ?? textOf(body[field]);
  return {
    id,
    currency,
    ...textsOf(body, "uuid", "name", "type", "description", "method", "brand"),
    userId: readWholeId(body["user_id"]) ?? null,
    balance: readDecimal(body["balance"]) ?? null,
    balanceMinor: minor("balance"),
    accountNumber: maskedOf(body["account_number"]),
    expirationMonth: readInteger(body["expiration_month"]) ?? null,
    expirationYear: readInteger(body["expiration_year"]) ?? null,
    isActive: flagOf(body["is_active"]),
    isAutoReload: flagOf(body["autoreload"]),
    autoReloadAmountMinor: minor("autoreload_amount"),
    autoReloadMinAmountMinor: minor("autoreload_min_amount"),
    isNotify: flagOf(body["is_notify"]),
    notifyAmountMinor: minor("notify_amount"),
    createdAt: time("created_at"),
    updatedAt: time("updated_at"),
    lastUsed: time("last_used"),
    paymentSystem: textOf(body["payment_system"]),
    webhookUrl: textOf(body["webhook_url"]),
    decimals: readInteger(body["decimals"]) ?? null,
    raw: body,
  };
}

/** Reads a user; `undefined` without id or e-mail address. */
export function readUser(body: unknown): WalletUser | undefined {
  if (!isRecord(body)) return undefined;
  const id = readWholeId(body["id"]);
  const email = readText(body["email"]);
  if (id === undefined || email === undefined) return undefined;
  return {
    id,
    email,
    ...textsOf(body, "uuid", "type", "externalUserId"),
    isActivated: flagOf(body["isActivated"]),
    isBlocked: flagOf(body["isBlocked"]),
    createdAt: readMoment(body["createdAt"]),
    updatedAt: readMoment(body["updatedAt"]),
    blockedAt: readMoment(body["blockedAt"]),
    raw: body,
  };
}

/** Reads provisioning data; `undefined` without user, e-mail address or URL. */
export function readAuthenticator(body: unknown): UserAuthenticator | undefined {
  const { userId: wireId, email: wireEmail, activated, blocked, oauthUrl: wireUrl } = readObject(body);
  const userId = readWholeId(wireId);
  const email = readText(wireEmail);
  const oauthUrl = readText(wireUrl);
  if (userId === undefined || email === undefined || oauthUrl === undefined) return undefined;
  return {
    userId,
    email,
    activated: flagOf(activated),
    blocked: flagOf(blocked),
    oauthUrl: new Secret(oauthUrl),
  };
}

/** Reads a newly created user. */
export function readCreatedUser(body: unknown, currencies: Currencies): CreatedUser | undefined {
  const user = readAuthenticator(body);
  const { type, paymentAccounts } = readObject(body);
  const accounts = entriesOf(paymentAccounts).flatMap((account) => readAccount(account, currencies) ?? []);
  return user && { ...user, type: textOf(type), paymentAccounts: accounts };
}

/** Reads a started refill. *Assumption*: `url` is the URL of the payment page; the interface shows no field for it. */
export function readRefill(body: unknown): StartedRefill | undefined {
  if (!isRecord(body)) return undefined;
  const result = textOf(body["result"]);
  const action = textOf(body["action"]);
  const url = readText(body["url"]);
  if (result === null && action === null) return undefined;
  const code = readInteger(body["code"]) ?? null;
  return { result, action, code, ...(url !== undefined && { url }), raw: body };
}

/** Reads a pair of tokens. */
export function readTokenPair(body: unknown): TokenPair | undefined {
  const { accessToken, refreshToken, expiresIn } = readObject(body);
  const seconds = readDecimal(expiresIn);
  if (typeof accessToken !== "string" || accessToken === "") return undefined;
  if (typeof refreshToken !== "string" || refreshToken === "") return undefined;
  return seconds === undefined || seconds < 0 ? undefined : { accessToken, refreshToken, expiresIn: seconds };
}

/** Reads all accounts of a list. */
export function readAccounts(body: unknown, currencies: Currencies): readonly PaymentAccount[] | undefined {
  return Array.isArray(body) ? readAll(body, currencies, readAccount) : undefined;
}

/** Reads a page of users. */
export function readUserPage(body: unknown): Page<WalletUser> | undefined {
  return readPage(body, {}, readUser);
}

/** Reads a page of transactions. */
export function readTransactionPage(
  body: unknown,
  currencies: Currencies,
): Page<WalletTransaction> | undefined {
  return readPage(body, currencies, readTransaction);
}

function readPage<T>(body: unknown, currencies: Currencies, read: Read<T>): Page<T> | undefined {
  if (!isRecord(body) || typeof body["data"] !== "object" || body["data"] === null) return undefined;
  const data = readAll(body["data"], currencies, read);
  const wire = readObject(body["meta"]);
  const currentPage = readInteger(wire["currentPage"]);
  const lastPage = readInteger(wire["lastPage"]);
  const perPage = readInteger(wire["perPage"]);
  const total = readInteger(wire["total"]);
  if (!data || currentPage === undefined || lastPage === undefined) return undefined;
  return {
    data,
    meta: { currentPage, lastPage, perPage: perPage ?? data.length, total: total ?? data.length },
  };
}

/** Reads all entries; `undefined` if one is unreadable, so that no entry is silently left out. */
function readAll<T>(value: unknown, currencies: Currencies, read: Read<T>): readonly T[] | undefined {
  const all = entriesOf(value).map((entry) => read(entry, currencies));
  return all.every((entry) => entry !== undefined) ? (all as readonly T[]) : undefined;
}

/** The entries of an array, or of an object keyed by index, in the order of their indexes. */
function entriesOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (!isRecord(value)) return [];
  return Object.entries(value)
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, entry]) => entry);
}

function textOf(value: unknown): string | null {
  return readText(value) ?? null;
}

function textsOf<Field extends string>(
  body: Readonly<Record<string, unknown>>,
  ...fields: readonly Field[]
): Record<Field, string | null> {
  const texts = fields.map((field) => [field, textOf(body[field])]);
  return Object.fromEntries(texts) as Record<Field, string | null>;
}

function flagOf(value: unknown): boolean | null {
  return readFlag(value) ?? null;
}

function maskedOf(value: unknown): string | null {
  const text = readText(value);
  return text === undefined ? null : maskCardNumber(text);
}

function minorOf(value: unknown, currency: string, currencies: Currencies): number | null {
  const amount = readDecimal(value);
  return amount === undefined ? null : (tryToMinor(amount, currency, currencies) ?? null);
}

/** Reads a wallet timestamp; `null` if one of its fields is missing or unreadable. */
function readMoment(value: unknown): Moment | null {
  if (!isRecord(value)) return null;
  const { date, timezone_type, timezone } = value;
  const type = readInteger(timezone_type);
  if (typeof date !== "string" || typeof timezone !== "string" || type === undefined) return null;
  return { ...value, date, timezone_type: type, timezone };
}

function readBalances(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(readObject(value)).flatMap(([currency, balance]) => {
    const text = readText(balance);
    return text === undefined ? [] : [[currency, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Reads metadata. Some languages encode an empty object as `[]`; some results contain the metadata as JSON text. */
function readMetadata(value: unknown): WalletTransaction["metadata"] {
  if (Array.isArray(value)) return value.length === 0 ? {} : null;
  if (typeof value !== "string") return metadata.safeParse(value).data ?? null;
  try {
    const parsed: unknown = JSON.parse(value);
    if (Array.isArray(parsed) && parsed.length === 0) return {};
    return metadata.safeParse(parsed).data ?? value;
  } catch {
    return value;
  }
}
