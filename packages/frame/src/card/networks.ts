/**
 * The card networks, as data. credit-card-type knows fifteen of the twenty-three that a page may name; the other eight
 * are here, in its own form, and so are the cards that several networks share.
 *
 * Where the first digits come from: what networks publish of themselves, and the collections that open libraries and public
 * registers made of it; those of ActiveMerchant for the cards that carry Cartes Bancaires or mada alone, acquirers' public
 * lists for RuPay and for mada on other cards. Shared cards are an issuer's own affair and no public list is whole: Cartes
 * Bancaires is known by the prefixes of French issuers, Interac by those of the large Canadian ones, eftpos and the last
 * entry of some others by the test ranges of the trade. A card that is missing is identified as its first network, and
 * loses nothing but the choice. The host adds the ranges that its acquirer gives it (`networkRanges`).
 */
import type { NetworkRanges } from "@cardpane/contract/frame-config";
import type { Brand } from "@cardpane/contract/messages";
import type creditCardType from "credit-card-type";

/** A network as credit-card-type describes it. A `code` of 0 digits stands for cards without a CVV. */
export type Network = ReturnType<typeof creditCardType.getTypeInfo>;

const groupsOfFour = [4, 8, 12];
const threeDigitCvv = { name: "CVV", size: 3 };
const noCvv = { name: "", size: 0 };

/** The networks that credit-card-type lacks. Those that Maestro's ranges were taken for name all six digits, as these do. */
export const addedNetworks: readonly (Network & { readonly type: Brand })[] = [
  {
    type: "dankort",
    niceType: "Dankort",
    patterns: [[501900, 501999]],
    lengths: [16],
    gaps: groupsOfFour,
    code: threeDigitCvv,
  },
  {
    type: "rupay",
    niceType: "RuPay",
    patterns: [
      [508500, 508999],
      [606985, 607984],
      [608001, 608500],
      [652150, 653149],
      [8172, 8201],
    ],
    lengths: [16],
    gaps: groupsOfFour,
    code: threeDigitCvv,
  },
  {
    type: "cartes-bancaires",
    niceType: "Cartes Bancaires",
    patterns: [
      507589,
      507590,
      [507593, 507595],
      507597,
      560408,
      581752,
      [585402, 585405],
      [585501, 585505],
      [585577, 585582],
    ],
    lengths: [16],
    gaps: groupsOfFour,
    code: threeDigitCvv,
  },
  {
    type: "bancontact",
    niceType: "Bancontact",
    // No Maestro card is issued any more, so that Bancontact is what those of 6703 are for.
    patterns: [6703, 606005],
    lengths: [16, 17, 18, 19],
    gaps: groupsOfFour,
    code: noCvv,
  },
  {
    type: "uatp",
    niceType: "UATP",
    patterns: [1],
    lengths: [15],
    gaps: [4, 9],
    code: noCvv,
  },
  {
    type: "interac",
    niceType: "Interac",
    // On cards of other networks only.
    patterns: [],
    lengths: [16, 17, 18, 19],
    gaps: groupsOfFour,
    code: noCvv,
  },
  {
    type: "mada",
    niceType: "mada",
    patterns: [
      504300,
      506968,
      508160,
      585265,
      588848,
      588850,
      [588982, 588983],
      589005,
      589206,
      604906,
      605141,
      636120,
      [968201, 968209],
      968211,
    ],
    lengths: [16],
    gaps: groupsOfFour,
    code: threeDigitCvv,
  },
  {
    type: "eftpos",
    niceType: "eftpos",
    patterns: [560279],
    lengths: [16],
    gaps: groupsOfFour,
    code: threeDigitCvv,
  },
];

/** Cards that carry several networks. The first one has these numbers anyhow. */
export const sharedCards: NetworkRanges = [
  [["visa", "dankort"], "4571"],
  [["rupay", "discover"], "652150-653149"],
  [["visa", "cartes-bancaires"], "497 403550 40000025"],
  [["mastercard", "cartes-bancaires"], "5130-5136 55555525"],
  [["bancontact", "maestro"], "6703"],
  [["visa", "bancontact"], "479658"],
  [["visa", "interac"], "4506 4519 4536 4724"],
  [
    ["visa", "mada"],
    "400861 401757 406136 406996 407197 407395 409201 410621 410685 412565 417633 419593 422817-422819 428331 428671-428673 431361 432328 434107 439954 440533 440647 440795 445564 446393 446404 446672 455036 455708 457865 457997 458456 462220 468540-468543 474491 483010-483012 484783 486094-486096 489317-489319 493428",
  ],
  [
    ["mastercard", "mada"],
    "513213 521076 524130 524514 529415 529741 530060 530906 531095 531196 532013 535825 535989 536023 537767 539931 543085 543357 549760 554180 557606 558563 558848",
  ],
  [["visa", "eftpos"], "40000503"],
  [["mastercard", "eftpos"], "55550503"],
];
