/**
 * Small values that the wallet's sections (2.8 to 2.10, 4.4) share. The interface shows no bounds for them ("further
 * constraints on wallet fields: not shown"): every length in this folder is an *assumption*, chosen to fit the fields of
 * the same name in sections 2.2 to 2.5.
 */
import * as z from "zod";
import { text } from "../text.ts";

/** An id of the wallet: users, accounts and transactions have whole numbers. */
export const walletId = z.int("must be a whole number").positive("must be a positive whole number");

/**
 * Id of the wallet user: required with a merchant API key, not needed with a customer's token.
 *
 * *Assumption*: it is the id of the wallet user, for whom the gateway makes an OAuth client of that id. The interface says
 * "the client ID"; no other field of an account's or a payment's request could name the user.
 */
export const clientId = walletId.optional();

/** A display name: of an account, of a purchase. */
export const name = text(1, 128);
/** Section 8 gives a description at most 128 characters. */
export const description = text(0, 128);
/** Why money was moved or a transaction undone. */
export const reason = text(1, 255);
/** The merchant's own id of an order. */
export const merchantOrderId = text(1, 64);
/** A word of the merchant's or the gateway's vocabulary: a payment system, a method, a type of user. */
export const word = text(1, 32);
/** The user's id in the merchant's system. */
export const externalUserId = text(1, 64);

/** A kind of money: `fiat` was paid in, `promo` was given and may expire. */
export type AccountType = "fiat" | "promo";

/** The field that names the wallet user. */
export interface ClientIdField {
  /** The user's client id: required with a merchant's API key, not needed with a customer's token. */
  readonly clientId?: number | undefined;
}

/** Schema of {@link AccountType}. */
export const accountType = z.enum(["fiat", "promo"], "must be fiat or promo");

/** A yes or no. */
export const flag = z.boolean("must be true or false");

/** How many entities a page of a list holds. *Assumption*: 500 at most, 50 by default. */
export const limit = z
  .int("must be a whole number")
  .min(1, "must be 1 to 500")
  .max(500, "must be 1 to 500")
  .optional();
/** Pages are counted from 1. */
export const page = z.int("must be a whole number").min(1, "must be at least 1").optional();
/** Entities of a page unless the call says otherwise (*assumption*). */
export const defaultLimit = 50;

/** A moment as the wallet writes it: `{ date: "2031-12-24 18:00:00.000000", timezone_type: 3, timezone: "UTC" }`. */
export interface Moment {
  /** Local time in `timezone`, with microseconds: `2031-12-24 18:00:00.000000`. */
  readonly date: string;
  /** How `timezone` is written: 1 an offset, 2 an abbreviation, 3 an identifier. */
  readonly timezone_type: number;
  /** `UTC`, `Europe/Berlin`, `+01:00`. */
  readonly timezone: string;
  /** Fields of a newer gateway. */
  readonly [field: string]: unknown;
}

/** Schema of {@link Moment}. */
export const moment = z.looseObject({
  date: z.string(),
  timezone_type: z.int(),
  timezone: z.string(),
});

/** Where a list stands: section 4.4's `meta`. */
export const listMeta = z.looseObject({
  currentPage: z.int(),
  lastPage: z.int(),
  perPage: z.int(),
  total: z.int(),
});
export type ListMeta = z.infer<typeof listMeta>;

/** A link of a list to itself or to a neighbouring page; its `href` is a path below the gateway's address. */
export const listLink = z.looseObject({ rel: z.string(), href: z.string() });

/** A known value, or one that a newer gateway knows. */
export function open<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), z.string() as z.ZodType<string & {}>]);
}

/** The input of an operation that takes none but its path's `{id}`. */
export const nothing = z.strictObject({});
