/** Converts a payment request to the gateway's JSON: minor units become decimals. Errors keep the public field names. */

import { isRecord } from "@cardpane/contract/record";
import type { Currencies, FieldErrors } from "@cardpane/gateway";
import type { PublicPaths, WireRequest } from "../call/checked-call.ts";
import { tryFromMinor, unknownCurrency } from "./money.ts";

/** Error message for an amount that is not an integer of minor units. */
const minorProblem = "must be a whole number of minor units (cents), 0 or more";
/** Error message for a wire amount (`amount`) in a public call. */
const majorProblem = "is not a field here: give amountMinor, in minor units (cents)";

/** The public paths of the amounts. */
export const amountPaths: PublicPaths = [[/^((?:sku\.price\.\d+|partialApproval)\.amount)$/, "$1Minor"]];

/** Converts a request that is plain JSON data. */
export function toWireRequest(request: unknown, currencies: Currencies): WireRequest {
  if (request === undefined || request === null) {
    // Also checked here, because validation can be off: an empty payment request must never be sent.
    return { request, errors: { "(body)": request === null ? "must be an object" : "is required" } };
  }
  if (!isRecord(request)) return { request, errors: {} };
  const errors: FieldErrors = {};
  const { sku, partialApproval, ...rest } = request;
  return {
    request: {
      ...rest,
      ...(sku !== undefined && { sku: toWireSku(sku, currencies, errors) }),
      ...(partialApproval !== undefined && {
        partialApproval: toWireApproval(partialApproval, currencies, errors),
      }),
    },
    errors,
  };
}

function toWireSku(sku: unknown, currencies: Currencies, errors: FieldErrors): unknown {
  if (!isRecord(sku) || !Array.isArray(sku["price"])) return sku;
  const items: readonly unknown[] = sku["price"];
  const [first] = items;
  return {
    ...sku,
    price: items.map((item, index) => {
      if (isRecord(item) && isRecord(first) && item["currency"] !== first["currency"]) {
        errors[`sku.price.${index}.currency`] =
          "must be the currency of sku.price.0: a schedule has one currency";
      }
      return toWireItem(item, `sku.price.${index}`, currencies, errors);
    }),
  };
}

function toWireItem(item: unknown, path: string, currencies: Currencies, errors: FieldErrors): unknown {
  if (!isRecord(item)) return item;
  const { amountMinor, ...rest } = item;
  if (rest["amount"] !== undefined) errors[`${path}.amount`] = majorProblem;
  if (amountMinor === undefined) return { ...rest, amount: undefined };
  if (!Number.isSafeInteger(amountMinor) || Number(amountMinor) < 0)
    errors[`${path}.amountMinor`] = minorProblem;
  const amount = tryFromMinor(amountMinor, rest["currency"], currencies);
  if (amount === undefined && Number.isSafeInteger(amountMinor)) {
    // Also checked here, because validation can be off: an amount is never guessed.
    errors[`${path}.currency`] ??= typeof rest["currency"] === "string" ? unknownCurrency : "is required";
  }
  return { ...rest, amount: amount ?? 0 };
}

function toWireApproval(approval: unknown, currencies: Currencies, errors: FieldErrors): unknown {
  if (!isRecord(approval)) return approval;
  const { currency, ...rest } = approval;
  if (rest["amountMinor"] === undefined && rest["amount"] === undefined) return rest;
  const amount = tryFromMinor(rest["amountMinor"], currency, currencies);
  if (amount === undefined && rest["amount"] === undefined && Number.isSafeInteger(rest["amountMinor"])) {
    errors["partialApproval.currency"] = "is required beside amountMinor: an ISO 4217 code, EUR for example";
  }
  const { currency: _, ...wire } = toWireItem(
    { ...rest, currency },
    "partialApproval",
    currencies,
    errors,
  ) as Record<string, unknown>;
  return wire;
}
