/**
 * Adds the host's ranges to credit-card-type.
 *
 * credit-card-type picks the network with the longest matching pattern, and between patterns of equal length the first network
 * in its order. A range of the host takes precedence over our patterns of the same length, not over longer ones; so it is cut
 * out of the patterns of the same length that overlap it.
 */
import { type Brand, brands } from "@cardpane/contract/messages";
import creditCardType from "credit-card-type";
import type { CardRange, PrefixRange } from "./card-range.ts";
import type { Network } from "./networks.ts";

type Patterns = Map<Brand, readonly PrefixRange[]>;

/** Makes credit-card-type identify the numbers of each range as its first network. A later range overrides an earlier one. */
export function claimRanges(ranges: readonly CardRange[]): void {
  if (ranges.length === 0) return;
  const before: Patterns = new Map(brands.map((brand) => [brand, patternsOf(brand)]));
  const after = new Map(before);
  for (const range of ranges) claim(range, after);
  for (const [brand, patterns] of after) {
    if (patterns !== before.get(brand))
      creditCardType.updateCard(brand, { patterns: toCardTypePatterns(patterns) });
  }
}

function claim(range: CardRange, patterns: Patterns): void {
  const [network] = range.card;
  if (!network) return;
  const own = patterns.get(network) ?? [];
  const size = range.first.length;
  // If the network has all these numbers already, another pattern would only delay its identification by more digits.
  const held = Math.max(0, ...own.filter((each) => holds(each, range)).map(({ first }) => first.length));
  let isContested = held === 0;
  for (const [brand, others] of patterns) {
    const rivals = others.filter(
      (each) => each.first.length >= held && each.first.length <= size && overlap(each, range),
    );
    if (brand === network || rivals.length === 0) continue;
    isContested = true;
    const cut = (each: PrefixRange) =>
      rivals.includes(each) && each.first.length === size ? without(each, range) : [each];
    patterns.set(brand, others.flatMap(cut));
  }
  if (isContested) patterns.set(network, [range, ...own]);
}

function patternsOf(brand: Brand): readonly PrefixRange[] {
  return creditCardType.getTypeInfo(brand).patterns.map((pattern) => {
    const [first = "", last = first] = [pattern].flat().map(String);
    return { first, last };
  });
}

/**
 * Patterns in the form of credit-card-type: the longest first, because it stops at the first match, and as text, because a
 * number would lose a leading zero.
 */
function toCardTypePatterns(patterns: readonly PrefixRange[]): Network["patterns"] {
  const longestFirst = [...patterns].sort((one, other) => other.first.length - one.first.length);
  const asText: object = longestFirst.map(({ first, last }) => (first === last ? first : [first, last]));
  return asText as Network["patterns"];
}

/** Whether a range contains all numbers of another. */
function holds({ first, last }: PrefixRange, other: PrefixRange): boolean {
  const size = first.length;
  return (
    size <= other.first.length && first <= other.first.slice(0, size) && last >= other.last.slice(0, size)
  );
}

/** Whether two ranges have numbers in common. The prefixes of the first must not be longer than those of the second. */
function overlap({ first, last }: PrefixRange, other: PrefixRange): boolean {
  const size = first.length;
  return first <= other.last.slice(0, size) && last >= other.first.slice(0, size);
}

/** The parts of a range outside another one of the same prefix length. */
function without(range: PrefixRange, { first, last }: PrefixRange): readonly PrefixRange[] {
  const moved = (prefix: string, by: number) => String(Number(prefix) + by).padStart(prefix.length, "0");
  const below = range.first < first ? [{ first: range.first, last: moved(first, -1) }] : [];
  const above = range.last > last ? [{ first: moved(last, 1), last: range.last }] : [];
  return [...below, ...above];
}
