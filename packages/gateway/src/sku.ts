/** Section 2.4: the product and its price schedule. */

import { readOwn } from "@cardpane/contract/record";
import * as z from "zod/mini";
import { amount, currency } from "./money.ts";
import { unreachableItem } from "./schedule.ts";
import { gatewayId, text } from "./text.ts";

/** One charge of the schedule, `offset` days after the one before it: once, repeated, or until canceled. */
export interface PriceItem {
  /** Days after the charge before it; for the first item, after the purchase. 1 to 4 digits followed by d: `30d`. */
  readonly offset?: string | undefined;
  /** In the currency's major unit: `12.5` EUR. From 0 to 999,999,999,999, with no more decimals than the currency has. */
  readonly amount: number;
  /** ISO 4217, three capital letters: `EUR`. */
  readonly currency: string;
  /** `true`: until canceled. A number: that many repetitions. `false` or absent: once. */
  readonly repeat?: boolean | number | undefined;
}

/** Schema of {@link PriceItem}. *Assumption*: `amount` and `currency` are required, and `repeat` is never negative. */
export const priceItem = z.strictObject({
  offset: z.optional(
    z.string().check(z.regex(/^\d{1,4}d$/, "must be 1 to 4 digits followed by d, for example 30d")),
  ),
  amount,
  currency,
  repeat: z.optional(
    z.union(
      [z.boolean(), z.int().check(z.nonnegative("must be true, false or a whole number of repeats"))],
      "must be true, false or a whole number of repeats",
    ),
  ),
});

/** Schema of a schedule: at least one item, and none after one that repeats until canceled. */
export const priceSchedule = z.array(priceItem, "must be an array of prices").check(
  z.minLength(1, "must hold at least one price"),
  z.superRefine((items, context) => {
    const index = unreachableItem(items);
    const message = "is never charged: the price before it repeats until canceled";
    if (index !== undefined) context.addIssue({ code: "custom", path: [index], message });
  }),
  z.meta({ description: "no item after one that repeats until canceled" }),
);

interface SkuBase {
  /** The title that the shopper sees, 3 to 128 characters. */
  readonly title?: string | undefined;
  /** Retries the transaction of an order after an SCA decline. `id`: the order's id, 5 to 36 characters. */
  readonly action?: { readonly type: "retry"; readonly id: string } | undefined;
}

/** A product that is identified by its site. */
export interface SkuBySite extends SkuBase {
  /** 5 to 36 characters. */
  readonly siteId: string;
  /** At least one. */
  readonly price: readonly PriceItem[];
  /** The shop's domain, without a protocol, 5 to 36 characters. */
  readonly domainName?: string | undefined;
}

/** A product that is identified by its SKU name, at the gateway's prices. */
export interface SkuByName extends SkuBase {
  /** Name of the SKU, 5 to 36 characters. */
  readonly name: string;
}

/** A product that is identified by its SKU name, at the request's prices. */
export interface SkuByNameWithPrice extends SkuByName {
  /** At least one. */
  readonly price: readonly PriceItem[];
}

/** The product and its price schedule: by site, by SKU name, or by SKU name with the request's prices. */
export type Sku = SkuBySite | SkuByNameWithPrice | SkuByName;

const title = z.optional(text(3, 128));
const action = z.optional(z.strictObject({ type: z.literal("retry", "must be retry"), id: gatewayId }));

const bySite = z.strictObject({
  siteId: gatewayId,
  price: priceSchedule,
  title,
  domainName: z.optional(gatewayId.check(z.regex(/^[^/:\s]*$/, "must be a domain name without a protocol"))),
  action,
});
const byNameWithPrice = z.strictObject({
  name: gatewayId,
  price: priceSchedule,
  title,
  action,
});
const byName = z.strictObject({ name: gatewayId, title, action });

/** Schema of {@link Sku}. */
export const sku = z.union([bySite, byNameWithPrice, byName]);

/** The variant that an input means, so that errors name that variant's fields and not the union. */
export function skuVariant(input: unknown): typeof bySite | typeof byNameWithPrice | typeof byName {
  const has = (key: string) => readOwn(input, key) !== undefined;
  if (has("siteId") || !has("name")) return bySite;
  return has("price") ? byNameWithPrice : byName;
}
