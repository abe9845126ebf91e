/**
 * Validates what was typed. One of the files that open a `Secret`: the text goes to the functions of this folder, from there
 * to card-validator, and no further (card-validator and credit-card-type are pure: no network, no storage, no log). The
 * answers are facts (a code, a network, a yes or no), never text that was typed, but for the last four digits of a number
 * that became a token, and the first ones for a page that asked for them.
 */
import type { BinSize, Brand, FieldErrorCode, FieldName, TokenizeExtra } from "@cardpane/contract/messages";
import { cardholderProblem } from "./cardholder.ts";
import { cvvProblem } from "./cvv.ts";
import { asciiDigits, digitsOf } from "./digits.ts";
import { expiryProblem, monthProblem, readExpiry, type Today, yearProblem } from "./expiry.ts";
import { holdsCardNumber } from "./holds-card-number.ts";
import { type Cvv, cvvLengthOf, identifyCard, likelyBrand, maxDigits } from "./identify-card.ts";
import { hasLength, type NumberRules, numberProblem } from "./number.ts";
import { postalCodeProblem } from "./postal-code.ts";
import { reveal, Secret } from "./secret.ts";

/** What was typed into each field. */
export type Entries = Readonly<Record<FieldName, Secret>>;

/** What else decides whether an entry is right. */
export interface Rules extends NumberRules {
  /** The saved card's network, where the form has the CVV of one. */
  readonly savedBrand: Brand | null;
  readonly today: Today;
}

/** What is wrong with a field, or `null`; an empty field is `required`, whether or not it may be empty. */
export function validateField(field: FieldName, entries: Entries, rules: Rules): FieldErrorCode | null {
  if (isEmpty(entries[field])) return "required";
  const text = reveal(entries[field]);
  switch (field) {
    case "number":
      return numberProblem(digitsOf(text), rules);
    case "expiry":
      return expiryProblem(readExpiry(text), rules.today);
    case "expiryMonth":
      return monthProblem(digitsOf(text));
    case "expiryYear":
      return yearProblem(digitsOf(text), digitsOf(reveal(entries.expiryMonth)), rules.today);
    case "cvv":
      return cvvProblem(digitsOf(text), cvvLengths(entries, rules.savedBrand));
    case "cardholder":
      return cardholderProblem(text.trim());
    case "postalCode":
      return postalCodeProblem(asciiDigits(text).trim());
    default:
      return field satisfies never;
  }
}

/** Whether all characters that a field needs are there, right or wrong. */
export function isComplete(field: FieldName, entries: Entries, rules: Rules): boolean {
  if (field === "number") return hasLength(digitsOf(reveal(entries.number)));
  const problem = validateField(field, entries, rules);
  return problem !== "required" && problem !== "incomplete";
}

/** Whether an entry that is right has all the digits that it could ever have; a text may always go on. */
export function isLongest(field: FieldName, entries: Entries, savedBrand: Brand | null): boolean {
  const digits = digitsOf(reveal(entries[field]));
  const max: Readonly<Partial<Record<FieldName, number>>> = {
    number: maxDigits(digits),
    expiry: 4,
    expiryMonth: 2,
    // A year that is right and begins with 20 has four.
    expiryYear: digits.length,
    cvv: Math.max(...cvvLengths(entries, savedBrand)),
  };
  return digits.length === max[field];
}

/** Whether nothing but blanks was typed, or nothing that a field of digits could use. */
export function isEmpty(entry: Secret): boolean {
  return reveal(entry).trim() === "";
}

/** The expiry date, typed into one field or into two. */
export function expiryOf({ expiry, expiryMonth, expiryYear }: Entries): Secret {
  return isEmpty(expiry) ? Secret.of(`${reveal(expiryMonth)}/${reveal(expiryYear)}`) : expiry;
}

/**
 * The networks of the card that are taken, first the one that was given the number; none while it is open. Where none of
 * them is taken, all of them.
 */
export function brandsOf(number: Secret, supported: readonly Brand[] | null): readonly Brand[] {
  const { brands } = identifyCard(digitsOf(reveal(number)));
  const taken = supported ? brands.filter((brand) => supported.includes(brand)) : brands;
  return taken.length > 0 ? taken : brands;
}

/** The network to show while the number is typed, or `null`. */
export function shownBrandOf(number: Secret): Brand | null {
  return likelyBrand(digitsOf(reveal(number)));
}

/** How many digits the CVV may have: three or four until the network is known. */
export function cvvLengths(entries: Pick<Entries, "number">, savedBrand: Brand | null): readonly number[] {
  if (savedBrand) return [cvvLengthOf(savedBrand)];
  return identifyCard(digitsOf(reveal(entries.number))).cvvLengths;
}

/** What is known of the CVV of the card that is typed: `null` for a card without one, `undefined` while it is open. */
export function cvvOf(number: Secret): Cvv | null | undefined {
  const { brands, cvv } = identifyCard(digitsOf(reveal(number)));
  return brands.length > 0 ? cvv : undefined;
}

/**
 * The first digits of a number for a page with the option `bin`; `null` while there are too few or no network has them.
 *
 * Eight of a number with 16 or more digits, six of any other, whatever the option is: more would leave too little of a
 * short number hidden (PCI DSS 4.0, 3.4.1, and its FAQ 1091 on truncation).
 */
export function binOf(number: Secret, size: BinSize): string | null {
  const digits = digitsOf(reveal(number));
  const { lengths } = identifyCard(digits);
  const [shortest = 0] = lengths;
  const length = size === 8 && Math.max(shortest, digits.length) >= 16 ? 8 : 6;
  return lengths.length > 0 && digits.length >= length ? digits.slice(0, length) : null;
}

/** The last four digits, for the page to show of a card that became a token. */
export function lastFourOf(number: Secret): string {
  return digitsOf(reveal(number)).slice(-4);
}

/** Whether the page's own data may go to the gateway: a card number in it would have passed through the page. */
export function isExtraSafe(extra: TokenizeExtra): boolean {
  return ![extra.cardholder, extra.postalCode].some((text) => text !== undefined && holdsCardNumber(text));
}
