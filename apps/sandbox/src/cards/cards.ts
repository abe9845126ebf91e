/** Card numbers: which are taken, their brand, their mask and their expiry. */
import { type TestCardBehaviour, testCardBehaviour } from "@cardpane/gateway/testing";
import { badField } from "../errors.ts";

/**
 * The behaviour of a test card. The sandbox takes no other: any other number that passes Luhn may be a real card.
 *
 * @param path the request's field with the number; the refusal names the field and never repeats the number.
 * @throws Refusal 400 for a number that may be a real card.
 */
export function refuseRealCard(number: string, path: string): TestCardBehaviour {
  const behaviour = testCardBehaviour(number);
  if (!behaviour) throw badField(path, "may be a real card: this sandbox takes its test cards only");
  return behaviour;
}

/**
 * Brands by the first digits of a number, only as precise as the test cards need. Their names are an *assumption*: the
 * interface shows no value of `brand`. These are the names that the pane uses, so that a saved card looks the same.
 */
const brands: readonly (readonly [brand: string, pattern: RegExp])[] = [
  ["visa", /^4/],
  ["mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/],
  ["american-express", /^3[47]/],
  ["diners-club", /^3(0[0-5]|[689])/],
  ["jcb", /^35(2[89]|[3-8])/],
  ["discover", /^6(011|4[4-9]|5)/],
  ["unionpay", /^62/],
  ["maestro", /^(5[0678]|6)/],
];

/** The brand of a card number; `undefined` for an unknown brand. */
export function detectBrand(number: string): string | undefined {
  return brands.find(([, pattern]) => pattern.test(number))?.[0];
}

/**
 * Whether a card's expiry has passed: a card is valid until the last moment of its month, in UTC. A year of two digits is in
 * this century (*assumption*).
 */
export function isExpired(card: { expirationMonth: string; expirationYear: string }, now: Date): boolean {
  const firstMomentAfter = Date.UTC(2000 + Number(card.expirationYear), Number(card.expirationMonth));
  return now.getTime() >= firstMomentAfter;
}

/** Masks a card number or an IBAN: first six, asterisks, last four (*assumption*: the interface has only "masked"). */
export function maskNumber(number: string): string {
  return number.slice(0, 6) + "*".repeat(Math.max(0, number.length - 10)) + number.slice(-4);
}

/** Masks a bank's own account number, which may be short: asterisks, and the last four if more than four are hidden. */
export function maskAccountNumber(number: string): string {
  const shown = number.length > 8 ? 4 : 0;
  return "*".repeat(number.length - shown) + number.slice(number.length - shown);
}
