/**
 * Wallet records as the merchant gets them: the gateway's field names in camel case, with normalised values. Objects keyed by
 * index become arrays, ids and amounts become numbers, and the authenticator URL is a Secret.
 *
 * A record is a table of its fields with the reader of each; its type is derived from the table. Without a required field a
 * record is unreadable. Every other field is `null` if it is missing or of another JSON type.
 */

import { isRecord } from "@cardpane/contract/record";
import { type Currencies, isMetadata, type Metadata, type Moment } from "@cardpane/gateway";
import { maskBody, maskCardNumber } from "../call/mask.ts";
import { tryToMinor } from "../call/money.ts";
import {
  readCurrency,
  readDecimal,
  readEntries,
  readFlag,
  readInteger,
  readObject,
  readStatus,
  readText,
  readWholeId,
} from "../call/read-values.ts";
import { parseJson } from "../call/response.ts";
import type { Open, StartedRefill } from "../payments/payment-result.ts";
import { Secret } from "../settings/secret.ts";
import type { Page } from "./listing.ts";

type Wire = Readonly<Record<string, unknown>>;

/** Reads one field of a record on the wire. */
type Reader<T> = (wire: Wire, field: string, currencies: Currencies) => T;

/** The record whose fields a table reads. */
type RecordOf<Fields extends Readonly<Record<string, Reader<unknown>>>> = {
  readonly [Name in keyof Fields]: ReturnType<Fields[Name]>;
};

/** A field without which the record is unreadable: {@link readRecord} ends at `undefined`. */
function required<T>(read: (value: unknown) => T | undefined): Reader<T> {
  return (wire, field) => read(wire[field]) as T;
}

function optional<T>(read: (value: unknown) => T | undefined | null): Reader<T | null> {
  return (wire, field) => read(wire[field]) ?? null;
}

/** A field that has another name on the wire, or several. */
function named<T>(read: Reader<T>, ...names: readonly string[]): Reader<T> {
  return (wire, field, currencies) => {
    const name = names.find((it) => readText(wire[it]) !== undefined) ?? names[0] ?? field;
    return read(wire, name, currencies);
  };
}

const text = optional(readText);
const flag = optional(readFlag);
const integer = optional(readInteger);
const decimal = optional(readDecimal);
const moment = optional(readMoment);
const momentOrText = optional((value): Moment | string | undefined => readMoment(value) ?? readText(value));
const unit = required((value) => readCurrency(value) ?? readText(value));
const masked = optional((value) => {
  const number = readText(value);
  return number === undefined ? undefined : maskCardNumber(number);
});

/** An amount in minor units, of a wire field in the currency of the record; `null` if the currency is unknown. */
function minorOf(name: string): Reader<number | null> {
  return (wire, _, currencies) => {
    const amount = readDecimal(wire[name]);
    const currency = readCurrency(wire["currency"]);
    if (amount === undefined || currency === undefined) return null;
    return tryToMinor(amount, currency, currencies) ?? null;
  };
}

const userFields = {
  /** The gateway's id of the user, passed to calls as `userId`. */
  id: required(readWholeId),
  /** The same user as a UUID. */
  uuid: text,
  /** E-mail address. */
  email: text,
  /** Defined by the gateway; the document lists no values. */
  type: text,
  /** Your own id of the user. */
  externalUserId: text,
  /** Whether the user may log in. */
  isActivated: flag,
  /** Whether the user is blocked: the gateway refuses all requests of a blocked user. */
  isBlocked: flag,
  /** Time of creation. */
  createdAt: moment,
  /** Time of the last change. */
  updatedAt: moment,
  /** Time since which the user is blocked. */
  blockedAt: moment,
};

/** A wallet user (section 2.8). */
export interface WalletUser extends RecordOf<typeof userFields> {
  /** The record as the gateway sent it. Full card numbers are masked. */
  readonly raw: unknown;
}

