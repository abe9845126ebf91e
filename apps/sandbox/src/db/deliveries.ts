/**
 * The outbox: notifications on their way, as a table of jobs.
 *
 *   waiting --claim--> waiting, leased --end--> delivered | exhausted | waiting (due later)
 *
 * What holds: a delivery is claimed by one process at a time (`for update skip locked`, then a lease); of one order only
 * the oldest that still waits can be claimed; an attempt's number is taken, and committed, before anything is sent, so no
 * number is ever sent twice, whatever is killed when. An attempt that was interrupted stays in the log without an end,
 * and does not count against the schedule.
 *
 * A lease is about the life of a process and goes by the machine's clock: travelling in time must neither take a delivery
 * away from a process that is sending it, nor keep one with a process that is dead.
 */
import { and, asc, eq, exists, gt, isNull, lt, lte, ne, not, or, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import { orders } from "./schema.ts";
import { deliveries, deliveryAttempts } from "./schema-outbox.ts";

export type DeliveryRow = typeof deliveries.$inferSelect;
export type AttemptRow = typeof deliveryAttempts.$inferSelect;
export type NewDelivery = Omit<typeof deliveries.$inferInsert, "id" | "attempts" | "failures" | "status">;

/** Who claims, by the machine's clock. */
export interface Lease {
  readonly token: string;
  readonly at: Date;
  readonly until: Date;
}

/** How an attempt ended, and what becomes of its delivery. */
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

/** Stores a notification. The order is locked, so that ids and commits of one order's notifications go the same way. */
export async function insertDelivery(db: Db, delivery: NewDelivery): Promise<DeliveryRow> {
  await db.select({ id: orders.id }).from(orders).where(eq(orders.id, delivery.orderId)).for("update");
  const [row] = await db
    .insert(deliveries)
    .values({ ...delivery, status: "waiting" })
    .returning();
  if (!row) throw new Error("The notification was not stored.");
  return row;
}

/**
 * Claims the delivery that has been due longest and takes the number of its next attempt.
 *
 * @param owner claims the delivery that was stored with this lease already, and no other.
 */
export async function claimDelivery(
  db: Db,
  now: Date,
  lease: Lease,
  owner?: { readonly deliveryId: string },
): Promise<DeliveryRow | undefined> {
  return db.transaction(async (tx) => {
    const wanted = owner
      ? and(eq(deliveries.deliveryId, owner.deliveryId), eq(deliveries.leaseToken, lease.token))
      : and(claimable(tx, lease.at), lte(deliveries.dueAt, now));
    const [found] = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(wanted)
      .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
      .limit(1)
      .for("update", { skipLocked: true });
    if (!found) return undefined;
    const [row] = await tx
      .update(deliveries)
      .set({
        leaseToken: lease.token,
        leaseUntil: lease.until,
        attempts: sql`${deliveries.attempts} + 1`,
      })
      .where(eq(deliveries.id, found.id))
      .returning();
    if (!row) return undefined;
    await tx.insert(deliveryAttempts).values({ delivery: row.id, number: row.attempts, startedAt: now });
    return row;
  });
}

/** Writes the end of an attempt down; `false` where the lease was lost meanwhile and somebody else has it. */
export async function endAttempt(db: Db, delivery: DeliveryRow, end: AttemptEnd): Promise<boolean> {
  return db.transaction(async (tx) => {
    const { status, failures, dueAt, now } = end;
    const isOver = status !== "waiting";
    const held = await tx
      .update(deliveries)
      .set({ status, failures, dueAt, leaseToken: null, leaseUntil: null, endedAt: isOver ? now : null })
      .where(and(eq(deliveries.id, delivery.id), eq(deliveries.leaseToken, delivery.leaseToken ?? "")))
      .returning({ id: deliveries.id });
    if (held.length === 0) return false;
    await tx
      .update(deliveryAttempts)
      .set({ durationMs: end.durationMs, status: end.httpStatus ?? null, error: end.error ?? null })
      .where(and(eq(deliveryAttempts.delivery, delivery.id), eq(deliveryAttempts.number, delivery.attempts)));
    if (isOver) await letGo(tx, delivery, now);
    return true;
  });
}

/** A notification that was to be overtaken has been. */
async function letGo(tx: Db, { merchantId, id }: DeliveryRow, now: Date): Promise<void> {
  await tx
    .update(deliveries)
    .set({ held: false, dueAt: now })
    .where(and(eq(deliveries.merchantId, merchantId), eq(deliveries.held, true), lt(deliveries.id, id)));
}

/** When the next delivery is due that can be claimed. */
export async function nextDelivery(db: Db, machineNow: Date): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(claimable(db, machineNow))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
    .limit(1);
  return row?.dueAt;
}

/** Says whether a process, this or another, is sending something at this moment. */
export async function isSending(db: Db, machineNow: Date): Promise<boolean> {
  const [row] = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(eq(deliveries.status, "waiting"), gt(deliveries.leaseUntil, machineNow)))
    .limit(1);
  return row !== undefined;
}

/** Ends every lease: for a database that only this process can have open, whose last owner is gone. */
export async function endLeases(db: Db): Promise<void> {
  await db
    .update(deliveries)
    .set({ leaseToken: null, leaseUntil: null })
    .where(eq(deliveries.status, "waiting"));
}

/** Sends a notification again from the start of the schedule; `undefined` where there is none. */
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

/** Waiting, not held back, sent by nobody, and behind no other of its order. */
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
              eq(earlier.orderId, deliveries.orderId),
              lt(earlier.id, deliveries.id),
              eq(earlier.status, "waiting"),
              ne(earlier.held, true),
            ),
          ),
      ),
    ),
  );
}
