/** Failed scheduled work: its rows are set aside, so that everything else continues. */
import { and, desc, eq, exists, not, type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import { merchants } from "./schema.ts";
import { failedJobs, type JobName } from "./schema-outbox.ts";

export type FailedJobRow = typeof failedJobs.$inferSelect;

/** Excludes rows that are set aside from the due rows. */
export function isNotSetAside(db: Db, job: JobName, rowId: AnyPgColumn): SQL {
  const failed = db
    .select({ one: sql`1` })
    .from(failedJobs)
    .where(and(eq(failedJobs.job, job), eq(failedJobs.rowId, rowId)));
  return not(exists(failed));
}

/** Sets a row aside. If another process has already done so, nothing changes. */
export async function setAside(db: Db, job: Omit<FailedJobRow, "id">): Promise<void> {
  await db.insert(failedJobs).values(job).onConflictDoNothing();
}

/** The rows that are set aside, the latest first. */
export async function listFailedJobs(
  db: Db,
  { merchantId, limit }: { readonly merchantId: number | undefined; readonly limit: number },
) {
  return db
    .select({ job: failedJobs, publicId: merchants.publicId })
    .from(failedJobs)
    .innerJoin(merchants, eq(merchants.id, failedJobs.merchantId))
    .where(merchantId === undefined ? undefined : eq(failedJobs.merchantId, merchantId))
    .orderBy(desc(failedJobs.id))
    .limit(limit);
}

/** Makes a row due again; `false` if it is not set aside. */
export async function reviveJob(db: Db, id: number): Promise<boolean> {
  const revived = await db.delete(failedJobs).where(eq(failedJobs.id, id)).returning({ id: failedJobs.id });
  return revived.length > 0;
}
