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

/** Whether a number that starts with these digits is in a range, or can be once more digits follow. */
export function mayBeIn({ first, last }: PrefixRange, digits: string): boolean {
  const size = Math.min(first.length, digits.length);
  const start = digits.slice(0, size);
  return start >= first.slice(0, size) && start <= last.slice(0, size);
}
