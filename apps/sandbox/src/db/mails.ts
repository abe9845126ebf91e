/** E-mails that a real gateway would have sent. */
import { desc, eq } from "drizzle-orm";
import type { Db } from "./open.ts";
import { merchants } from "./schema.ts";
import { mails } from "./schema-mails.ts";

/** Mails of one merchant or of all merchants, the latest first. */
export async function listMails(db: Db, filter: { merchantId?: number | undefined; limit: number }) {
  return db
    .select({ mail: mails, publicId: merchants.publicId })
    .from(mails)
    .innerJoin(merchants, eq(merchants.id, mails.merchantId))
    .where(filter.merchantId === undefined ? undefined : eq(mails.merchantId, filter.merchantId))
    .orderBy(desc(mails.id))
    .limit(filter.limit);
}