const accountFields = {
  /** The gateway's id of the account, for `accounts.get` and for payments. */
  id: required(readWholeId),
  /** The same account as a UUID. */
  uuid: text,
  /** The user who owns it. */
  userId: named(optional(readWholeId), "user_id"),
  /** The display name. */
  name: text,
  /** `fiat`: money that the customer paid in. `promo`: money that was granted and may expire. */
  type: text as Reader<Open<"fiat" | "promo"> | null>,
  /** The display description. */
  description: text,
  /** Balance in minor units (cents), without expired promo money; `null` if the currency is unknown. */
  balanceMinor: minorOf("balance"),
  /** Balance in the currency's major unit, as on the wire. Compute with `balanceMinor`. */
  balance: decimal,
  /** ISO 4217, or the gateway's own name of another unit: its amounts in minor units are `null`. */
  currency: unit,
  /** The payment method. */
  method: text,
  /** Number of the card or account, masked. */
  accountNumber: named(masked, "account_number"),
  /** Brand of the card. */
  brand: text,
  /** Expiry month of the card, 1 to 12. */
  expirationMonth: named(integer, "expiration_month"),
  /** Expiry year of the card, four digits. */
  expirationYear: named(integer, "expiration_year"),
  /** Whether the account accepts payments. */
  isActive: named(flag, "is_active"),
  /** Whether autoreload is on. */
  isAutoReload: named(flag, "autoreload"),
  /** Amount that autoreload adds, in minor units. */
  autoReloadAmountMinor: minorOf("autoreload_amount"),
  /** Autoreload starts when the balance falls below this amount, in minor units. */
  autoReloadMinAmountMinor: minorOf("autoreload_min_amount"),
  /** Whether the gateway sends a notice of a low balance. */
  isNotify: named(flag, "is_notify"),
  /** The notice is sent when the balance falls below this amount, in minor units. */
  notifyAmountMinor: minorOf("notify_amount"),
  /** Time of creation. */
  createdAt: named(momentOrText, "created_at"),
  /** Time of the last change. */
  updatedAt: named(momentOrText, "updated_at"),
  /** Time of the last use. */
  lastUsed: named(momentOrText, "last_used"),
  /** The payment system. */
  paymentSystem: named(text, "payment_system"),
  /** URL that receives the account's webhooks. */
  webhookUrl: named(text, "webhook_url"),
  /** Decimals of the currency. The gateway sends them only with the accounts of a new user. */
  decimals: integer,
};

/** A payment account (section 2.9). */
export interface PaymentAccount extends RecordOf<typeof accountFields> {
  /** The record as the gateway sent it. Full card numbers are masked. */
  readonly raw: unknown;
}

