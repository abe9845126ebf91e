/** The purchased product: the three variants of section 2.4 resolved to one product with its price. */
import type { Sku } from "@cardpane/gateway";
import type { Db } from "../db/open.ts";
import { findRow } from "../db/rows.ts";
import { merchants, type ProductSnapshot } from "../db/schema.ts";
import { badField } from "../errors.ts";

/**
 * Resolves one of the merchant's SKUs.
 *
 * @throws Refusal 400 on `sku.siteId` or `sku.name` if the merchant does not have it.
 */
export async function resolveProduct(db: Db, merchantId: number, sku: Sku): Promise<ProductSnapshot> {
  const known = await findRow(db, merchants, { id: merchantId });
  if (!known) throw new Error("A payment's merchant has gone.");
  if ("siteId" in sku) {
    if (sku.siteId !== known.siteId) throw badField("sku.siteId", "is not a site of this merchant");
    const { siteId, title, domainName, price } = sku;
    return { siteId, title, domainName, price };
  }
  if (sku.name !== known.sku) throw badField("sku.name", "is not a SKU of this merchant");
  return {
    name: sku.name,
    title: sku.title ?? known.title,
    price: "price" in sku ? sku.price : known.price,
  };
}
