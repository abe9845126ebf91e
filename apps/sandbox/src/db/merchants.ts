/** Merchants, each with a key, a site and a SKU. */
import { createHash } from "node:crypto";
import type { PriceItem } from "@cardpane/gateway";
import { eq, or, sql } from "drizzle-orm";
import { SandboxError } from "../errors.ts";
import type { Db } from "./open.ts";
import { findRow, insertRow, listRows, updateRow } from "./rows.ts";
import { merchants } from "./schema.ts";
import { inTransaction } from "./transaction.ts";

export interface Merchant {
  readonly id: number;
  readonly publicId: number;
}

/** A merchant to store, with its site and its SKU. */
export interface MerchantWithProduct {
  /** Sent unchanged in the `Authorization` header. Only its hash is stored. */
  readonly apiKey: string;
  /** The id of the merchant on the admin API. */
  readonly merchantId: number;
  /** For SKU variant A. */
  readonly siteId: string;
  /** The SKU's name, for variants B and C. */
  readonly sku: string;
  /** The SKU's title. */
  readonly title: string;
  /** The SKU's price, used if a payment names no price (variant B). */
  readonly price: readonly PriceItem[];
}

/** Finds the merchant of an API key. */
export function findMerchant(db: Db, apiKey: string): Promise<Merchant | undefined> {
  return findRow(db, merchants, { apiKeyHash: hashKey(apiKey) });
}

/**
 * Creates the merchant of a fresh sandbox, or updates it after a change of settings.
 *
 * @throws SandboxError `bad-setting` when the key and the merchant id belong to two different merchants.
 */
export async function saveMerchant(db: Db, merchant: MerchantWithProduct): Promise<void> {
  await inTransaction(db, async (tx) => {
    const row = rowOf(merchant);
    const isKnown = or(eq(merchants.publicId, row.publicId), eq(merchants.apiKeyHash, row.apiKeyHash));
    const [known, other] = await listRows(tx, merchants, isKnown);
    if (other) {
      throw new SandboxError(
        "bad-setting",
        "SANDBOX_API_KEY and SANDBOX_MERCHANT_ID belong to two different merchants of this database. Change one of them, or use another DATA_DIR.",
      );
    }
    if (known) await updateRow(tx, merchants, known.id, row);
    else await insertRow(tx, merchants, row);
  });
}

/** Public ids of merchants that the admin API creates are larger. */
const madeAfter = 100_000;

/**
 * Creates a merchant under an unused public id.
 *
 * @returns the public id.
 */
export async function insertMerchant(
  db: Db,
  merchant: Omit<MerchantWithProduct, "merchantId">,
): Promise<number> {
  const publicId = sql`${madeAfter}::int + nextval(pg_get_serial_sequence('merchants', 'id'))`;
  const values = { ...rowOf({ ...merchant, merchantId: 0 }), publicId };
  for (;;) {
    // SANDBOX_MERCHANT_ID may be a number of this kind: then the next one is taken.
    const [made] = await db.insert(merchants).values(values).onConflictDoNothing().returning();
    if (made) return made.publicId;
  }
}

function rowOf({ apiKey, merchantId, siteId, sku, title, price }: MerchantWithProduct) {
  return { apiKeyHash: hashKey(apiKey), publicId: merchantId, siteId, sku, title, price: [...price] };
}

/** A key has at least 128 random bits and cannot be guessed, so a plain hash is enough. */
function hashKey(apiKey: string): string {
  return createHash("sha256").update(apiKey).digest("hex");
}
