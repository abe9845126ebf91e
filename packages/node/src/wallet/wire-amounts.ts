/** Converts amounts of wallet requests from minor units to the wire's decimals, and error paths to the public names. */

import { isRecord } from "@cardpane/contract/record";
import type { Currencies, FieldErrors, WalletOperationName } from "@cardpane/gateway";
import type { PublicPaths, WireRequest } from "../call/checked-call.ts";
import { tryFromMinor, unknownCurrency } from "../payments/money.ts";

interface AmountFields {
  /** Names of the fields on the wire. The public name adds `Minor`. */
  readonly fields: readonly string[];
  /** Whether the request sends the currency. Otherwise the currency is used for the conversion only. */
  readonly sendsCurrency?: true;
}

const amountFields: Partial<Record<WalletOperationName, AmountFields>> = {
  refill: { fields: ["amount"] },
  topUp: { fields: ["amount"] },
  payFromAccount: { fields: ["amount"], sendsCurrency: true },
  updateAccount: { fields: ["autoReloadAmount", "autoReloadMinAmount", "notifyAmount"] },
};

/** Converts the input of an operation. */
export function toWireAmounts(
  name: WalletOperationName,
  input: unknown,
  currencies: Currencies,
): WireRequest {
  const known = amountFields[name];
  if (!known || !isRecord(input)) return { request: input, errors: {} };
  const errors: FieldErrors = {};
  const { currency, ...rest } = input;
  const decimals = { currency, currencies };
  const wire: Record<string, unknown> = known.sendsCurrency ? { ...input } : rest;
  const isGiven = known.fields.some((field) => input[`${field}Minor`] !== undefined);
  // Also checked here, because validation can be off: an amount is never guessed.
  if (isGiven && tryFromMinor(0, currency, currencies) === undefined) {
    errors["currency"] = known.sendsCurrency
      ? currency === undefined
        ? "is required"
        : unknownCurrency
      : "is required beside amounts in minor units: the account's, EUR for example";
  }
  for (const field of known.fields) convert(wire, field, field, decimals, errors);
  if (name === "refill") wire["metadata"] = withWireMods(input["metadata"], decimals, errors);
  return { request: wire, errors };
}

/** The public paths of an operation's amounts. */
export function amountPathsOf(name: WalletOperationName): PublicPaths {
  const { fields = [] } = amountFields[name] ?? {};
  const mods: PublicPaths = [[/^(metadata\.amountMods\.\d+\.amount)$/, "$1Minor"]];
  return [...fields.map((field) => [new RegExp(`^${field}$`), `${field}Minor`] as const), ...mods];
}

/** The currency of an amount, and the known currencies, which determine the number of decimals. */
interface Decimals {
  readonly currency: unknown;
  readonly currencies: Currencies;
}

function convert(
  wire: Record<string, unknown>,
  field: string,
  path: string,
  { currency, currencies }: Decimals,
  errors: FieldErrors,
): void {
  const name = `${field}Minor`;
  const { [field]: major, [name]: minor } = wire;
  delete wire[name];
  delete wire[field];
  if (major !== undefined) errors[path] = `is not a field here: give ${name}, in minor units (cents)`;
  if (minor === undefined) return;
  if (!Number.isSafeInteger(minor)) errors[`${path}Minor`] = "must be a whole number of minor units (cents)";
  // An unknown currency is already reported at its own path, so a placeholder amount suffices.
  wire[field] = tryFromMinor(minor, currency, currencies) ?? 1;
}

/** Converts the amounts in the extra lines of a refill's bill. */
function withWireMods(metadata: unknown, decimals: Decimals, errors: FieldErrors): unknown {
  if (!isRecord(metadata) || !Array.isArray(metadata["amountMods"])) return metadata;
  const mods: readonly unknown[] = metadata["amountMods"];
  return {
    ...metadata,
    amountMods: mods.map((mod, index) => {
      if (!isRecord(mod)) return mod;
      const wire = { ...mod };
      convert(wire, "amount", `metadata.amountMods.${index}.amount`, decimals, errors);
      return wire;
    }),
  };
}
