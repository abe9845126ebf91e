/**
 * Validates a card number with card-validator. We add four rules:
 *
 *  - A wrong check digit is an error as soon as the number has a length of its network, even where longer numbers exist.
 *    card-validator calls such a number potentially valid, and the shopper would not learn of the typing error.
 *  - The number of a co-badged card must have a length that all its networks allow.
 *  - The host decides whether the check digit of UnionPay numbers is checked, because some were issued without one.
 *  - A network that the merchant does not accept has a separate error.
 *
 * Files of card-validator are imported one by one, because its entry brings functions that the frame does not use; so
 * pnpm-workspace.yaml pins the exact version.
 */
import type { Brand } from "@cardpane/contract/messages";
import { cardNumber } from "card-validator/dist/card-number.js";
import { type Card, type CardIdentifier, maxDigitsOf } from "./identify-card.ts";

/** The errors of a card number, except `required`. */
export type NumberProblem = "incomplete" | "check_digit" | "unsupported_brand" | "invalid";

/** The settings that a card number is validated with. */
export interface NumberRules {
  readonly cards: CardIdentifier;
  /** The accepted networks; `null` accepts all. */
  readonly supportedBrands: readonly Brand[] | null;
  /** Whether UnionPay numbers, some of which were issued without a check digit, must pass the Luhn check. */
  readonly strictLuhn: boolean;
}

/** The error of a card number, or `null` when it is valid. */
export function numberProblem(digits: string, rules: NumberRules): NumberProblem | null {
  const card = rules.cards.identify(digits);
  if (card.possible.length === 0) return "invalid";
  if (!isSupported(card, rules.supportedBrands)) return "unsupported_brand";
  const { isValid, isPotentiallyValid } = cardNumber(digits, {
    luhnValidateUnionPay: rules.strictLuhn,
    maxLength: maxDigitsOf(card),
  });
  if (isFullLength(digits, card)) return isValid ? null : "check_digit";
  return isPotentiallyValid ? "incomplete" : "invalid";
}

/** Whether the number has a length that its network allows. */
export function hasLength(digits: string, cards: CardIdentifier): boolean {
  return isFullLength(digits, cards.identify(digits));
}

function isFullLength({ length }: string, { brands, lengths }: Card): boolean {
  return brands.length > 0 && lengths.includes(length);
}

/** Whether the merchant accepts at least one network that the card can have. */
function isSupported({ possible }: Card, supported: readonly Brand[] | null): boolean {
  return supported === null || possible.some((brand) => supported.includes(brand));
}
