/**
 * Judges a card number. card-validator decides; these rules of ours stand above it:
 *
 *  - a wrong check digit is an error as soon as the number has a length of its network, although a longer number would be
 *    possible: card-validator goes on calling it potentially valid, and nobody would learn of the slip;
 *  - the number of a card that networks share has a length that all of them have;
 *  - the host decides whether UnionPay numbers, some of which were issued without a check digit, are checked;
 *  - a network that the merchant does not take is an error of its own.
 */
import type { Brand } from "@cardpane/contract/messages";
import cardValidator from "card-validator";
import { type Card, identifyCard, maxDigitsOf } from "./identify-card.ts";

/** What can be wrong with a number, besides that it is missing. */
export type NumberProblem = "incomplete" | "check_digit" | "unsupported_brand" | "invalid";

/** What decides whether a number is right. */
export interface NumberRules {
  /** Networks that are taken; `null` takes all. */
  readonly supportedBrands: readonly Brand[] | null;
  /** Numbers of networks that issued some without a check digit (UnionPay) are checked, too. */
  readonly strictLuhn: boolean;
}

/** What is wrong with these digits, or `null`. */
export function numberProblem(digits: string, rules: NumberRules): NumberProblem | null {
  const card = identifyCard(digits);
  if (card.possible.length === 0) return "invalid";
  if (!mayBeTaken(card, rules.supportedBrands)) return "unsupported_brand";
  const { isValid, isPotentiallyValid } = cardValidator.number(digits, {
    luhnValidateUnionPay: rules.strictLuhn,
    maxLength: maxDigitsOf(card),
  });
  if (isWhole(digits, card)) return isValid ? null : "check_digit";
  return isPotentiallyValid ? "incomplete" : "invalid";
}

/** Whether a number of its network may have this many digits. */
export function hasLength(digits: string): boolean {
  return isWhole(digits, identifyCard(digits));
}

function isWhole({ length }: string, { brands, lengths }: Card): boolean {
  return brands.length > 0 && lengths.includes(length);
}

/** One of the card's networks is enough. */
function mayBeTaken({ possible }: Card, supported: readonly Brand[] | null): boolean {
  return supported === null || possible.some((brand) => supported.includes(brand));
}
