/**
 * Identifies a card by the first digits of its number. credit-card-type finds the network; our table of co-badged cards and
 * the host's ranges list the other networks of the card.
 */
import type { NetworkRanges } from "@cardpane/contract/frame-config";
import { type Brand, brands } from "@cardpane/contract/messages";
import creditCardType from "credit-card-type";
import { type CardRange, overlap, readRanges } from "./card-range.ts";
import { claimRange } from "./host-ranges.ts";
import { addedNetworks, type Network, sharedCards } from "./networks.ts";

/** The security code that is printed on the card. */
export interface Cvv {
  /** The network's name for it. */
  readonly name: string;
  /** Digits. */
  readonly length: number;
}

/** The facts about a card that follow from the first digits of its number. */
export interface Card {
  /**
   * Its networks: first the one that issued the range, then, as soon as they are certain, those that share the card. Empty while
   * several networks are possible, and when no network has such numbers.
   */
  readonly brands: readonly Brand[];
  /** Every network that the card can still have; empty when no network has such numbers. */
  readonly possible: readonly Brand[];
  /** The lengths that its number may have, ascending. All networks of a co-badged card must allow a length. */
  readonly lengths: readonly number[];
  /** Its CVV; `null` for a card without one, and while the network is unknown. */
  readonly cvv: Cvv | null;
  /** The lengths that the CVV may have: three or four digits while the network is unknown. */
  readonly cvvLengths: readonly number[];
  /** Digits after which a gap is shown. */
  readonly gaps: readonly number[];
}

/** The maximum length of a card number (ISO/IEC 7812-1, and section 2.1 of the interface). */
const maxNumberLength = 19;
/** The length for a card without a CVV, because the shopper may type one anyway. */
const usualCvvLength = 3;
/** Numbers of 16 digits and more are grouped in fours. This includes Diners Club, whose own grouping is for 14 digits. */
const groupsOfFour = [4, 8, 12, 16];

/** The maximum prefix length of any range. */
const maxPrefixLength = 8;

// At import, for the functions of this module that need no `CardIdentifier`.
registerNetworks();

/**
 * Identifies cards by our ranges and those of the pane's host.
 *
 * credit-card-type has one registry of networks, which card-validator reads, too. The constructor writes the host's ranges into
 * it, so a document has one identifier: a new one replaces the earlier one.
 */
export class CardIdentifier {
  /** The ranges of co-badged cards: ours, then the host's. */
  readonly #ranges: readonly CardRange[];
  /**
   * The last result, cached because one keystroke needs it many times. It keeps at most eight digits, which identify the issuer
   * and are not secret (PCI SSC, FAQ 1091); emptying the number replaces them.
   */
  #last: { readonly start: string; readonly card: Card } | null = null;

  /** @param hostRanges take precedence over our ranges of the same prefix length, not over longer ones */
  constructor(hostRanges: NetworkRanges = []) {
    registerNetworks();
    for (const range of readRanges(hostRanges)) claimRange(range);
    this.#ranges = readRanges([...sharedCards, ...hostRanges]);
  }