const transactionFields = {
  /** The gateway's id of the transaction. */
  id: required(readWholeId),
  /** The same transaction as a UUID. */
  uuid: text,
  /** Id of the wallet user. */
  userId: required(readWholeId),
  /** The billing operator. */
  billing: text,
  /** Id of the account whose balance it changes. */
  paymentAccountId: required(readWholeId),
  /** `income` credits the account, `outcome` debits it. */
  type: required(readStatus) as Reader<Open<"income" | "outcome">>,
  /** Defined by the gateway; the document lists no values. */
  subtype: text,
  /** Payment method of the transaction. */
  paymentMethod: text,
  /** Whether the money is virtual, not fiat. */
  isVirtual: flag,
  /** Amount in minor units (cents), never negative: `type` is the direction. `null` if the currency is unknown. */
  amountMinor: minorOf("price"),
  /** Amount in the currency's major unit, as on the wire. Compute with `amountMinor`. */
  price: required(readDecimal),
  /** Balance of the account afterwards, in minor units. */
  balanceMinor: minorOf("balance"),
  /** Balance of the account afterwards, as on the wire. */
  balance: decimal,
  /** For an income: the unspent part. For an outcome: the part that the balance did not cover. As on the wire. */
  remainingAmount: decimal,
  /** For an outcome: whether the balance sufficed. */
  fullCovered: flag,
  /** ISO 4217, or the gateway's own name of another unit: its amounts in minor units are `null`. */
  currency: unit,
  /** The gateway's action. */
  action: text as Reader<Open<"charge" | "refund" | "deposit"> | null>,
  /** `wallet` or `card`; `void` reverses another transaction; `test` moves no money. */
  mode: text as Reader<Open<"wallet" | "card" | "void" | "test"> | null>,
  /** The result of the transaction. */
  status: required(readStatus) as Reader<Open<"success" | "fail">>,
  /** Statement descriptor: the text on the shopper's statement. */
  descriptor: text,
  /** Your own id of the order. Gateways also spell this field `merchantOrderID`. */
  merchantOrderId: named(text, "merchantOrderId", "merchantOrderID"),
  /** The metadata of your request; a string if the gateway sends text that is not a JSON object. */
  metadata: optional(readMetadata),
  /** Number of the card or account, masked. */
  accountNumber: masked,
  /** Brand of the card. */
  brand: text,
  /** Expiry month of the card, two digits. */
  expirationMonth: text,
  /** Expiry year of the card. */
  expirationYear: text,
  /** The gateway's text for the code. */
  message: text,
  /** Payment code (section 7), or `0`. */
  code: text,
  /** The user's e-mail address. */
  email: text,
  /** The user's first name. */
  firstname: text,
  /** The user's last name. */
  lastname: text,
  /** The user's country. */
  country: text,
  /** The user's postal code. */
  zip: text,
  /** The user's IP address at that time. */
  ip: text,
  /** Time of the transaction. */
  date: moment,
  /** Time at which promo money expires. */
  dateExpire: moment,
  /** The user's balances by currency, in the major unit: `{ EUR: "12.50" }`. */
  balanceTotal: required(readBalances),
  /** The `type` of the account: `fiat` or `promo`. */
  paymentAccountType: text,
};

/** A transaction (section 2.10). */
export interface WalletTransaction extends RecordOf<typeof transactionFields> {
  /** Parts of this transaction, and its void, in the gateway's order. */
  readonly child: readonly WalletTransaction[];
  /** The record as the gateway sent it. Full card numbers are masked. */
  readonly raw: unknown;
}

const authenticatorFields = {
  /** The user. */
  userId: required(readWholeId),
  /** The user's e-mail address. */
  email: required(readText),
  /** Whether the user may log in. */
  activated: flag,
  /** Whether the user is blocked: the gateway refuses all requests of a blocked user. */
  blocked: flag,
  /** `otpauth://totp/...`: anyone who reads it can log in as the user. Show it once, as a QR code. */
  oauthUrl: required((value) => {
    const url = readText(value);
    return url === undefined ? undefined : new Secret(url);
  }),
};

/** Provisioning data of an authenticator. */
export type UserAuthenticator = RecordOf<typeof authenticatorFields>;

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

function readRecord<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
  body: unknown,
  currencies: Currencies,
): RecordOf<Fields> | undefined {
  if (!isRecord(body)) return undefined;
  const values = Object.entries(fields).map(([name, read]) => [name, read(body, name, currencies)] as const);
  if (values.some(([, value]) => value === undefined)) return undefined;
  return Object.fromEntries(values) as RecordOf<Fields>;
}

/** Reads a record and keeps its original body. */
function readerOf<Fields extends Readonly<Record<string, Reader<unknown>>>>(
  fields: Fields,
): Read<RecordOf<Fields> & { readonly raw: unknown }> {
  return (body, currencies) => {
    const record = readRecord(fields, body, currencies);
    return record && { ...record, raw: maskBody(body) };
  };
}

/** Reads a user; `undefined` without id. */
export const readUser: Read<WalletUser> = readerOf(userFields);
/** Reads a payment account; `undefined` without id or currency. */
export const readAccount: Read<PaymentAccount> = readerOf(accountFields);
const readTransactionAlone = readerOf(transactionFields);

/** Maximum nesting of `child`. Gateways nest at most twice; the bound keeps a hostile body from exhausting the stack. */
const maxChildDepth = 8;

/**
 * Reads a transaction; `undefined` if a required field is missing or unreadable, in the transaction or in a `child` that may be its
 * void: without it, the transaction would count as valid. Other children that are unreadable are left out.
 */
