/** Ranges of first digits, read from the text that `networks.ts` and the host write them in. */

import type { NetworkRanges } from "@cardpane/contract/frame-config";
import type { Brand } from "@cardpane/contract/messages";

/** First digits from one prefix to another of the same length, both included. */
export interface PrefixRange {
  readonly first: string;
  readonly last: string;
}

/** The first digits of a card, and its networks. */
export interface CardRange extends PrefixRange {
  /** First the network that was given the number. */
  readonly card: readonly Brand[];
}

/** Reads ranges from their text, which the host's configuration has checked. */
export function readRanges(ranges: NetworkRanges): readonly CardRange[] {
  return ranges.flatMap(([card, prefixes]) =>
    prefixes.split(" ").map((prefix) => {
      const [first = "", last = first] = prefix.split("-");
      return { card, first, last };
    }),
  );
}

/** Whether a number that starts with these digits is in a range, or may come to be with more digits. */
export function mayBeIn({ first, last }: PrefixRange, digits: string): boolean {
  const size = Math.min(first.length, digits.length);
  const start = digits.slice(0, size);
  return start >= first.slice(0, size) && start <= last.slice(0, size);
}
