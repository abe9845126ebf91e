/**
 * What live gateways take beyond the document, brought into the document's form before it is checked: fields that nobody
 * knows are left out, numbers may stand as text and text as numbers, and some things may be missing. *Not in the document*,
 * all of it; for COMPATIBILITY=field only.
 */

import type { Operation } from "@cardpane/contract/gateway";
import { isRecord } from "@cardpane/contract/record";
import * as z from "zod";

/** Stands for an address that a payment did not name: nothing is sent there (RFC 2606, `.invalid`). */
export const noAddress = "https://nowhere.invalid/";

const maxTokenLength = 512;
const maxIpLength = 16;
const maxOffset = "9999d";

/** An input of an operation as the document would have it; what is wrong with it stays wrong. */
export function toDocumentRequest(operation: Operation, input: unknown): unknown {
  const completed = operation.path === "/payment" ? withoutGaps(input) : input;
  return conform(operation.request, completed);
}

/** A payment with what the document demands and a live gateway does not, and without what only a live gateway takes. */
function withoutGaps(input: unknown): unknown {
  if (!isRecord(input)) return input;
  const { paymentSource, sku, url, consumer } = input;
  return {
    ...input,
    url: { ipnUrl: noAddress, redirectUrl: noAddress, ...(isRecord(url) ? url : {}) },
    ...(isRecord(paymentSource) && { paymentSource: withTextToken(paymentSource) }),
    ...(isRecord(sku) && { sku: withPlainPrice(sku) }),
    ...(isRecord(consumer) && { consumer: withShortIp(consumer) }),
  };
}

/** A wallet's token may be the object that the phone gave. Nobody here can read it, so its beginning does. */
function withTextToken(source: Input): Input {
  const { token } = source;
  if (token === undefined) return source;
  const text = typeof token === "string" ? token : JSON.stringify(token);
  return { ...source, token: text.slice(0, maxTokenLength) };
}

/** No price means the SKU's own. An offset of more than four digits is a charge that never comes. */
function withPlainPrice({ price, ...sku }: Input): Input {
  if (!Array.isArray(price)) return price === undefined ? sku : { ...sku, price };
  if (price.length === 0) return "name" in sku ? sku : { ...sku, price };
  return {
    ...sku,
    price: price.map((item: unknown) =>
      isRecord(item) && typeof item["offset"] === "string" && /^\d{5,}d$/.test(item["offset"])
        ? { ...item, offset: maxOffset }
        : item,
    ),
  };
}

/** The document has no room for an IPv6 address; the sandbox does nothing with it. */
function withShortIp(consumer: Input): Input {
  const { ip } = consumer;
  const isLong = typeof ip === "string" && ip.length > maxIpLength && z.ipv6().safeParse(ip).success;
  return isLong ? { ...consumer, ip: "::" } : consumer;
}

/** A value in the form that a schema asks for, as far as that changes no meaning. */
function conform(schema: z.core.$ZodType, value: unknown): unknown {
  if (schema instanceof z.ZodOptional) {
    // Live clients write null for what they do not know.
    const inner = schema.unwrap();
    return value === null && !(inner instanceof z.ZodNullable) ? undefined : conform(inner, value);
  }
  if (schema instanceof z.ZodNullable) return value === null ? null : conform(schema.unwrap(), value);
  if (schema instanceof z.ZodObject) return isRecord(value) ? conformObject(schema, value) : value;
  if (schema instanceof z.ZodArray) {
    return Array.isArray(value) ? value.map((item) => conform(schema.element, item)) : value;
  }
  if (schema instanceof z.ZodUnion) return conformUnion(schema, value);
  switch (schema._zod.def.type) {
    case "number":
      return typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case "string":
      return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
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

function conformObject(schema: z.ZodObject, value: Input): Input {
  return Object.fromEntries(
    Object.entries(schema.shape).flatMap(([key, inner]) => {
      const conformed = Object.hasOwn(value, key) ? conform(inner, value[key]) : undefined;
      return conformed === undefined ? [] : [[key, conformed]];
    }),
  );
}

/**
 * In the variant that fits; what fits none stays as it is, and is refused with its own words. A variant that takes the value as
 * it stands comes first, and a flag last: `repeat: 1` is one repeat and not `true`, which repeats without an end.
 */
function conformUnion(schema: z.ZodUnion, value: unknown): unknown {
  const rank = (option: z.core.$ZodType) =>
    z.safeParse(option, value).success ? 0 : option instanceof z.ZodBoolean ? 2 : 1;
  for (const option of schema.options.toSorted((one, other) => rank(one) - rank(other))) {
    const conformed = conform(option, value);
    if (z.safeParse(option, conformed).success) return conformed;
  }
  const named = schema.options.find((option) => isNamedBy(option, value));
  return named ? conform(named, value) : value;
}

/** Whether a variant is the one that the value's `type` names. */
function isNamedBy(option: z.core.$ZodType, value: unknown): boolean {
  const type = option instanceof z.ZodObject ? option.shape["type"] : undefined;
  return type !== undefined && isRecord(value) && z.safeParse(type, value["type"]).success;
}

type Input = Readonly<Record<string, unknown>>;
