/** Amounts of money, in minor units as the sandbox stores them. */
import { fromMinor } from "@cardpane/gateway";

/** An amount in minor units of a currency. */
export interface Money {
  readonly amountMinor: number;
  readonly currency: string;
}

/** An amount in the format of the wire. */
export function toWire(money: Money): number {
  return fromMinor(money.amountMinor, money.currency);
}
