/**
 * The small value types that the sections of the interface share. Every message states the requirement and never repeats the
 * input: a request may hold a card number.
 *
 * *Assumption*, where the interface defines only a length: a card number, a CVV, an expiry and a CPF are digits, an IBAN and a
 * BIC are valid, a language is a BCP 47 tag, counts of pixels and bits are not negative, and a required field is not empty.
 */
import { isValidBIC, isValidIBAN } from "ibantools";
import * as z from "zod/mini";
import { countryCodes } from "./iso-codes.ts";

/** A string of `min` to `max` characters. */
export function text(min: number, max: number): z.ZodMiniString<string> {
  const wanted =
    min === max
      ? `exactly ${min} characters`
      : min === 0
        ? `at most ${max} characters`
        : `${min} to ${max} characters`;
  return z.string().check(z.minLength(min, `must have ${wanted}`), z.maxLength(max, `must have ${wanted}`));
}

/** A string of `min` to `max` digits. */
export function digits(min: number, max: number): z.ZodMiniString<string> {
  return text(min, max).check(z.regex(/^[0-9]*$/, "must hold digits only"));
}

/**
 * Adds a rule that a bound cannot express. The same wording is in the error (`must be ...`) and in the field's description in
 * the references and the OpenAPI document.
 */
export function ruled<Schema extends z.ZodMiniType>(
  schema: Schema,
  rule: string,
  holds: (value: z.output<Schema>) => boolean,
): Schema {
  return schema.check(z.refine(holds, { error: `must be ${rule}` }), z.meta({ description: rule }));
}

const webUrl = z.url({ protocol: /^https?$/ });

/**
 * An absolute http or https address. Control characters and blanks at the ends are refused, because URL parsers drop them
 * silently; a user name is refused, because `fetch` refuses it.
 */
export const webAddress = z.string("must be an absolute http or https address").check(
  z.refine((address) => webUrl.safeParse(address).success, {
    error: "must be an absolute http or https address",
  }),
  z.refine((address) => !/\p{Cc}|^\s|\s$/u.test(address), {
    error: "must hold no control characters, and no blanks at its ends",
  }),
  // URL parsers read a backslash as a slash, and accept an address without slashes: `http:user@host`.
  z.refine((address) => !/^https?:[/\\]*[^/\\?#]*@/i.test(address), {
    error: "must hold no user name and no password",
  }),
  z.meta({ format: "uri", description: "without control characters, user name and password" }),
);

/** A calendar date, `yyyy-mm-dd`. */
export const isoDate = z.iso.date("must be a date, yyyy-mm-dd");

/** A date and time that exist, `2031-12-24 18:00:00`, in UTC (*assumption*). */
export const dateTime = ruled(z.string(), "a date and time, yyyy-mm-dd hh:mm:ss", (value) => {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return false;
  const iso = `${value.replace(" ", "T")}.000Z`;
  const parsed = new Date(iso);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === iso;
});

/** Country, "ISO 3 format": three capital letters of ISO 3166-1 alpha-3, for example `DEU`. */
export const country = ruled(
  z.string(),
  "an ISO 3166-1 alpha-3 country code, for example DEU",
  (code) => /^[A-Z]{3}$/.test(code) && countryCodes.includes(code),
);

/** An IBAN, 5 to 34 characters, with valid ISO 13616 check digits and without spaces. */
export const iban = ruled(text(5, 34), "a valid IBAN (ISO 13616), without spaces", (value) =>
  isValidIBAN(value),
);

/** A BIC, 8 to 11 characters, ISO 9362. */
export const bic = ruled(
  text(8, 11),
  "a valid BIC (ISO 9362), in capitals",
  (value) => value === value.toUpperCase() && isValidBIC(value),
);

/**
 * What browsers accept in a field for an e-mail address (the HTML standard), and letters and digits of any script (RFC 6531). A
 * dot is neither the first nor the last character before the @, nor next to another dot. The last label has letters only, or
 * is one that browsers encode (`xn--`). *Assumption*: the document only says e-mail.
 */
const emailPattern =
  /^(?!\.)(?!.*\.\.)[\p{L}\p{M}\p{N}_.!#$%&'*+/=?^`{|}~-]*[\p{L}\p{M}\p{N}_!#$%&'*+/=?^`{|}~-]@([\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}-]*\.)+(xn--[A-Za-z0-9-]*[A-Za-z0-9]|[\p{L}\p{M}]{2,})$/u;

/** An e-mail address of at most 100 characters. */
export const email = z
  .email({ pattern: emailPattern, error: "must be an e-mail address" })
  .check(z.maxLength(100, "must have at most 100 characters"));

/** A UUID of any version. */
export const uuid = z.guid("must be a UUID");

/** An identifier of the gateway, 5 to 36 characters. */
export const gatewayId = text(5, 36);
