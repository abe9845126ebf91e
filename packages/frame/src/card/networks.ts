/**
 * What the first digits of a number say of its network, by the tables that card-validator is built on. Pure; takes digits
 * only.
 *
 * The tables and the Luhn check are imported by themselves. The rest of card-validator is a thousand bytes of ways to
 * change its tables, copies them all at every key, and would have to be corrected (see number.ts); a test holds this file
 * to it, so that both always name the same network.
 */
import { type Brand, brands } from "@cardpane/contract/messages";
import cardTypes from "credit-card-type/dist/lib/card-types.js";

/** A network that a number may belong to. */
export interface Network {
  /** By the page's name for it; `null` for a network that the page has no name for (Troy, Naranja). */
  readonly brand: Brand | null;
  /** Lengths that a number of it may have, ascending. */
  readonly lengths: readonly number[];
  /** Digits after which a gap is shown. */
  readonly gaps: readonly number[];
  /** Digits of its CVV. */
  readonly cvvLength: number;
}

/** The longest number there is (ISO/IEC 7812-1, and section 2.1 of the interface). */
const longestNumber = 19;

/** Groups of four, for every network that has no groups of its own. */
const fours = [4, 8, 12, 16];

/** Of two ranges that are as narrow, Maestro's gives way: networks that issued cards with it took theirs from it. */
const types = Object.values(cardTypes).sort(
  (one, other) => Number(one.type === "maestro") - Number(other.type === "maestro"),
);

/** Every network that a number which starts so may belong to; one when it is decided, none when no network has it. */
export function networksOf(digits: string): readonly Network[] {
  const found = types.flatMap((type) => {
    const pattern = type.patterns.find((candidate) => startsLike(digits, candidate));
    if (pattern === undefined) return [];
    const size = String([pattern].flat()[0]).length;
    return [{ type, strength: digits.length < size ? 0 : size }];
  });
  const strongest = Math.max(...found.map(({ strength }) => strength));
  // Decided only when no network waits for another digit.
  const isDecided = found.every(({ strength }) => strength > 0);
  const best = found.find(({ strength }) => strength === strongest);
  return (isDecided && best ? [best] : found).map(({ type }) => ({
    brand: brands.find((brand) => brand === type.type) ?? null,
    lengths: type.lengths,
    // American Express, and Diners Club in its old length of 14.
    gaps: type.gaps.length === 2 && digits.length <= 15 ? type.gaps : fours,
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
  return digits !== "" && networks.some(({ brand }) => brand === "visa") ? "visa" : null;
}

/** The digits after which a gap is shown. */
export function gapsOf(digits: string): readonly number[] {
  return networkOf(digits)?.gaps ?? fours;
}

/** The most digits that a number which starts so may have. */
export function mostDigits(digits: string): number {
  const lengths = networksOf(digits).flatMap((network) => network.lengths);
  return lengths.length > 0 ? Math.max(...lengths) : longestNumber;
}

/** How a network calls itself; the same in every language. */
export function brandName(brand: Brand): string {
  return cardTypes[brand]?.niceType ?? brand;
}

/** Says whether digits, as far as they go, are a prefix or lie in a range of prefixes. */
function startsLike(digits: string, pattern: number | number[]): boolean {
  const [least = 0, most = least] = [pattern].flat();
  const size = Math.min(digits.length, String(least).length);
  const start = Number(digits.slice(0, size));
  const cut = (bound: number) => Number(String(bound).slice(0, size));
  return start >= cut(least) && start <= cut(most);
}