export function readTransaction(
  body: unknown,
  currencies: Currencies,
  depth = maxChildDepth,
): WalletTransaction | undefined {
  const transaction = depth > 0 ? readTransactionAlone(body, currencies) : undefined;
  const parts = readEntries(readObject(body)["child"]) ?? [];
  const child = parts.map((part) => readTransaction(part, currencies, depth - 1));
  if (parts.some((part, index) => !child[index] && mayBeVoid(part))) return undefined;
  return transaction && { ...transaction, child: child.filter((part) => part !== undefined) };
}

function mayBeVoid(body: unknown): boolean {
  const { id, mode } = readObject(body);
  return readWholeId(id) !== undefined && ["void", undefined].includes(readText(mode));
}

/** Reads provisioning data; `undefined` without user, e-mail address or URL. */
export function readAuthenticator(body: unknown, currencies: Currencies): UserAuthenticator | undefined {
  return readRecord(authenticatorFields, body, currencies);
}

/** Reads a newly created user. */
export function readCreatedUser(body: unknown, currencies: Currencies): CreatedUser | undefined {
  const user = readAuthenticator(body, currencies);
  const { type, paymentAccounts } = readObject(body);
  const accounts = readEntries(paymentAccounts)?.flatMap((account) => readAccount(account, currencies) ?? []);
  return user && { ...user, type: readText(type) ?? null, paymentAccounts: accounts ?? [] };
}

/** Reads a started refill. *Assumption*: `url` is the URL of the payment page; the interface shows no field for it. */
export function readRefill(body: unknown): StartedRefill | undefined {
  const wire = readObject(body);
  const result = readText(wire["result"]) ?? null;
  const action = readText(wire["action"]) ?? null;
  const url = readText(wire["url"]);
  if (result === null && action === null) return undefined;
  const code = readInteger(wire["code"]) ?? null;
  return { result, action, code, ...(url !== undefined && { url }), raw: maskBody(body) };
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
  return readEntries(body) && readAll(body, (account) => readAccount(account, currencies));
}

/** Reads a page of users. */
export function readUserPage(body: unknown): Page<WalletUser> | undefined {
  return readPage(body, {}, readUser);
}

/** Reads a page of transactions. */
export const readTransactionPage: Read<Page<WalletTransaction>> = (body, currencies) =>
  readPage(body, currencies, readTransaction);

function readPage<T>(body: unknown, currencies: Currencies, read: Read<T>): Page<T> | undefined {
  if (!isRecord(body) || !readEntries(body["data"])) return undefined;
  const data = readAll(body["data"], (entry) => read(entry, currencies));
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

/** Reads all entries of a list, if there is one; `undefined` if an entry is unreadable, so that none is silently left out. */
function readAll<T>(list: unknown, read: (entry: unknown) => T | undefined): readonly T[] | undefined {
  const all = (readEntries(list) ?? []).map(read);
  return all.every((entry) => entry !== undefined) ? (all as readonly T[]) : undefined;
}

/** Reads a wallet timestamp; `undefined` if one of its fields is missing or unreadable. */
function readMoment(value: unknown): Moment | undefined {
  const { date, timezone_type, timezone } = readObject(value);
  const type = readInteger(timezone_type);
  if (typeof date !== "string" || typeof timezone !== "string" || type === undefined) return undefined;
  return { ...readObject(value), date, timezone_type: type, timezone };
}

function readBalances(value: unknown): Readonly<Record<string, string>> {
  const entries = Object.entries(readObject(value)).flatMap(([currency, balance]) => {
    const text = readText(balance);
    return text === undefined ? [] : [[currency, text] as const];
  });
  return Object.fromEntries(entries);
}

/** Reads metadata. Some languages encode an empty object as `[]`; some results contain the metadata as JSON text. */
function readMetadata(value: unknown): Metadata | string | null {
  const isText = typeof value === "string";
  const parsed = isText ? parseJson(value) : value;
  if (Array.isArray(parsed) && parsed.length === 0) return {};
  return isMetadata(parsed) ? parsed : isText ? value : null;
}
