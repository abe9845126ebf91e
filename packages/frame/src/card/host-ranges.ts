/**
 * Gives the host's ranges to credit-card-type.
 *
 * credit-card-type finds a number's network by its longest pattern; of two as long, by its order of networks. The host's
 * ranges win over ours of the same length and lose to longer ones, so patterns as long are cut around them.
 */
import { type Brand, brands } from "@cardpane/contract/messages";
import creditCardType from "credit-card-type";
import type { CardRange, PrefixRange } from "./card-range.ts";
import type { Network } from "./networks.ts";

type Patterns = Map<Brand, readonly PrefixRange[]>;

/** Makes the first network of each range the one that its numbers are identified as; a later range wins over an earlier. */
export function claimRanges(ranges: readonly CardRange[]): void {
  if (ranges.length === 0) return;
  const before: Patterns = new Map(brands.map((brand) => [brand, patternsOf(brand)]));
  const after = new Map(before);
  for (const range of ranges) claim(range, after);
  for (const [brand, patterns] of after) {
    if (patterns !== before.get(brand)) creditCardType.updateCard(brand, { patterns: written(patterns) });
  }
}

function claim(range: CardRange, patterns: Patterns): void {
  const [network] = range.card;
  if (!network) return;
  const own = patterns.get(network) ?? [];
  const size = range.first.length;
  // The network may have all these numbers already. One more pattern would only make it wait for as many digits.
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
 * Patterns as credit-card-type takes them. The longest come first, since it looks no further than the first that fits; as
 * text, since a number would lose the zero that a prefix may begin with.
 */
function written(patterns: readonly PrefixRange[]): Network["patterns"] {
  const longestFirst = [...patterns].sort((one, other) => other.first.length - one.first.length);
  const asText: object = longestFirst.map(({ first, last }) => (first === last ? first : [first, last]));
  return asText as Network["patterns"];
}

/** Whether a range holds all numbers of another. */
function holds({ first, last }: PrefixRange, other: PrefixRange): boolean {
  const size = first.length;
  return (
    size <= other.first.length && first <= other.first.slice(0, size) && last >= other.last.slice(0, size)
  );
}

/** Whether two ranges have numbers in common; the first of them has no longer prefixes than the second. */
function overlap({ first, last }: PrefixRange, other: PrefixRange): boolean {
  const size = first.length;
  return first <= other.last.slice(0, size) && last >= other.first.slice(0, size);
}

/** What is left of a range without another with prefixes as long. */
function without(range: PrefixRange, { first, last }: PrefixRange): readonly PrefixRange[] {
  const moved = (prefix: string, by: number) => String(Number(prefix) + by).padStart(prefix.length, "0");
  const below = range.first < first ? [{ first: range.first, last: moved(first, -1) }] : [];
  const above = range.last > last ? [{ first: moved(last, 1), last: range.last }] : [];
  return [...below, ...above];
}
