/**
 * Identifies a card by the first digits of its number. credit-card-type finds the network; our table of shared cards and
 * the host's ranges say which others the card carries.
 */
import type { NetworkRanges } from "@cardpane/contract/frame-config";
import { type Brand, brands } from "@cardpane/contract/messages";
import creditCardType from "credit-card-type";
import { type CardRange, mayBeIn, readRanges } from "./card-range.ts";
import { claimRanges } from "./host-ranges.ts";
import { addedNetworks, type Network, sharedCards } from "./networks.ts";

/** The code on the card that proves that someone holds it in their hands. */
export interface Cvv {
  /** The network's name for it. */
  readonly name: string;
  /** Digits. */
  readonly length: number;
}

/** The facts about a card that follow from the first digits of its number. */
export interface Card {
  /**
   * Its networks: first the one that was given the number, then, once it is certain, those that share the card with it.
   * Empty while the number may belong to several, or when no network has it.
   */
  readonly brands: readonly Brand[];
  /** Every network that it may turn out to carry; none when no network has such numbers. */
  readonly possible: readonly Brand[];
  /** Lengths that its number may have, ascending. The number of a shared card keeps the rules of all its networks. */
  readonly lengths: readonly number[];
  /** Its CVV; `null` for a card without one, and while the network is open. */
  readonly cvv: Cvv | null;
  /** How many digits the CVV may have: three or four while the network is open. */
  readonly cvvLengths: readonly number[];
  /** Digits after which a gap is shown. */
  readonly gaps: readonly number[];
}

/** The longest number there is (ISO/IEC 7812-1, and section 2.1 of the interface). */
const maxNumberLength = 19;
/** A code of three digits may be typed for a card that has none. */
const usualCvvLength = 3;
/** Numbers of 16 digits and more are shown in fours, those of Diners Club too: its own groups are for its old length of 14. */
const groupsOfFour = [4, 8, 12, 16];

/** No range has longer prefixes. */
const maxPrefixLength = 8;

/** Networks of cards by their first digits: ours, then the host's. */
let cardRanges: readonly CardRange[] = [];
/**
 * The last result, since one keystroke needs it many times. Eight digits are the issuer's and no secret (PCI SSC, FAQ 1091); emptying
 * the number replaces them.
 */
let last: { readonly start: string; readonly card: Card } | null = null;

useNetworkRanges([]);

/**
 * Teaches credit-card-type the networks that it lacks and the ranges of the pane's host. Call it before the first digit is
 * typed; another call replaces the host's ranges.
 *
 * @param host win over ours of the same length, and lose to longer ones
 */
export function useNetworkRanges(host: NetworkRanges): void {
  last = null;
  creditCardType.resetModifications();
  for (const network of addedNetworks) creditCardType.addCard(network);
  // Other networks took their ranges from Maestro's: of two as long, credit-card-type takes the one that it checks first.
  creditCardType.changeOrder("maestro", brands.length);
  claimRanges(readRanges(host));
  cardRanges = readRanges([...sharedCards, ...host]);
}

/** Identifies the card whose number starts with these digits; all that were typed, or only the first of them. */
export function identifyCard(digits: string): Card {
  const start = digits.slice(0, maxPrefixLength);
  if (last?.start !== start) {
    const networks = creditCardType(start);
    const [network] = networks;
    const isKnown = network && networks.length === 1;
    last = { start, card: isKnown ? knownCard(network, start) : openCard(networks, start) };
  }
  return last.card;
}

/**
 * The network to show while someone types, or `null`. A 4 is Visa but for a few ranges of networks that share cards with it,
 * so waiting for certainty would only make the pane look slow.
 */
export function likelyBrand(digits: string): Brand | null {
  const { brands: known, possible } = identifyCard(digits);
  return known[0] ?? (digits !== "" && possible.includes("visa") ? "visa" : null);
}

/** The digits after which a gap is shown. */
export function gapsOf(digits: string): readonly number[] {
  return digits.length < 16 ? identifyCard(digits).gaps : groupsOfFour;
}

/** The greatest number of digits that a card number which starts so may have. */
export function maxDigits(digits: string): number {
  return maxDigitsOf(identifyCard(digits));
}

/** The greatest number of digits that a card's number may have. */
export function maxDigitsOf({ lengths }: Card): number {
  return lengths.at(-1) ?? maxNumberLength;
}

/** The network's own name for itself; the same in every language. */
export function brandName(brand: Brand): string {
  return creditCardType.getTypeInfo(brand).niceType;
}

/** How many digits the CVV of a network's cards has. */
export function cvvLengthOf(brand: Brand): number {
  return creditCardType.getTypeInfo(brand).code.size || usualCvvLength;
}

/** A card whose first network is certain. */
function knownCard(network: Network, digits: string): Card {
  const first = network.type as Brand;
  // A range counts unless the network has a longer pattern of its own for the number.
  const candidates = rangesOf([first], digits).filter(
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

/** A card that may be of several networks, or of none. */
function openCard(networks: readonly Network[], digits: string): Card {
  const types = networks.map(({ type }) => type as Brand);
  const lengths = new Set(networks.flatMap((network) => network.lengths));
  return {
    brands: [],
    possible: inOrder([...types, ...rangesOf(types, digits).flatMap(({ card }) => card)]),
    lengths: [...lengths].sort((one, other) => one - other),
    cvv: null,
    cvvLengths: [3, 4],
    gaps: groupsOfFour,
  };
}

/** Ranges of the cards of these networks that a number is in, or may come to be in. */
function rangesOf(networks: readonly Brand[], digits: string): readonly CardRange[] {
  return cardRanges.filter(
    (range) => networks.some((brand) => brand === range.card[0]) && mayBeIn(range, digits),
  );
}

/** The range with the longest prefixes; of those as long, the last. */
function longest(ranges: readonly CardRange[]): CardRange | undefined {
  return ranges.reduce<CardRange | undefined>(
    (best, range) => (best && best.first.length > range.first.length ? best : range),
    undefined,
  );
}

/** The lengths that all networks of a card have. */
function commonLengths(card: readonly Brand[]): readonly number[] {
  const [first = [], ...others] = card.map((brand) => creditCardType.getTypeInfo(brand).lengths);
  return first.filter((length) => others.every((lengths) => lengths.includes(length)));
}

/** Each network once, in the contract's order. */
function inOrder(networks: readonly Brand[]): readonly Brand[] {
  return brands.filter((brand) => networks.includes(brand));
}
