/**
 * Judges a card number as card-validator does, corrected where that is wrong for us:
 *  - a wrong check digit is an error as soon as the number has one of its network's lengths, although a longer number
 *    would be possible (card-validator goes on calling it potentially valid);
 *  - UnionPay is checked by Luhn like every other network.
 */
import type { Brand } from "@cardpane/contract/messages";
import { passesLuhn } from "./digits.ts";
import { networkOf, networksOf } from "./networks.ts";

/** What can be wrong with a number, besides that it is missing. */
export type NumberProblem = "incomplete" | "check_digit" | "unsupported_brand" | "invalid";

/** Says what is wrong with these digits, or `null`. `supported` is the networks that are taken, `null` for all. */
export function numberProblem(digits: string, supported: readonly Brand[] | null): NumberProblem | null {
  const networks = networksOf(digits);
  if (networks.length === 0) return "invalid";
  if (supported && !networks.some(({ brand }) => brand !== null && supported.includes(brand))) {
    return "unsupported_brand";
  }
  if (hasLength(digits)) return passesLuhn(digits) ? null : "check_digit";
  const most = Math.max(...networks.flatMap(({ lengths }) => lengths));
  return digits.length < most ? "incomplete" : "invalid";
}

/** Says whether a number of its network may have this many digits. */
export function hasLength(digits: string): boolean {
  return networkOf(digits)?.lengths.includes(digits.length) ?? false;
}
