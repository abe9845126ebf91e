/**
 * Converts the amounts of a request: they are minor units in the public API, and decimals of the major unit in the gateway's JSON.
 * A currency without known decimals is refused here, because validation can be off: an amount is never guessed.
 */

import { isRecord } from "@cardpane/contract/record";
import type { AnyOperationName, Currencies, FieldErrors } from "@cardpane/gateway";
import { tryFromMinor, unknownCurrency } from "./money.ts";
import { readObject } from "./read-values.ts";

/** The public path of each part of a request that has another one on the wire, by its path on the wire. */
export type Origins = Readonly<Record<string, string>>;

/** A request in the wire's names and units. */
export interface WireRequest {
  readonly request: unknown;
  readonly origins?: Origins;
  /** The errors of the conversion, by public path. */
  readonly errors: FieldErrors;
}

/** Amounts in the same objects of a request. */
interface Amounts {
  /** The path of these objects: `sku.price.*` is each entry of a list, an empty text the request itself. */
  readonly in: string;
  /** Names of the amounts on the wire. The public name adds `Minor`. */
  readonly fields: readonly string[];
  /** The smallest amount in minor units; without it the gateway's bounds suffice. */
  readonly min?: number;
  /** The currency is used for the conversion only, and not sent. */
  readonly dropsCurrency?: true;
  /** The currency is that of the request, and not of the object. */
  readonly isInCurrencyOfRequest?: true;
}

const amount = ["amount"];
const accountAmounts = ["autoReloadAmount", "autoReloadMinAmount", "notifyAmount"];

/** The amounts of every operation that has some. */
const amounts: Partial<Record<AnyOperationName, readonly Amounts[]>> = {
  payment: [
    { in: "sku.price.*", fields: amount, min: 0 },
    { in: "partialApproval", fields: amount, min: 0, dropsCurrency: true },
  ],
  creditPayment: [{ in: "", fields: amount, min: 1, dropsCurrency: true }],
  changeSubscription: [{ in: "price.*", fields: amount, min: 0 }],
  refill: [
    { in: "metadata.amountMods.*", fields: amount, isInCurrencyOfRequest: true },
    { in: "", fields: amount, dropsCurrency: true },
  ],
  topUp: [{ in: "", fields: amount, dropsCurrency: true }],
  payFromAccount: [{ in: "", fields: amount }],
  updateAccount: [{ in: "", fields: accountAmounts, dropsCurrency: true }],
};

/** Converts the amounts of an input that is plain JSON data. */
export function toWireAmounts(
  name: AnyOperationName,
  input: unknown,
  currencies: Currencies,
): Required<WireRequest> {
  const errors: FieldErrors = {};
  const origins: Record<string, string> = {};
  const request = (amounts[name] ?? []).reduce<unknown>((value, rule) => {
    const keys = rule.in === "" ? [] : rule.in.split(".");
    return changeAt(value, keys, "", (object, path) => {
      const holder = rule.isInCurrencyOfRequest ? { object: readObject(input), path: "" } : { object, path };
      return convert(object, path, { ...rule, holder, currencies, origins, errors });
    });
  }, input);
  return { request, origins, errors: { ...errors, ...otherCurrencies(input) } };
}

/** The errors of a payment's and a schedule's currencies: all must be that of the first price. */
function otherCurrencies(input: unknown): FieldErrors {
  const { sku, price = readObject(sku)["price"], partialApproval } = readObject(input);
  if (!Array.isArray(price)) return {};
  const place = sku === undefined ? "price" : "sku.price";
  const [first, ...others] = price.map((item) => readObject(item)["currency"]);
  // A partial approval may be a percentage, which needs no currency.
  const { currency: ofPart = first } = readObject(partialApproval);
  const wrong = others.flatMap((currency, index) => (currency === first ? [] : [`${place}.${index + 1}`]));
  if (ofPart !== first) wrong.push("partialApproval");
  const problem = `must be the currency of ${place}.0: a payment has one`;
  return Object.fromEntries(wrong.map((path) => [`${path}.currency`, problem]));
}

/** Changes the objects at a path. `change` gets the path of the object, with a dot at its end. */
function changeAt(
  value: unknown,
  [key, ...rest]: readonly string[],
  path: string,
  change: (object: Readonly<Record<string, unknown>>, path: string) => unknown,
): unknown {
  if (key === "*") {
    if (!Array.isArray(value)) return value;
    return value.map((entry, index) => changeAt(entry, rest, `${path}${index}.`, change));
  }
  if (!isRecord(value)) return value;
  if (key === undefined) return change(value, path);
  return value[key] === undefined
    ? value
    : { ...value, [key]: changeAt(value[key], rest, `${path}${key}.`, change) };
}

interface Conversion extends Amounts {
  /** The object that holds the currency, and its path. */
  readonly holder: { readonly object: Readonly<Record<string, unknown>>; readonly path: string };
  readonly currencies: Currencies;
  readonly origins: Record<string, string>;
  readonly errors: FieldErrors;
}

/** The object with its amounts as decimals. */
function convert(
  object: Readonly<Record<string, unknown>>,
  path: string,
  { fields, min, dropsCurrency, holder, currencies, origins, errors }: Conversion,
): unknown {
  const wire: Record<string, unknown> = { ...object };
  const { currency } = holder.object;
  for (const field of fields) {
    const publicName = `${field}Minor`;
    const { [field]: major, [publicName]: minor } = object;
    origins[path + field] = path + publicName;
    delete wire[publicName];
    delete wire[field];
    if (major !== undefined) {
      errors[path + field] = `is not a field here: give ${publicName}, in minor units (cents)`;
    }
    if (minor === undefined) continue;
    if (!Number.isSafeInteger(minor) || Number(minor) < (min ?? Number.NEGATIVE_INFINITY)) {
      const bound = min === undefined ? "" : `, ${min} or more`;
      errors[path + publicName] = `must be a whole number of minor units (cents)${bound}`;
    }
    if (tryFromMinor(0, currency, currencies) === undefined) {
      const isMissing = typeof currency !== "string";
      const why = `is required${dropsCurrency ? " beside amounts in minor units, EUR for example" : ""}`;
      errors[`${holder.path}currency`] = isMissing ? why : unknownCurrency;
    }
    // Whatever has no wire amount was reported above, so a placeholder suffices.
    wire[field] = tryFromMinor(minor, currency, currencies) ?? 1;
  }
  if (dropsCurrency) delete wire["currency"];
  return wire;
}
