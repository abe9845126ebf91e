/** What is true of every card of a network. */
import type { Brand } from "@cardpane/contract/messages";

/** The number that proves that someone holds the card in their hands. */
export interface CvvFacts {
  /** What the network calls it. */
  readonly name: string;
  /** Digits. */
  readonly length: number;
}

/** The facts of a network. */
export interface BrandFacts {
  /** How it calls itself; the same in every language. */
  readonly name: string;
  /** Lengths that a number of it may have, ascending. */
  readonly lengths: readonly number[];
  /** Digits after which a gap is shown. */
  readonly gaps: readonly number[];
  /** `null` where its cards have none. */
  readonly cvv: CvvFacts | null;
  /** Numbers were issued without a check digit: the pane's host says whether they are checked. */
  readonly luhnIsDisputed: boolean;
}

/** Groups of four, for every network that has no groups of its own. */
export const fours = [4, 8, 12, 16];

function network(
  name: string,
  lengths: readonly number[],
  cvvName: string | null,
  more: {
    readonly gaps?: readonly number[];
    readonly cvvLength?: number;
    readonly luhnIsDisputed?: true;
  } = {},
): BrandFacts {
  const { gaps = fours, cvvLength = 3, luhnIsDisputed = false } = more;
  return { name, lengths, gaps, cvv: cvvName ? { name: cvvName, length: cvvLength } : null, luhnIsDisputed };
}

/** All whole numbers from one to another. */
function upTo(most: number, least: number): readonly number[] {
  return Array.from({ length: most - least + 1 }, (_, index) => least + index);
}

/** Every network that a page may name; a test holds those that credit-card-type knows to it. */
export const brandFacts: Readonly<Record<Brand, BrandFacts>> = {
  visa: network("Visa", [16, 18, 19], "CVV"),
  mastercard: network("Mastercard", [16], "CVC"),
  "american-express": network("American Express", [15], "CID", { gaps: [4, 10], cvvLength: 4 }),
  "diners-club": network("Diners Club", [14, 16, 19], "CVV", { gaps: [4, 10] }),
  discover: network("Discover", [16, 19], "CID"),
  jcb: network("JCB", upTo(19, 16), "CVV"),
  unionpay: network("UnionPay", upTo(19, 14), "CVN", { luhnIsDisputed: true }),
  maestro: network("Maestro", upTo(19, 12), "CVC"),
  elo: network("Elo", [16], "CVE"),
  mir: network("Mir", upTo(19, 16), "CVP2"),
  hiper: network("Hiper", [16], "CVC"),
  hipercard: network("Hipercard", [16], "CVC"),
  verve: network("Verve", [16, 18, 19], "CVV"),
  troy: network("Troy", [16], "CVV"),
  naranja: network("Naranja", [16], "CVV"),
  dankort: network("Dankort", [16], "CVV"),
  rupay: network("RuPay", [16], "CVV"),
  "cartes-bancaires": network("Cartes Bancaires", [16], "CVV"),
  bancontact: network("Bancontact", upTo(19, 16), null),
  uatp: network("UATP", [15], null, { gaps: [4, 9] }),
  interac: network("Interac", upTo(19, 16), null),
  mada: network("mada", [16], "CVV"),
  eftpos: network("eftpos", [16], "CVV"),
};
