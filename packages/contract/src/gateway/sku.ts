/** Section 2.4: the product and its price schedule. */
import * as z from "zod";
import { amount, currency } from "./money.ts";
import { gatewayId, text } from "./text.ts";

/** One charge of the schedule: after `offset` days, once, `repeat` times, or until canceled. */
export const priceItem = z.strictObject({
  offset: z
    .string()
    .regex(/^\d{1,4}d$/, "must be 1 to 4 digits followed by d, for example 30d")
    .optional(),
  amount,
  currency,
  repeat: z
    .union(
      [z.boolean(), z.int().nonnegative("must be true, false or a whole number of repeats")],
      "must be true, false or a whole number of repeats",
    )
    .optional(),
});
export type PriceItem = z.infer<typeof priceItem>;

const title = text(3, 128).optional();
/** Retries the transaction of the same order after an SCA decline. */
const action = z.strictObject({ type: z.literal("retry", "must be retry"), id: gatewayId }).optional();
const price = z.array(priceItem, "must be an array of prices").min(1, "must hold at least one price");

const bySite = z.strictObject({
  siteId: gatewayId,
  price,
  title,
  domainName: gatewayId.regex(/^[^/:\s]*$/, "must be a domain name without a protocol").optional(),
  action,
});
const byNameWithPrice = z.strictObject({
  name: gatewayId,
  price,
  title,
  action,
});
const byName = z.strictObject({ name: gatewayId, title, action });

/** `sku` of a payment request: by site, by SKU name, or by SKU name with custom prices. */
export const sku = z.union([bySite, byNameWithPrice, byName]);
export type Sku = z.infer<typeof sku>;

/** The one variant that an input means, so that its errors are that variant's own and not the union's. */
export function skuVariant(input: unknown): typeof bySite | typeof byNameWithPrice | typeof byName {
  const has = (key: string) =>
    typeof input === "object" &&
    input !== null &&
    Object.hasOwn(input, key) &&
    (input as Readonly<Record<string, unknown>>)[key] !== undefined;
  if (has("siteId") || !has("name")) return bySite;
  return has("price") ? byNameWithPrice : byName;
}
