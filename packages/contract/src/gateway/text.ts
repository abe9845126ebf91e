/**
 * The small value types that the sections of the interface share. Every message states what is required and never
 * repeats what was sent: a request may hold a card number.
 */
import { isValidBIC, isValidIBAN } from "ibantools";
import iso3166 from "iso-3166-1";
import * as z from "zod";

/** A string of `min` to `max` characters. */
export function text(min: number, max: number): z.ZodString {
  const wanted =
    min === max
      ? `exactly ${min} characters`
      : min === 0
        ? `at most ${max} characters`
        : `${min} to ${max} characters`;
  return z.string().min(min, `must have ${wanted}`).max(max, `must have ${wanted}`);
}

/** Digits only, `min` to `max` of them. */
export function digits(min: number, max: number): z.ZodString {
  return text(min, max).regex(/^[0-9]*$/, "must hold digits only");
}

const webUrl = z.url({ protocol: /^https?$/ });

/**
 * An absolute http or https address. URL parsers drop line breaks, tabs and blanks at the ends without a word, and `fetch`
 * takes no address that holds a user name: none of them is let in.
 */
export const webAddress = z
  .string("must be an absolute http or https address")
  .refine((address) => webUrl.safeParse(address).success, {
    error: "must be an absolute http or https address",
  })
  .refine((address) => !/\p{Cc}|^\s|\s$/u.test(address), {
    error: "must hold no control characters, and no blanks at its ends",
  })
  // A backslash is a slash here, and there may be none at all: `http:user@host`.
  .refine((address) => !/^https?:[/\\]*[^/\\?#]*@/i.test(address), {
    error: "must hold no user name and no password",
  })
  .meta({ format: "uri" });

/** A calendar date, `yyyy-mm-dd`. */
export const isoDate = z.iso.date("must be a date, yyyy-mm-dd");

/** Country, "ISO 3 format": three capital letters of ISO 3166-1 alpha-3, for example `DEU`. */
export const country = z
  .string()
  .refine((code) => /^[A-Z]{3}$/.test(code) && iso3166.whereAlpha3(code) !== undefined, {
    error: "must be an ISO 3166-1 alpha-3 country code, for example DEU",
  });

/** An IBAN, 5 to 34 characters, ISO 13616 check digits included; spaces are not taken. */
export const iban = text(5, 34).refine((value) => isValidIBAN(value), {
  error: "must be a valid IBAN (ISO 13616), without spaces",
});

/** A BIC, 8 to 11 characters, ISO 9362. */
export const bic = text(8, 11).refine((value) => value === value.toUpperCase() && isValidBIC(value), {
  error: "must be a valid BIC (ISO 9362), in capitals",
});

/** An e-mail address of at most 100 characters. */
export const email = z.email("must be an e-mail address").max(100, "must have at most 100 characters");

/** A UUID in any version. */
export const uuid = z.guid("must be a UUID");

/** An identifier of the gateway, 5 to 36 characters. */
export const gatewayId = text(5, 36);
