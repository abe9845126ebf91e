/**
 * What the first digits of a number say of its card. Pure; takes digits only.
 *
 * The ranges are cut once into cells, spans of eight-digit prefixes within which nothing changes, in order. A prefix then is
 * a run of cells, found by two binary searches; what it may still become is their union, a bit for each network. All
 * answers are made once and kept, so that a key costs no memory and no more time than the searches.
 */
import { type Brand, brands } from "@cardpane/contract/messages";
import { type BrandFacts, brandFacts, type CvvFacts, fours } from "./brands.ts";
import { type Ranges, ranges } from "./ranges.ts";

/** What is known of a card by its first digits. */
export interface CardKind {
  /**
   * Its networks: first the one that was given the number, then, once it is certain, those that share the card with it.
   * Empty while the number may belong to several, or when no network has it.
   */
  readonly brands: readonly Brand[];
  /** Every network that it may turn out to carry; none when no network has such numbers. */
  readonly possible: readonly Brand[];
  /** Lengths that its number may have, ascending. */
  readonly lengths: readonly number[];
  /** Its CVV, where it is known that it has one, or `null`. */
  readonly cvv: CvvFacts | null;
  /** How many digits the CVV may have: three or four until the network is known. */
  readonly cvvLengths: readonly number[];
  /** Every number of it ends in a check digit. */
  readonly hasLuhn: boolean;
  readonly gaps: readonly number[];
}

/** The longest number there is (ISO/IEC 7812-1, and section 2.1 of the interface). */
const longestNumber = 19;
/** No range is told by more digits. */
const cellDigits = 8;
/** How many prefixes of eight digits a shorter one stands for, by its length. */
const spans = Int32Array.from({ length: cellDigits + 1 }, (_, size) => 10 ** (cellDigits - size));
/** Prefixes so short are remembered. */
const shortDigits = 3;

const open: readonly number[] = [3, 4];
const bitOf = (brand: Brand) => 1 << brands.indexOf(brand);

/** What digits of one run of cells stand for, kept by its bits. */
let kinds: Map<number, CardKind>;
/** The same for the first prefixes of all, which are runs of many cells: by the digits, with a 1 before them. */
let shortKinds: CardKind[];
/** First prefix of each cell, ascending, and beside it the card that the cell belongs to. */
let starts: Int32Array;
let owners: Uint8Array;
/** Every card that the ranges name; the first is none. */
let cards: readonly Card[];

interface Card {
  readonly kind: CardKind;
  /** All its networks. */
  readonly bits: number;
  /** The one that was given the number, as its bit's place. */
  readonly first: number;
}

useRanges([]);

/**
 * Takes more ranges than the table's own into account, before the first digit is typed.
 *
 * @param more those of the pane's host, which come after ours.
 */
export function useRanges(more: Ranges): void {
  const painted = [...ranges, ...more].flatMap(([card, prefixes]) =>
    prefixes.split(" ").map((prefix) => ({ card, ...spanOf(prefix) })),
  );
  // Painted from the widest to the narrowest; sorting keeps the order of the table where they are as wide.
  painted.sort((one, other) => one.size - other.size);
  starts = Int32Array.from(new Set([0, ...painted.flatMap(({ from, to }) => [from, to])])).sort();
  owners = new Uint8Array(starts.length);
  const made: Card[] = [{ kind: mixedKind(0, 0), bits: 0, first: 0 }];
  const ids = new Map<string, number>();
  for (const { card, from, to } of painted) {
    const id = ids.get(card.join()) ?? made.push(cardOf(card)) - 1;
    ids.set(card.join(), id);
    owners.fill(id, cellAt(from), cellAt(to - 1) + 1);
  }
  cards = made;
  kinds = new Map();
  shortKinds = [];
}

/** What digits say of a card; all that were typed, or only the first of them. */
export function kindOf(digits: string): CardKind {
  const size = Math.min(digits.length, cellDigits);
  let value = 0;
  for (let index = 0; index < size; index++) value = value * 10 + digits.charCodeAt(index) - 48;
  const span = spans[size] ?? 1;
  const from = value * span;
  if (size > shortDigits) return kindWithin(from, from + span - 1);
  const slot = value + 10 ** size;
  const kind = shortKinds[slot] ?? kindWithin(from, from + span - 1);
  shortKinds[slot] = kind;
  return kind;
}

