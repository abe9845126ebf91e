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
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import { matching } from "./rows.ts";
import { type DeliveryRow, deliveries, deliveryAttempts } from "./schema-outbox.ts";

/** The claim of one process, by the machine's clock. */
export interface Lease {
  readonly token: string;
  readonly at: Date;
  readonly until: Date;
}

/** Notifications that a rule sends before the response, and the lease under which they were stored. */
export interface Early {
  readonly lease: Lease;
  readonly deliveryIds: string[];
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
 * attempt.
 *
 * @param db is no transaction: the claim must be committed when this returns, before anything is sent.
 */
export async function claimDeliveries(db: Db, claim: Claim): Promise<readonly DeliveryRow[]> {
  const { lease, now, notBefore, limit, deliveryId } = claim;
  const wanted = and(
    claimable(db, lease.at, lease.token),
    lte(deliveries.dueAt, now),
    matching(deliveries, { deliveryId }),
  );
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: deliveries.id })
      .from(deliveries)
      .where(wanted)
      .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
      .limit(limit)
      .for("update", { skipLocked: true });
    if (found.length === 0) return [];
    const ids = found.map(({ id }) => id);
    const taken = await tx
      .update(deliveries)
      .set({ leaseToken: lease.token, leaseUntil: lease.until, attempts: sql`${deliveries.attempts} + 1` })
      .where(inArray(deliveries.id, ids))
      .returning();
    await tx.insert(deliveryAttempts).values(
      taken.map(({ id, attempts, dueAt }) => ({
        delivery: id,
        number: attempts,
        startedAt: new Date(Math.max(dueAt.getTime(), notBefore.getTime())),
      })),
    );
    return taken.sort((one, other) => ids.indexOf(one.id) - ids.indexOf(other.id));
  });
}

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
  const { status, failures, dueAt, now, durationMs, httpStatus = null, error = null } = end;
  const isOver = status !== "waiting";
  return db.transaction(async (tx) => {
    const ended = await tx
      .update(deliveries)
      .set({ status, failures, dueAt, leaseToken: null, leaseUntil: null, endedAt: isOver ? now : null })
      .where(and(eq(deliveries.id, delivery.id), eq(deliveries.leaseToken, delivery.leaseToken ?? "")))
      .returning({ id: deliveries.id });
    if (ended.length === 0) return undefined;
    await tx
      .update(deliveryAttempts)
      .set({ durationMs, status: httpStatus, error })
      .where(matching(deliveryAttempts, { delivery: delivery.id, number: delivery.attempts }));
    if (!isOver) return { hasFreed: false };
    const freed = await tx
      .update(deliveries)
      .set({ held: false, dueAt: sql`greatest(${deliveries.dueAt}, ${sql.param(now, deliveries.dueAt)})` })
      .where(and(eq(deliveries.status, "waiting"), waitsFor(delivery)))
      .returning({ id: deliveries.id });
    return { hasFreed: freed.length > 0 };
  });
}

/** Later deliveries of the queue, and earlier ones of the merchant that are held back. */
function waitsFor({ id, queue, merchantId }: DeliveryRow): SQL | undefined {
  return or(
    and(eq(deliveries.queue, queue), eq(deliveries.held, false), gt(deliveries.id, id)),
    and(eq(deliveries.merchantId, merchantId), eq(deliveries.held, true), lt(deliveries.id, id)),
  );
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

/** Ends one lease; or every lease, of a database that only this process can have open, after its last owner has ended. */
export async function endLeases(db: Db, leaseToken?: string): Promise<void> {
  await db
    .update(deliveries)
    .set({ leaseToken: null, leaseUntil: null })
    .where(matching(deliveries, { status: "waiting", leaseToken }));
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

/** Waiting, not held back, not leased but with the given token, and first in its queue. */
function claimable(db: Db, machineNow: Date, leaseToken?: string): SQL | undefined {
  return and(
    eq(deliveries.status, "waiting"),
    eq(deliveries.held, false),
    or(
      isNull(deliveries.leaseUntil),
      lte(deliveries.leaseUntil, machineNow),
      leaseToken === undefined ? undefined : eq(deliveries.leaseToken, leaseToken),
    ),
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
