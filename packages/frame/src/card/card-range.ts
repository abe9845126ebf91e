/** Ranges of first digits, parsed from the text form in `networks.ts` and in the host's configuration. */

import type { NetworkRanges } from "@cardpane/contract/frame-config";
import type { Brand } from "@cardpane/contract/messages";

/** All first digits from one prefix to another of the same length, both included. */
export interface PrefixRange {
  readonly first: string;
  readonly last: string;
}

/** A range of first digits, and the networks of its cards. */
export interface CardRange extends PrefixRange {
  /** First the network that issued the range, then the networks that share the card. */
  readonly card: readonly Brand[];
}

/** Parses ranges. The host validates its own ranges when it reads its configuration. */
export function readRanges(ranges: NetworkRanges): readonly CardRange[] {
  return ranges.flatMap(([card, prefixes]) =>
    prefixes.split(" ").map((prefix) => {
      const [first = "", last = first] = prefix.split("-");
      return { card, first, last };
    }),
  );
}

/** Whether two ranges have numbers in common; prefixes of different lengths are compared by the digits that both have. */
export function overlap(one: PrefixRange, other: PrefixRange): boolean {
  const size = Math.min(one.first.length, other.first.length);
  const start = (prefix: string) => prefix.slice(0, size);
  return start(one.first) <= start(other.last) && start(one.last) >= start(other.first);
}
