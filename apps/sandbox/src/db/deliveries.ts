/**
 * The outbox: undelivered notifications, as a table of jobs.
 *
 *   waiting --claim--> waiting, leased --end--> delivered | exhausted | waiting (due later)
 *
 * Invariants: a delivery is claimed by one process at a time (`for update skip locked`, then a lease). In a queue (an order, or
 * an account of a wallet) only the oldest waiting delivery can be claimed. The number of an attempt is assigned, and committed,
 * before anything is sent, so no number is ever sent twice, even if a process is killed. An interrupted attempt stays in the
 * log without an end, and does not count against the schedule.
 *
 * A lease depends on the life of a process and uses the machine's clock: moving the sandbox's clock must neither take a
 * delivery from a process that is sending it, nor leave one with a dead process.
 */
import { and, asc, eq, exists, gt, inArray, isNull, lt, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { type AnyPgColumn, alias } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import { deliveries, deliveryAttempts } from "./schema-outbox.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type NewDelivery = Omit<typeof deliveries.$inferInsert, "id" | "attempts" | "failures" | "status">;

/** The claim of one process, by the machine's clock. */
export interface Lease {
  readonly token: string;
  readonly at: Date;
  readonly until: Date;
}

/** How an attempt ended, and the next state of its delivery. */
export interface AttemptEnd {
  readonly durationMs: number;
  readonly httpStatus: number | undefined;
  readonly error: string | undefined;
  readonly status: DeliveryRow["status"];
  readonly failures: number;
  readonly dueAt: Date;
  readonly now: Date;
}

const earlier = alias(deliveries, "earlier");

/** Selects the deliveries to claim. */
export interface Claim {
  readonly lease: Lease;
  /** Deliveries due at this time or earlier are claimed. */
  readonly now: Date;
  /** An attempt is dated to the time at which it was due, but never before this time. */
  readonly notBefore: Date;
  readonly limit: number;
  /** Claims only this one. */
  readonly deliveryId?: string;
}

/**
 * Claims the deliveries that have been due longest, at most the first of each queue, and assigns the number of the next
 * attempt. It is a single statement: the claim is committed when this returns.
 */
export async function claimDeliveries(db: Db, claim: Claim): Promise<readonly DeliveryRow[]> {
  const { lease, now, notBefore, limit, deliveryId } = claim;
  const wanted = and(
    claimable(db, lease.at),
    lte(deliveries.dueAt, now),
    deliveryId === undefined ? undefined : eq(deliveries.deliveryId, deliveryId),
  );
  const found = db
    .$with("found")
    .as(
      db
        .select({ id: deliveries.id })
        .from(deliveries)
        .where(wanted)
        .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
        .limit(limit)
        .for("update", { skipLocked: true }),
    );
  const taken = db.$with("taken").as(
    db
      .update(deliveries)
      .set({ leaseToken: lease.token, leaseUntil: lease.until, attempts: sql`${deliveries.attempts} + 1` })
      .where(inArray(deliveries.id, db.select({ id: found.id }).from(found)))
      .returning(),
  );
  const noted = db.$with("noted").as(
    db
      .insert(deliveryAttempts)
      .select(
        db
          .select({
            delivery: taken.id,
            number: taken.attempts,
            startedAt: later(taken.dueAt, notBefore).as("started_at"),
            ...noEnd,
          })
          .from(taken),
      )
      .returning({ delivery: deliveryAttempts.delivery }),
  );
  return db.with(found, taken, noted).select().from(taken).orderBy(asc(taken.dueAt), asc(taken.id));
}

/** An attempt that has not ended: drizzle requires every column of a selected row. */
const noEnd = {
  durationMs: sql<null>`null::integer`.as("duration_ms"),
  status: sql<null>`null::smallint`.as("status"),
  error: sql<null>`null::text`.as("error"),
};

/**
 * Records the end of an attempt. The deliveries that waited for it become due: the next of its queue, and a notification of
 * the merchant that this one had to overtake.
 *
 * @returns `undefined` if the lease was lost and another process has it.
 */
export async function endAttempt(
  db: Db,
  delivery: DeliveryRow,
  end: AttemptEnd,
): Promise<{ readonly hasFreed: boolean } | undefined> {
  const { status, failures, dueAt, now } = end;
  const isOver = status !== "waiting";
  const ended = db.$with("ended").as(
    db
      .update(deliveries)
      .set({ status, failures, dueAt, leaseToken: null, leaseUntil: null, endedAt: isOver ? now : null })
      .where(and(eq(deliveries.id, delivery.id), eq(deliveries.leaseToken, delivery.leaseToken ?? "")))
      .returning({ id: deliveries.id }),
  );
  const isEnded = db.select({ id: ended.id }).from(ended);
  const noted = db.$with("noted").as(
    db
      .update(deliveryAttempts)
      .set({ durationMs: end.durationMs, status: end.httpStatus ?? null, error: end.error ?? null })
      .where(and(inArray(deliveryAttempts.delivery, isEnded), eq(deliveryAttempts.number, delivery.attempts)))
      .returning({ delivery: deliveryAttempts.delivery }),
  );
  const freed = db.$with("freed").as(
    db
      .update(deliveries)
      .set({ held: false, dueAt: later(deliveries.dueAt, now) })
      .where(isOver ? and(exists(isEnded), eq(deliveries.status, "waiting"), waitsFor(delivery)) : sql`false`)
      .returning({ id: deliveries.id }),
  );
  const [row] = await db
    .with(ended, noted, freed)
    .select({ hasFreed: sql<boolean>`exists (select 1 from ${freed})` })
    .from(ended);
  return row;
}

/** Later deliveries of the queue, and earlier ones of the merchant that are held back. */
function waitsFor({ id, queue, merchantId }: DeliveryRow): SQL | undefined {
  return or(
    and(eq(deliveries.queue, queue), eq(deliveries.held, false), gt(deliveries.id, id)),
    and(eq(deliveries.merchantId, merchantId), eq(deliveries.held, true), lt(deliveries.id, id)),
  );
}

function later(column: AnyPgColumn | SQL.Aliased, time: Date): SQL<Date> {
  return sql<Date>`greatest(${column}, ${sql.param(time, deliveries.dueAt)})`;
}

/** When the next claimable delivery is due. */
export async function nextDelivery(db: Db, machineNow: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(claimable(db, machineNow))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
    .limit(1);
  return row?.dueAt;
}

/** Whether this process or another is sending something at this moment. */
export async function isSending(db: Db, machineNow: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.status, "waiting"), gt(deliveries.leaseUntil, machineNow)))
    .limit(1);
  return row !== undefined;
}

/** Ends every lease: for a database that only this process can have open, after its last owner has ended. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .update(deliveries)
    .set({ leaseToken: null, leaseUntil: null })
    .where(eq(deliveries.status, "waiting"));
}

/** Sends a notification again from the start of the schedule; `undefined` if it does not exist. */
export async function reviveDelivery(
  db: Db,
  deliveryId: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .update(deliveries)
    .set({ status: "waiting", failures: 0, held: false, fault: null, dueAt: now, endedAt: null })
    .where(eq(deliveries.deliveryId, deliveryId))
    .returning();
  return row;
}

/** Waiting, not held back, not leased, and first in its queue. */
function claimable(db: Db, machineNow: Date): SQL | undefined {
  return and(
    eq(deliveries.status, "waiting"),
    eq(deliveries.held, false),
    or(isNull(deliveries.leaseUntil), lte(deliveries.leaseUntil, machineNow)),
    not(
      exists(
        db
          .select({ one: sql`1` })
          .from(earlier)
          .where(
            and(
              eq(earlier.queue, deliveries.queue),
              lt(earlier.id, deliveries.id),
              eq(earlier.status, "waiting"),
              ne(earlier.held, true),
            ),
          ),
      ),
    ),
  );
}
