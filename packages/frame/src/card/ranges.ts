/**
 * Which first digits belong to which card, as text: prefixes and ranges of prefixes, 1 to 8 digits long.
 *
 * A card is its networks, first the one that was given the number (ISO/IEC 7812-1), then those that share the card with it.
 * Of two entries that hold a number the longer one counts, of two of the same length the later one; so Maestro, whose
 * ranges other networks took theirs from, stands first.
 *
 * Where they come from: what networks publish of themselves, and the collections that open libraries and public registers
 * made of it; those of credit-card-type for every network that it knows (a test holds us to it), those of ActiveMerchant
 * for the cards that carry Cartes Bancaires or mada alone, acquirers' public lists for RuPay and for mada on other cards.
 * Shared cards are an issuer's own affair and no public list is whole: Cartes Bancaires stands here by the prefixes that
 * French issuers are known for, Interac by those of the large Canadian ones, eftpos and the last entry of some others by
 * the test ranges of the trade. A card that is missing is taken for its first network, and loses nothing but the choice.
 * The host adds the ranges that its acquirer gives it (`networkRanges`).
 */
import type { Brand } from "@cardpane/contract/messages";

/** Networks of one card, and the first digits of its numbers. */
export type Ranges = readonly (readonly [card: readonly Brand[], prefixes: string])[];

export const ranges: Ranges = [
  [["maestro"], "493698 500000-504174 504176-506698 506779-508999 56-59 6"],
  [["visa"], "4"],
  [["mastercard"], "51-55 2221-2720"],
  [["american-express"], "34 37"],
  [["diners-club"], "300-305 36 38 39"],
  [["discover"], "6011 644-649 65"],
  [["uatp"], "1"],
  [["jcb"], "1800 2131 3528-3589"],
  [
    ["unionpay"],
    "620 62100-62182 62184-62197 62200-62205 622010-622999 62207-62209 623-626 6270 6272 6276 627700-627779 627781-627799 6282-6289 6291 6292 810 8110-8171",
  ],
  [["mir"], "2200-2204"],
  [
    ["elo"],
    "401178 401179 431274 438935 451416 457393 457631 457632 504175 506699-506778 509000-509999 627780 636297 636368 650031-650033 650035-650051 650405-650439 650485-650538 650541-650598 650700-650718 650720-650727 650901-650978 651652-651679 655000-655019 655021-655058",
  ],
  [["hiper"], "637095 63737423 63743358 637568 637599 637609 637612"],
  [["hipercard"], "606282"],
  [["naranja"], "402918 527572 589562"],
  [
    ["verve"],
    "506099-506127 506129 506133-506150 506158-506163 506166 506168 506170 506173 506176-506180 506184 506187 506188 506191 506195 506197 507865 507866 507868-507877 507880-507888 507900 507941",
  ],
  [
    ["troy"],
    "9792 650052 650082 650083 650092 650161 650170 650173 650175 650268 650271 650273 650274 650456 650457 650836 650846-650850 650923 650987 650990 654997 657366 657998 658758 658767 658768 65083700-65083704 65085800-65085804 65085900 65085901 65086000 65086100-65086105 65086200-65086203 65875000-65875003 65875009 65875101-65875104 65875200 65875501 65875601 65875900 65876000-65876002 65876100-65876103 65876110 65876115 65876116 65876200 65876201 65876500 65876504 65876505 65876600-65876602 65877100 65877101 65877600-65877602 65877700 65877801 65877802 65878200-65878202 65878300-65878311 65878400-65878405 65878500-65878505 65878600 65878601 65879800 65880800 65880900",
  ],
  [["dankort"], "501900-501999"],
  [["visa", "dankort"], "4571"],
  [["rupay"], "508500-508999 606985-607984 608001-608500 8172-8201"],
  [["rupay", "discover"], "652150-653149"],
  [
    ["cartes-bancaires"],
    "507589 507590 507593-507595 507597 560408 581752 585402-585405 585501-585505 585577-585582",
  ],
  [["visa", "cartes-bancaires"], "497 403550 40000025"],
  [["mastercard", "cartes-bancaires"], "5130-5136 55555525"],
  // No Maestro card is issued any more, so that Bancontact is what these are for.
  [["bancontact", "maestro"], "6703"],
  [["bancontact"], "606005"],
  [["visa", "bancontact"], "479658"],
  [["visa", "interac"], "4506 4519 4536 4724"],
  [
    ["mada"],
    "504300 506968 508160 585265 588848 588850 588982 588983 589005 589206 604906 605141 636120 968201-968209 968211",
  ],
  [
    ["visa", "mada"],
    "400861 401757 406136 406996 407197 407395 409201 410621 410685 412565 417633 419593 422817-422819 428331 428671-428673 431361 432328 434107 439954 440533 440647 440795 445564 446393 446404 446672 455036 455708 457865 457997 458456 462220 468540-468543 474491 483010-483012 484783 486094-486096 489317-489319 493428",
  ],
  [
    ["mastercard", "mada"],
    "513213 521076 524130 524514 529415 529741 530060 530906 531095 531196 532013 535825 535989 536023 537767 539931 543085 543357 549760 554180 557606 558563 558848",
  ],
  [["eftpos"], "560279"],
  [["visa", "eftpos"], "40000503"],
  [["mastercard", "eftpos"], "55550503"],
];
