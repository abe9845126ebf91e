/** The codes that a payment can be made to end with. */
import { paymentCodes } from "@cardpane/node";

/** Codes of a decline, in ascending order. */
export const declineCodes: readonly string[] = Object.keys(paymentCodes)
  .filter((code) => code.startsWith("5"))
  .sort();