  /** Identifies the card whose number starts with these digits: all that were typed, or a prefix of them. */
  identify(digits: string): Card {
    const start = digits.slice(0, maxPrefixLength);
    if (this.#last?.start !== start) {
      const networks = creditCardType(start);
      const [network] = networks;
      const isKnown = network && networks.length === 1;
      const card = isKnown
        ? knownCard(network, start, this.#ranges)
        : openCard(networks, start, this.#ranges);
      this.#last = { start, card };
    }
    return this.#last.card;
  }

  /**
   * The network to show while the number is typed, or `null`. A number that begins with 4 is shown as Visa before it is certain:
   * only a few ranges belong to other networks, and waiting for certainty would make the pane look slow.
   */
  likelyBrand(digits: string): Brand | null {
    const { brands: known, possible } = this.identify(digits);
    return known[0] ?? (digits !== "" && possible.includes("visa") ? "visa" : null);
  }

  /** The digits after which a gap is shown. */
  gapsOf(digits: string): readonly number[] {
    return digits.length < 16 ? this.identify(digits).gaps : groupsOfFour;
  }

  /** The maximum length of a card number that starts with these digits. */
  maxDigits(digits: string): number {
    return maxDigitsOf(this.identify(digits));
  }
}

/** Resets the registry of credit-card-type to its own networks and those that it lacks. */
function registerNetworks(): void {
  creditCardType.resetModifications();
  for (const network of addedNetworks) creditCardType.addCard(network);
  // Ranges of other networks overlap Maestro's. Of two patterns of equal length, credit-card-type prefers the network that comes first.
  creditCardType.changeOrder("maestro", brands.length);
}

/** The maximum length of a card's number. */
export function maxDigitsOf({ lengths }: Card): number {
  return lengths.at(-1) ?? maxNumberLength;
}

/** The display name of a network; the same in every language. */
export function brandName(brand: Brand): string {
  return creditCardType.getTypeInfo(brand).niceType;
}

/** The length of the CVV of a network's cards. */
export function cvvLengthOf(brand: Brand): number {
  return creditCardType.getTypeInfo(brand).code.size || usualCvvLength;
}

/** The card of digits that only one network matches. */
function knownCard(network: Network, digits: string, ranges: readonly CardRange[]): Card {
  const first = network.type as Brand;
  // A range is ignored if the network's own pattern for the number is longer.
  const candidates = rangesOf(ranges, [first], digits).filter(
    (range) => range.first.length >= (network.matchStrength ?? 0),
  );
  const reached = candidates.filter((range) => range.first.length <= digits.length);
  const ahead = candidates.filter((range) => range.first.length > digits.length);
  const carried = longest(reached)?.card ?? [first];
  const isCertain = ahead.every(({ card }) => card.join() === carried.join());
  const { code, gaps } = network;
  return {
    brands: isCertain ? carried : [first],
    possible: inOrder([carried, ...ahead.map(({ card }) => card)].flat()),
    lengths: isCertain ? commonLengths(carried) : network.lengths,
    cvv: code.size > 0 ? { name: code.name, length: code.size } : null,
    cvvLengths: [cvvLengthOf(first)],
    gaps,
  };
}

/** The card of digits that several networks match, or none. */
function openCard(networks: readonly Network[], digits: string, ranges: readonly CardRange[]): Card {
  const types = networks.map(({ type }) => type as Brand);
  const lengths = new Set(networks.flatMap((network) => network.lengths));
  return {
    brands: [],
    possible: inOrder([...types, ...rangesOf(ranges, types, digits).flatMap(({ card }) => card)]),
    lengths: [...lengths].sort((one, other) => one - other),
    cvv: null,
    cvvLengths: [3, 4],
    gaps: groupsOfFour,
  };
}

/** Those of the ranges that belong to these networks and that a number is in, or can be in once more digits follow. */
function rangesOf(
  ranges: readonly CardRange[],
  networks: readonly Brand[],
  digits: string,
): readonly CardRange[] {
  const typed = { first: digits, last: digits };
  return ranges.filter((range) => networks.some((brand) => brand === range.card[0]) && overlap(range, typed));
}

/** The range with the longest prefixes; the last of several. */
function longest(ranges: readonly CardRange[]): CardRange | undefined {
  return ranges.reduce<CardRange | undefined>(
    (best, range) => (best && best.first.length > range.first.length ? best : range),
    undefined,
  );
}

/** The lengths that all networks of a card allow. */
function commonLengths(card: readonly Brand[]): readonly number[] {
  const [first = [], ...others] = card.map((brand) => creditCardType.getTypeInfo(brand).lengths);
  return first.filter((length) => others.every((lengths) => lengths.includes(length)));
}

/** The networks without duplicates, in the contract's order. */
function inOrder(networks: readonly Brand[]): readonly Brand[] {
  return brands.filter((brand) => networks.includes(brand));
}
