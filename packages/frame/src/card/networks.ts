/**
 * The card networks, as data. credit-card-type knows fifteen of the twenty-three that a page may name. This file adds the other
 * eight, in the form of credit-card-type, and the co-badged cards: cards that carry several networks.
 *
 * Sources of the prefixes: publications of the networks, and the lists that open libraries and public registers made of them;
 * ActiveMerchant for cards with only Cartes Bancaires or only mada; public lists of acquirers for RuPay and for co-badged mada
 * cards. No public list of co-badged cards is complete, because each issuer decides for itself: the entries of Cartes Bancaires
 * are the prefixes of French issuers, those of Interac are the prefixes of the large Canadian issuers, and those of eftpos and
 * the last entry of some others are common test ranges. A co-badged card that is missing is identified as its first network; the
 * shopper only cannot choose the other one. The host adds the ranges of its acquirer (`networkRanges`).
 */
import type { NetworkRanges } from "@cardpane/contract/frame-config";
import type { Brand } from "@cardpane/contract/messages";
import type creditCardType from "credit-card-type";

/** A network in the form of credit-card-type. A `code` of size 0 means that the cards have no CVV. */
export type Network = ReturnType<typeof creditCardType.getTypeInfo>;

type AddedNetwork = Network & { readonly type: Brand };

/** A network with numbers of 16 digits and a CVV of three, unless `others` says otherwise. */
function network(
  type: Brand,
  niceType: string,
  patterns: Network["patterns"],
  others: Partial<Omit<Network, "type">> = {},
): AddedNetwork {
  const usual = { lengths: [16], gaps: [4, 8, 12], code: { name: "CVV", size: 3 } };
  return { type, niceType, patterns, ...usual, ...others };
}

const noCvv = { code: { name: "", size: 0 } };
const longNumbers = { lengths: [16, 17, 18, 19] };

/** The networks that credit-card-type lacks. Patterns inside Maestro's ranges have six digits, as Maestro's own have. */
export const addedNetworks: readonly AddedNetwork[] = [
  network("dankort", "Dankort", [[501900, 501999]]),
  network("rupay", "RuPay", [
    [508500, 508999],
    [606985, 607984],
    [608001, 608500],
    [652150, 653149],
    [8172, 8201],
  ]),
  network("cartes-bancaires", "Cartes Bancaires", [
    507589,
    507590,
    [507593, 507595],
    507597,
    560408,
    581752,
    [585402, 585405],
    [585501, 585505],
    [585577, 585582],
  ]),
  // 6703 was shared with Maestro. No Maestro card is issued any more, so these cards are identified as Bancontact.
  network("bancontact", "Bancontact", [6703, 606005], { ...longNumbers, ...noCvv }),
  network("uatp", "UATP", [1], { lengths: [15], gaps: [4, 9], ...noCvv }),
  // This network is only on cards of other networks.
  network("interac", "Interac", [], { ...longNumbers, ...noCvv }),
  network("mada", "mada", [
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
  ]),
  network("eftpos", "eftpos", [560279]),
];

/** Co-badged cards. The first network of an entry is the one that `creditCardType` finds for these numbers. */
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
