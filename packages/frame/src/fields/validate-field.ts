/**
 * Validates the typed text. One of the files that reveal a `Secret`: it passes the text only to the functions of this folder and
 * to card-validator (card-validator and credit-card-type are pure: no network, no storage, no log).
 *
 * The results are codes, networks and booleans. Typed text is returned in two cases only: the last four digits of a number that
 * became a token, and the first digits for a page with the option `bin`.
 */
import type { BinSize, Brand, FieldErrorCode, FieldName, TokenizeExtra } from "@cardpane/contract/messages";
import { digitsOf } from "../card/digits.ts";
import { holdsCardNumber } from "../card/holds-card-number.ts";
import { type CardIdentifier, type Cvv, cvvLengthOf } from "../card/identify-card.ts";
import { hasLength, type NumberRules } from "../card/number.ts";
import { reveal, Secret } from "../card/secret.ts";
import { type FieldContext, fields, type Rules } from "./fields.ts";

/** The typed text of each field. */
export type Entries = Readonly<Record<FieldName, Secret>>;

/** The error of a field, or `null` when it is valid. An empty field has the error `required`, even if it is optional. */
export function validateField(field: FieldName, entries: Entries, rules: Rules): FieldErrorCode | null {
  if (isEmpty(entries[field])) return "required";
  return fields[field].problem(reveal(entries[field]), contextOf(entries, rules));
}

/** Whether a field has all the characters that it needs, whether they are valid or not. */
export function isComplete(field: FieldName, entries: Entries, rules: Rules): boolean {
  if (field === "number") return hasLength(digitsIn(entries.number), rules.cards);
  const problem = validateField(field, entries, rules);
  return problem !== "required" && problem !== "incomplete";
}

/** Whether a valid entry accepts no further digit. A text field always accepts more. */
export function isLongest(field: FieldName, entries: Entries, rules: Rules): boolean {
  const digits = digitsIn(entries[field]);
  return digits.length === fields[field].maxDigits?.(digits, contextOf(entries, rules));
}

function contextOf(entries: Entries, rules: Rules): FieldContext {
  return { rules, month: digitsIn(entries.expiryMonth), cvvLengths: cvvLengths(entries, rules) };
}

/** The digits of an entry, in ASCII. */
function digitsIn(entry: Secret): string {
  return digitsOf(reveal(entry));
}

/** Whether nothing but white space was typed. */
export function isEmpty(entry: Secret): boolean {
  return reveal(entry).trim() === "";
}

/** The expiry date, typed into one field or into two. */
export function expiryOf({ expiry, expiryMonth, expiryYear }: Entries): Secret {
  return isEmpty(expiry) ? Secret.of(`${reveal(expiryMonth)}/${reveal(expiryYear)}`) : expiry;
}

/**
 * The networks of the card that the merchant accepts, first the one that issued the range; empty while the network is unknown.
 * If the merchant accepts none of them, all networks of the card.
 */
export function brandsOf(
  number: Secret,
  { supportedBrands: supported, cards }: NumberRules,
): readonly Brand[] {
  const { brands } = cards.identify(digitsIn(number));
  const accepted = supported ? brands.filter((brand) => supported.includes(brand)) : brands;
  return accepted.length > 0 ? accepted : brands;
}

/** The network to show while the number is typed, or `null`. */
export function shownBrandOf(number: Secret, cards: CardIdentifier): Brand | null {
  return cards.likelyBrand(digitsIn(number));
}

/** The lengths that the CVV may have: three or four digits while the network is unknown. */
export function cvvLengths(
  entries: Pick<Entries, "number">,
  { savedBrand, cards }: Pick<Rules, "savedBrand" | "cards">,
): readonly number[] {
  if (savedBrand) return [cvvLengthOf(savedBrand)];
  return cards.identify(digitsIn(entries.number)).cvvLengths;
}

/** The CVV of the card that is typed: `null` for a card without one, `undefined` while the network is unknown. */
export function cvvOf(number: Secret, cards: CardIdentifier): Cvv | null | undefined {
  const { brands, cvv } = cards.identify(digitsIn(number));
  return brands.length > 0 ? cvv : undefined;
}

/**
 * The first digits of a number for a page with the option `bin`; `null` while there are too few, and if no network has them.
 *
 * Eight digits need a number of 16 or more; any other number gives six, whatever the option is. More would hide too little of
 * a short number (PCI DSS 4.0, 3.4.1, and FAQ 1091 on truncation).
 */
export function binOf(number: Secret, size: BinSize, cards: CardIdentifier): string | null {
  const digits = digitsIn(number);
  const { lengths } = cards.identify(digits);
  const [shortest = 0] = lengths;
  const length = size === 8 && Math.max(shortest, digits.length) >= 16 ? 8 : 6;
  return lengths.length > 0 && digits.length >= length ? digits.slice(0, length) : null;
}

/** The last four digits, which the page may show once the card has become a token. */
export function lastFourOf(number: Secret): string {
  return digitsIn(number).slice(-4);
}

/** Whether the page's own data may be sent to the gateway: it must not contain a card number. */
export function isExtraSafe(extra: TokenizeExtra): boolean {
  return !Object.values(extra).some((text: string) => holdsCardNumber(text));
}
