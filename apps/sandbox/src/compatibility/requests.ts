/**
 * Requests that live gateways accept beyond the document, converted into the document's form before they are checked: unknown
 * fields are removed, numbers may be sent as text and text as numbers, and some fields may be missing. *Not in the
 * document*, all of it; for COMPATIBILITY=field only, except for {@link withWalletToken}.
 */

import { isRecord } from "@cardpane/contract/record";
import { type Operation, sku, skuVariant } from "@cardpane/gateway";
import * as z from "zod";

/** The address of a payment that named none: nothing is sent there (RFC 2606, `.invalid`). */
export const noAddress = "https://nowhere.invalid/";

const maxTokenLength = 512;
const walletTypes: ReadonlySet<unknown> = new Set(["applePay", "googlepay"]);
const maxOffset = "9999d";

/** Converts an operation's input into the document's form; an invalid value stays invalid. */
export function toDocumentRequest(operation: Operation, input: unknown): unknown {
  const completed = operation.path === "/payment" ? withoutGaps(input) : input;
  return conform(operation.request, withWalletToken(completed));
}

/** Adds the fields of a payment that only the document requires, and removes those that only a live gateway accepts. */
function withoutGaps(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { sku, url } = input;
  return {
    ...input,
    ...(isGap(url) && { url: { ipnUrl: noAddress, redirectUrl: noAddress } }),
    ...(isRecord(url) && { url: { ipnUrl: noAddress, redirectUrl: noAddress, ...url } }),
    ...(isRecord(sku) && { sku: withPlainPrice(sku) }),
  };
}

/** Whether an object is missing: PHP writes an empty one as a list. */
function isGap(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

/**
 * Apple's and Google's tokens are objects or texts of 1,400 to 3,500 characters; the document allows 512, which none has. The sandbox
 * cannot decrypt one, so it keeps its beginning.
 */
export function withWalletToken(input: unknown): unknown {
  if (!isRecord(input) || !isRecord(input["paymentSource"])) return input;
  const { token, ...source } = input["paymentSource"];
  if (!walletTypes.has(source["type"])) return input;
  if (typeof token !== "string" && (!isRecord(token) || Object.keys(token).length === 0)) return input;
  const text = typeof token === "string" ? token : JSON.stringify(token);
  return { ...input, paymentSource: { ...source, token: text.slice(0, maxTokenLength) } };
}

/** Without a price, the named SKU's own applies. An offset of more than four digits means a charge that never happens. */
function withPlainPrice(input: Input): Input {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => !isGap(value)));
  const { siteId: _, ...withoutSite } = given;
  const { price } = given;
  if (price === undefined) return "name" in given ? withoutSite : given;
  if (!Array.isArray(price)) return given;
  return {
    ...given,
    price: price.map((item: unknown) =>
      isRecord(item) && typeof item["offset"] === "string" && /^\d{5,}d$/.test(item["offset"])
        ? { ...item, offset: maxOffset }
        : item,
    ),
  };
}

/** Converts a value into the form that a schema asks for, as long as its meaning does not change. */
function conform(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.core.$ZodOptional) {
    // Live clients write null for unknown values, and PHP writes an empty object as a list.
    const inner = schema._zod.def.innerType;
    const isNothing =
      inner instanceof z.core.$ZodNullable || inner instanceof z.core.$ZodArray ? false : isGap(value);
    return isNothing ? undefined : conform(inner, value);
  }
  if (schema instanceof z.core.$ZodNullable)
    return value === null ? null : conform(schema._zod.def.innerType, value);
  if (schema instanceof z.core.$ZodObject) return isRecord(value) ? conformObject(schema, value) : value;
  if (schema instanceof z.core.$ZodArray) {
    return Array.isArray(value) ? value.map((item) => conform(schema._zod.def.element, item)) : value;
  }
  // Without this, a product with a wrong price would become one without a price, at another amount.
  if (schema === sku) return conform(skuVariant(value), value);
  if (schema instanceof z.core.$ZodUnion) return conformUnion(schema, value);
  // Free data with some keys of its own: only these are converted.
  if (schema instanceof z.core.$ZodIntersection) {
    const known = conform(schema._zod.def.right, value);
    return isRecord(value) && isRecord(known) ? { ...value, ...known } : value;
  }
  switch (schema._zod.def.type) {
    case "number":
      return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case "string":
      // A larger whole number was rounded when it was read: as digits it would be another card.
      return typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : value;
    case "boolean":
      return flags.get(value) ?? value;
    default:
      return value;
  }
}

const flags: ReadonlyMap<unknown, boolean> = new Map<unknown, boolean>([
  ["true", true],
  ["1", true],
  [1, true],
  ["false", false],
  ["0", false],
  [0, false],
]);

function conformObject(schema: z.core.$ZodObject, value: Input): Input {
  return Object.fromEntries(
    Object.entries(schema._zod.def.shape).flatMap(([key, inner]) => {
      const conformed = Object.hasOwn(value, key) ? conform(inner, value[key]) : undefined;
      return conformed === undefined ? [] : [[key, conformed]];
    }),
  );
}

/**
 * Converts a value for the variant that fits; a value that fits none is unchanged, and is refused with its own error. A variant
 * that accepts the value unchanged is tried first, and a boolean last: `repeat: 1` is one repeat, and `true` repeats forever.
 */
function conformUnion(schema: z.core.$ZodUnion, value: unknown): unknown {
  const rank = (option: z.core.$ZodType) =>
    z.safeParse(option, value).success ? 0 : option instanceof z.core.$ZodBoolean ? 2 : 1;
  for (const option of schema._zod.def.options.toSorted((one, other) => rank(one) - rank(other))) {
    const conformed = conform(option, value);
    if (z.safeParse(option, conformed).success) return conformed;
  }
  const named = schema._zod.def.options.find((option) => isNamedBy(option, value));
  return named ? conform(named, value) : value;
}

/** Whether the value's `type` selects a variant. */
function isNamedBy(option: z.core.$ZodType, value: unknown): boolean {
  const type = option instanceof z.core.$ZodObject ? option._zod.def.shape["type"] : undefined;
  return type !== undefined && isRecord(value) && z.safeParse(type, value["type"]).success;
}

type Input = Readonly<Record<string, unknown>>;
