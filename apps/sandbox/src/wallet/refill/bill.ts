/**
 * The cost and the credit of a refill.
 *
 *   isCover       the shopper pays the lines on top:  card pays amount + lines, account gets amount
 *   otherwise     they are deducted:                  card pays amount,         account gets amount - lines
 *
 * Pure functions: integers of minor units.
 */
import type { RefillRequest } from "@cardpane/gateway";
import { badField } from "../../errors.ts";
import { minorOf } from "../../payments/amounts.ts";

/** A line in addition to the amount. */
export interface BillLine {
  readonly title: string;
  /** Negative for a discount. */
  readonly amountMinor: number;
}

/** A refill's bill. */
export interface Bill {
  readonly amountMinor: number;
  readonly lines: readonly BillLine[];
  /** The amount that the card pays. */
  readonly chargeMinor: number;
  /** The amount that the account gets. */
  readonly creditMinor: number;
}

/**
 * Calculates a refill's bill.
 *
 * @throws Refusal 400 on an amount with too many decimals, and on `metadata.amountMods` if nothing would be left to pay or
 * to credit.
 */
export function billOf(
  { amount, metadata }: Pick<RefillRequest, "amount" | "metadata">,
  currency: string,
): Bill {
  const amountMinor = minorOf(amount, currency, "amount");
  const lines = (metadata?.amountMods ?? []).map((line, index) => ({
    title: line.title,
    amountMinor: minorOf(line.amount, currency, `metadata.amountMods.${index}.amount`),
  }));
  const sum = lines.reduce((total, line) => total + line.amountMinor, 0);
  const isCover = metadata?.isCover === true;
  const chargeMinor = isCover ? amountMinor + sum : amountMinor;
  const creditMinor = isCover ? amountMinor : amountMinor - sum;
  if (chargeMinor <= 0 || creditMinor <= 0) {
    throw badField("metadata.amountMods", "must leave a positive charge and a positive credit");
  }
  return { amountMinor, lines, chargeMinor, creditMinor };
}
