/**
 * Judges a card number as card-validator does, corrected where that is wrong for us: a wrong check digit is an error as
 * soon as the number has one of its network's lengths, although a longer number would be possible (card-validator goes on
 * calling it potentially valid).
 */
import type { Brand } from "@cardpane/contract/messages";
import { passesLuhn } from "./digits.ts";
import { type CardKind, kindOf } from "./networks.ts";

/** What can be wrong with a number, besides that it is missing. */
export type NumberProblem = "incomplete" | "check_digit" | "unsupported_brand" | "invalid";

/** What decides whether a number is right. */
export interface NumberRules {
  /** Networks that are taken; `null` takes all. */
  readonly supportedBrands: readonly Brand[] | null;
  /** Numbers of networks that issued some without a check digit (UnionPay) are checked, too. */
  readonly strictLuhn: boolean;
}

/** Says what is wrong with these digits, or `null`. */
export function numberProblem(digits: string, rules: NumberRules): NumberProblem | null {
  const kind = kindOf(digits);
  if (kind.possible.length === 0) return "invalid";
  if (!mayBeTaken(kind, rules.supportedBrands)) return "unsupported_brand";
  if (isWhole(digits, kind)) {
    return passesLuhn(digits) || !(kind.hasLuhn || rules.strictLuhn) ? null : "check_digit";
  }
  return digits.length < (kind.lengths.at(-1) ?? 0) ? "incomplete" : "invalid";
}

/** Says whether a number of its network may have this many digits. */
export function hasLength(digits: string): boolean {
  return isWhole(digits, kindOf(digits));
}

function isWhole({ length }: string, { brands, lengths }: CardKind): boolean {
  return brands.length > 0 && lengths.includes(length);
}

/** One of the card's networks is enough. */
function mayBeTaken({ possible }: CardKind, supported: readonly Brand[] | null): boolean {
  if (supported === null) return true;
  for (const brand of possible) if (supported.includes(brand)) return true;
  return false;
}
