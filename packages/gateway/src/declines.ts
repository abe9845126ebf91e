/**
 * What may be done after a decline: who acts, and whether the payment may be tried again. Each row names its source.
 *
 * "Visa 1" to "Visa 4" are the categories of Visa's rules for declines (Visa Core Rules of April 2026, table 7-2): after category 1
 * the same card is never tried again, after the others at most 20 times in 30 days. "EMV" is the meaning in EMV 3-D Secure 2.2.
 * "ISO" is the meaning of the last two digits as an action code of ISO 8583. "Interface" is section 7 alone (*assumption*).
 */
import { describeDecline } from "@cardpane/contract/declines";
import type { FieldName } from "@cardpane/contract/messages";
import { type DeclineCode, declineCodes } from "./codes.ts";

/** Advice after a decline. */
export interface DeclineAdvice {
  /** Who can act: the shopper, the shopper's bank, or you. */
  readonly actor: "shopper" | "bank" | "merchant";
  /**
   * Whether to try again. `never`: not with this card, the networks charge fees. `after_correction`: after a correction, of `fields`
   * if there are some. `with_3ds`: with 3D Secure, completed by the shopper. `later`: the same card, after a while. `another_card`:
   * only another card or method helps.
   */
  readonly again: "never" | "after_correction" | "with_3ds" | "later" | "another_card";
  /** Fields of the pane that the shopper corrects. */
  readonly fields: readonly FieldName[];
  /** Whether the reason must not be shown: whoever holds the card would learn that it is reported or watched. */
  readonly hideReason: boolean;
}

type Row = readonly [
  actor: DeclineAdvice["actor"],
  again: DeclineAdvice["again"],
  source: string,
  hides?: "hide",
];

/** Every code of a decline. */
export const declineRows: Readonly<Record<DeclineCode, Row>> = {
  "5000": ["bank", "another_card", "Interface"],
  "5001": ["bank", "another_card", "ISO: the cardholder calls the bank"],
  "5003": ["merchant", "later", "Visa 2"],
  "5004": ["bank", "never", "Visa 1", "hide"],
  "5005": ["bank", "another_card", "Visa 4"],
  "5006": ["bank", "another_card", "Visa 4"],
  "5007": ["bank", "never", "Visa 1", "hide"],
  "5008": ["bank", "never", "Interface; Mastercard's merchant advice 03"],
  "5010": ["merchant", "another_card", "ISO: approved for a part, which was not asked for"],
  "5012": ["bank", "never", "Visa 1"],
  "5013": ["merchant", "after_correction", "ISO"],
  "5014": ["shopper", "after_correction", "Visa 1: never the same number"],
  "5015": ["shopper", "after_correction", "Visa 1: never the same number"],
  "5016": ["shopper", "after_correction", "Interface"],
  "5019": ["shopper", "later", "Visa 2"],
  "5030": ["merchant", "after_correction", "ISO"],
  "5031": ["shopper", "after_correction", "Interface"],
  "5032": ["shopper", "after_correction", "Interface"],
  "5034": ["merchant", "after_correction", "Interface"],
  "5041": ["bank", "never", "Visa 1", "hide"],
  "5043": ["bank", "never", "Visa 1", "hide"],
  "5046": ["bank", "never", "Visa 1", "hide"],
  "5051": ["shopper", "later", "Visa 2; Mastercard's merchant advice 02"],
  "5053": ["shopper", "after_correction", "Interface; Mastercard's merchant advice 01"],
  "5054": ["shopper", "after_correction", "Visa 3"],
  "5055": ["shopper", "another_card", "Visa 3: a PIN, which this payment has not"],
  "5057": ["bank", "never", "Visa 1"],
  "5058": ["merchant", "another_card", "ISO"],
  "5059": ["bank", "another_card", "Visa 2", "hide"],
  "5061": ["shopper", "later", "Visa 2"],
  "5062": ["bank", "another_card", "Visa 2", "hide"],
  "5063": ["bank", "another_card", "Visa 3", "hide"],
  "5065": ["shopper", "later", "Visa 2"],
  "5070": ["bank", "another_card", "Visa 3: a PIN, which this payment has not"],
  "5075": ["bank", "another_card", "Visa 2", "hide"],
  "5078": ["shopper", "after_correction", "ISO: no such account"],
  "5079": ["bank", "another_card", "Visa 2: blocked until its first use", "hide"],
  "5080": ["bank", "later", "Interface"],
  "5082": ["shopper", "after_correction", "Visa 3"],
  "5085": ["bank", "another_card", "Visa 4"],
  "5086": ["bank", "another_card", "Visa 2"],
  "5091": ["bank", "later", "Visa 2"],
  "5093": ["bank", "another_card", "Visa 2"],
  "5094": ["merchant", "later", "ISO: look for the first one"],
  "5096": ["bank", "later", "Visa 2"],
  "5099": ["shopper", "later", "Interface"],
  "5220": ["shopper", "with_3ds", "EMV: transStatus N"],
  "5221": ["bank", "later", "EMV: transStatus U"],
  "5222": ["shopper", "with_3ds", "EMV: the challenge was canceled"],
  "5223": ["bank", "another_card", "EMV: transStatus R, no authorization is to be tried"],
  "5224": ["bank", "another_card", "EMV"],
  "5225": ["bank", "later", "EMV: transStatus A"],
  "5226": ["bank", "another_card", "EMV"],
  "5227": ["shopper", "with_3ds", "Visa 3: 1A; section 2.4"],
  "5228": ["shopper", "with_3ds", "EMV: the challenge timed out"],
  "5300": ["shopper", "another_card", "Interface: another account"],
};

/**
 * Returns what may be done after a decline. An unknown code, which a newer gateway may send, is for the bank, with another card.
 *
 * @example
 * const { again } = adviseDecline(outcome.code);
 * if (again === "never") await hideSavedCard(cardId);
 */
export function adviseDecline(code: string | undefined): DeclineAdvice {
  const isKnown = code !== undefined && Object.hasOwn(declineCodes, code);
  const [actor, again, , hides] = isKnown ? declineRows[code as DeclineCode] : declineRows["5000"];
  const { field } = describeDecline(code);
  return { actor, again, fields: field ? [field] : [], hideReason: hides !== undefined };
}
