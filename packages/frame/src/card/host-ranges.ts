/**
 * Adds the host's ranges to credit-card-type.
 *
 * credit-card-type picks the network with the longest matching pattern, and between patterns of equal length the first network
 * in its order. A range of the host takes precedence over our patterns of the same length, not over longer ones; so it is cut
 * out of the patterns of the same length that overlap it.
 */
import { type Brand, brands } from "@cardpane/contract/messages";
import creditCardType from "credit-card-type";
import { type CardRange, overlap, type PrefixRange } from "./card-range.ts";
import type { Network } from "./networks.ts";

/** Makes credit-card-type identify the numbers of a range as its first network. A later range overrides an earlier one. */
export function claimRange(range: CardRange): void {
  const [network] = range.card;
  if (!network) return;
  const size = range.first.length;
  const own = patternsOf(network);
  // If the network has all these numbers already, another pattern would only delay its identification by more digits.
  const held = Math.max(0, ...own.filter((each) => holds(each, range)).map(({ first }) => first.length));
  let isContested = held === 0;
  for (const brand of brands.filter((each) => each !== network)) {
    const patterns = patternsOf(brand);
    const rivals = patterns.filter(
      (each) => each.first.length >= held && each.first.length <= size && overlap(each, range),
    );
    isContested ||= rivals.length > 0;
    const isCut = (each: PrefixRange) => rivals.includes(each) && each.first.length === size;
    if (patterns.some(isCut))
      setPatterns(
        brand,
        patterns.flatMap((each) => (isCut(each) ? without(each, range) : each)),
      );
  }
  if (isContested) setPatterns(network, [range, ...own]);
}

function patternsOf(brand: Brand): readonly PrefixRange[] {
  return creditCardType.getTypeInfo(brand).patterns.map((pattern) => {
    const [first = "", last = first] = [pattern].flat().map(String);
    return { first, last };
  });
}

/**
 * Writes patterns in the form of credit-card-type: the longest first, because it stops at the first match, and as text, because a
 * number would lose a leading zero.
 */
function setPatterns(brand: Brand, patterns: readonly PrefixRange[]): void {
  const longestFirst = [...patterns].sort((one, other) => other.first.length - one.first.length);
  const asText: object = longestFirst.map(({ first, last }) => [first, last]);
  creditCardType.updateCard(brand, { patterns: asText as Network["patterns"] });
}

/** Whether a range contains all numbers of another. */
function holds({ first, last }: PrefixRange, other: PrefixRange): boolean {
  const size = first.length;
  return (
    size <= other.first.length && first <= other.first.slice(0, size) && last >= other.last.slice(0, size)
  );
}

/** The parts of a range outside another one of the same prefix length. */
function without(range: PrefixRange, { first, last }: PrefixRange): readonly PrefixRange[] {
  const moved = (prefix: string, by: number) => String(Number(prefix) + by).padStart(prefix.length, "0");
  const below = { first: range.first, last: moved(first, -1) };
  const above = { first: moved(last, 1), last: range.last };
  return [...(range.first < first ? [below] : []), ...(range.last > last ? [above] : [])];
}
