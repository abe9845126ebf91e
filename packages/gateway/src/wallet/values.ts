/**
 * Small values that the wallet's sections (2.8 to 2.10, 4.4) share. The interface shows no bounds for them ("further
 * constraints on wallet fields: not shown"): every length in this folder is an *assumption*, chosen to fit the fields of
 * the same name in sections 2.2 to 2.5.
 */
import * as z from "zod/mini";
import { text } from "../text.ts";

/** An id of a user, an account or a transaction: a positive whole number. */
export const walletId = z.int("must be a whole number").check(z.positive("must be a positive whole number"));

/**
 * Id of the wallet user: required with a merchant API key, not needed with a customer's token.
 *
 * *Assumption*: it is the id of the wallet user, for whom the gateway creates an OAuth client with the same id. The interface
 * says "the client ID"; no other field of an account's or a payment's request could name the user.
 */
export const clientId = z.optional(walletId);

/** The display name of an account or a purchase. */
export const name = text(1, 128);
/** Section 8 limits a description to 128 characters. */
export const description = text(0, 128);
/** The reason of a top-up or a void. */
export const reason = text(1, 255);
/** The merchant's own id of an order. */
export const merchantOrderId = text(1, 64);
/** A name that the merchant or the gateway defines: a payment system, a method, a type of user. */
export const word = text(1, 32);
/** The user's id in the merchant's system. */
export const externalUserId = text(1, 64);

/** The type of money in an account: the shopper paid in `fiat` money; `promo` money is a gift and may expire. */
export type AccountType = "fiat" | "promo";

/** The field that names the wallet user. */
export interface ClientIdField {
  /** The user's client id: required with a merchant's API key, not needed with a customer's token. */
  readonly clientId?: number | undefined;
}

/** Schema of {@link AccountType}. */
export const accountType = z.enum(["fiat", "promo"], "must be fiat or promo");

/** A boolean field. */
export const flag = z.boolean("must be true or false");

/** The number of entries per page of a list. *Assumption*: 500 at most, 50 by default. */
export const limit = z.optional(
  z.int("must be a whole number").check(z.minimum(1, "must be 1 to 500"), z.maximum(500, "must be 1 to 500")),
);
/** The number of a page, counted from 1. */
export const page = z.optional(z.int("must be a whole number").check(z.minimum(1, "must be at least 1")));
/** The default number of entries per page (*assumption*). */
export const defaultLimit = 50;

/** A moment in the wallet's format: `{ date: "2031-12-24 18:00:00.000000", timezone_type: 3, timezone: "UTC" }`. */
export interface Moment {
  /** Local time in `timezone`, with microseconds: `2031-12-24 18:00:00.000000`. */
  readonly date: string;
  /** The format of `timezone`: 1 an offset, 2 an abbreviation, 3 an identifier. */
  readonly timezone_type: number;
  /** `UTC`, `Europe/Berlin`, `+01:00`. */
  readonly timezone: string;
  /** Fields that a newer gateway adds. */
  readonly [field: string]: unknown;
}

/** Schema of {@link Moment}. */
export const moment = z.looseObject({
  date: z.string(),
  timezone_type: z.int(),
  timezone: z.string(),
});

/** The position in a list: section 4.4's `meta`. */
export const listMeta = z.looseObject({
  currentPage: z.int(),
  lastPage: z.int(),
  perPage: z.int(),
  total: z.int(),
});
export type ListMeta = z.infer<typeof listMeta>;

/** A link from a page of a list to itself or a neighbouring page; `href` is a path relative to the gateway's address. */
export const listLink = z.looseObject({ rel: z.string(), href: z.string() });

/** An enum that also accepts values that a newer gateway adds. */
export function open<const T extends readonly [string, ...string[]]>(values: T) {
  return z.union([z.enum(values), z.string() as z.ZodMiniType<string & {}>]);
}

/** The empty input of an operation that needs at most the `{id}` in its path. */
export const nothing = z.strictObject({});
