/**
 * What the first digits of a number say of its network, by the tables of card-validator. Pure; takes digits only.
 */
import { type Brand, brands } from "@cardpane/contract/messages";
import cardValidator from "card-validator";

/** A network that a number may belong to. */
export interface Network {
  /** By the page's name for it; `null` for a network that the page has no name for (Troy, Naranja). */
  readonly brand: Brand | null;
  /** Lengths that a number of it may have, ascending. */
  readonly lengths: readonly number[];
  readonly gaps: readonly number[];
  /** Digits of its CVV. */
  readonly cvvLength: number;
}

/** The longest number there is (ISO/IEC 7812-1, and section 2.1 of the interface). */
export const longestNumber = 19;

/** Groups of four, for every network that has no groups of its own. */
const fours = [4, 8, 12, 16];
/** American Express, and Diners Club in its old length of 14: 4-6-5 and 4-6-4. */
const fourSix = [4, 10];

// card-validator's entry wraps the function (a namespace import of a CommonJS function), so it stands under `default`.
const typesOf = cardValidator.creditCardType.default;

/** Every network that a number which starts so may belong to; one when it is decided, none when no network has it. */
export function networksOf(digits: string): readonly Network[] {
  return typesOf(digits.slice(0, 12)).map((type) => ({
    brand: brands.find((brand) => brand === type.type) ?? null,
    lengths: type.lengths,
    gaps: type.gaps.length === 2 && digits.length <= 15 ? fourSix : fours,
    cvvLength: type.code.size,
  }));
}

/** The one network that a number can only belong to, or `null`. */
export function networkOf(digits: string): Network | null {
  const networks = networksOf(digits);
  return networks.length === 1 ? (networks[0] ?? null) : null;
}

/**
 * The network to show while someone types. A 4 is Visa but for a few ranges of networks that share cards with it, so
 * waiting for certainty would only make the pane look slow.
 */
export function likelyBrand(digits: string): Brand | null {
  const networks = networksOf(digits);
  if (networks.length === 1) return networks[0]?.brand ?? null;
  return digits.startsWith("4") && networks.some((network) => network.brand === "visa") ? "visa" : null;
}

/** The digits after which a gap is shown. */
export function gapsOf(digits: string): readonly number[] {
  return networkOf(digits)?.gaps ?? fours;
}

/** The most digits that a number which starts so may have. */
export function mostDigits(digits: string): number {
  const networks = digits === "" ? [] : networksOf(digits);
  if (networks.length === 0) return longestNumber;
  return Math.max(...networks.flatMap((network) => network.lengths));
}