/** What all prefixes of eight digits from one to another have in common. */
function kindWithin(from: number, to: number): CardKind {
  const first = cellAt(from);
  const isOneCell = first + 1 >= starts.length || (starts[first + 1] ?? 0) > to;
  return isOneCell ? ownerAt(first).kind : unionOf(first, cellAt(to));
}

/**
 * The network to show while someone types, or `null`. A 4 is Visa but for a few ranges of networks that share cards with it,
 * so waiting for certainty would only make the pane look slow.
 */
export function likelyBrand(digits: string): Brand | null {
  const { brands: known, possible } = kindOf(digits);
  return known[0] ?? (digits !== "" && possible.includes("visa") ? "visa" : null);
}

/** The digits after which a gap is shown. */
export function gapsOf(digits: string): readonly number[] {
  const { gaps } = kindOf(digits);
  // Diners Club has groups of its own in its old length of 14 only.
  return digits.length <= 15 ? gaps : fours;
}

/** The most digits that a number which starts so may have. */
export function mostDigits(digits: string): number {
  return kindOf(digits).lengths.at(-1) ?? longestNumber;
}

/** How a network calls itself; the same in every language. */
export function brandName(brand: Brand): string {
  return brandFacts[brand].name;
}

function spanOf(prefix: string): { readonly size: number; readonly from: number; readonly to: number } {
  const [least = "", most = least] = prefix.split("-");
  const step = 10 ** (cellDigits - least.length);
  return { size: least.length, from: Number(least) * step, to: (Number(most) + 1) * step };
}

/** The last cell that starts at or before a prefix of eight digits. */
function cellAt(prefix: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= prefix) low = middle;
    else high = middle - 1;
  }
  return low;
}

function ownerAt(cell: number): Card {
  return cards[owners[cell] ?? 0] as Card;
}

/** What several cells have in common: a card, a first network, or only what it may be. */
function unionOf(from: number, to: number): CardKind {
  let bits = 0;
  let only: Card | null = null;
  let isOne = true;
  let isFirst = true;
  for (let cell = from; cell <= to; cell++) {
    const card = ownerAt(cell);
    if (card.bits === 0) continue;
    bits |= card.bits;
    only ??= card;
    isOne &&= card === only;
    isFirst &&= card.first === only.first;
  }
  if (!only) return ownerAt(0).kind;
  if (isOne) return only.kind;
  const first = isFirst ? only.first + 1 : 0;
  const key = bits * 32 + first;
  const known = kinds.get(key) ?? mixedKind(bits, first);
  kinds.set(key, known);
  return known;
}

/** A card of which all is known. Its number keeps the rules of all its networks. */
function cardOf(card: readonly Brand[]): Card {
  const facts = card.map((brand) => brandFacts[brand]);
  const bits = card.reduce((sum, brand) => sum | bitOf(brand), 0);
  const [main] = facts as [BrandFacts];
  const lengths = main.lengths.filter((length) => facts.every((each) => each.lengths.includes(length)));
  const first = brands.indexOf(card[0] as Brand);
  return { kind: { ...kindBy(main), brands: card, possible: card, lengths }, bits, first };
}

/** A card of which only is known what it may be; `first` is the place of its first network, counted from 1, or 0. */
function mixedKind(bits: number, first: number): CardKind {
  const possible = brands.filter((brand) => bits & bitOf(brand));
  const main = brands[first - 1];
  if (main) return { ...kindBy(brandFacts[main]), brands: [main], possible };
  const lengths = new Set(possible.flatMap((brand) => brandFacts[brand].lengths));
  return {
    brands: [],
    possible,
    lengths: [...lengths].sort((one, other) => one - other),
    cvv: null,
    cvvLengths: open,
    hasLuhn: true,
    gaps: fours,
  };
}

function kindBy({ lengths, gaps, cvv, luhnIsDisputed }: BrandFacts): Omit<CardKind, "brands" | "possible"> {
  return {
    lengths,
    gaps,
    cvv,
    cvvLengths: cvv ? [cvv.length] : [3],
    hasLuhn: !luhnIsDisputed,
  };
}
