/** Reads what a payment is expected to be. */
import type { Currencies } from "@cardpane/gateway";
import { type Money, tryFromMinor, unknownCurrency } from "../call/money.ts";
import { invalidRequest } from "../errors/errors.ts";
import { checkReference } from "../notifications/signed-url.ts";
import type { PriceItem } from "../payments/payment-request-types.ts";
import { checkMinor, dueCharges } from "../payments/price-schedule.ts";

/** The payment that the order expects. Never take the amount from the shopper's request. */
export type ExpectedPayment = {
  /** Your reference of the order, 1 to 128 characters. */
  readonly reference: string;
} & (
  | {
      /** The prices of the order, as in `sku.price`. The first and the later charges are derived from it. */
      readonly price: readonly PriceItem[];
      readonly amountMinor?: undefined;
      readonly currency?: undefined;
    }
  | {
      /** The amount in minor units (cents), 0 or more. */
      readonly amountMinor: number;
      /** ISO 4217. */
      readonly currency: string;
      readonly price?: undefined;
    }
);

/** What an order is expected to pay. */
export interface Expectation {
  readonly reference: string;
  readonly expected: Money;
  readonly later: readonly Money[];
  /** Whether later charges can come: if the price is the gateway's, they may be in it. */
  readonly renews: boolean;
}

/** @throws NotSentError (`invalid_request`) */
export function readExpectation(payment: ExpectedPayment, currencies: Currencies): Expectation {
  const { reference, price, amountMinor, currency } = Object(payment) as ExpectedPayment;
  checkReference(reference);
  const isPriced = price !== undefined;
  if (!isPriced) checkMinor("amountMinor", amountMinor);
  const second = amountMinor !== undefined ? "amountMinor" : currency !== undefined && "currency";
  if (isPriced && second) throw invalidRequest({ [second]: "is given beside price. Give one of them" });
  const { now, later } = dueCharges(isPriced ? price : [{ amountMinor, currency }]);
  // Without the currency's decimals, notifications could not be compared.
  if (tryFromMinor(0, now.currency, currencies) !== undefined)
    return { reference, expected: now, later, renews: !isPriced || later.length > 0 };
  throw invalidRequest({ [isPriced ? "price.0.currency" : "currency"]: unknownCurrency });
}
