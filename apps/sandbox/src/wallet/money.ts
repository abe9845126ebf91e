/** Amounts of the wallet's requests, from the wire to minor units. */
import { amountProblem, toMinor } from "@cardpane/contract/gateway";
import { badField } from "../errors.ts";

/**
 * An amount in minor units of an account's currency.
 *
 * @throws Refusal 400 on the field of an amount with more decimals than the currency has.
 */
export function minorOf(amount: number, currency: string, path: string): number {
  const problem = amountProblem(amount, currency);
  if (problem !== undefined) throw badField(path, problem);
  return toMinor(amount, currency);
}
