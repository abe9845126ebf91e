/**
 * The outbox: undelivered notifications, as a table of jobs.
 *
 *   waiting --claim--> waiting, attempt n begun --end--> delivered | exhausted | waiting (due later)
 *
 * Invariants: in a queue (an order, or an account of a wallet) only the oldest waiting delivery can be claimed. The number of an
 * attempt is assigned, and committed, before anything is sent, so no number is ever sent twice, even if the process is killed. An
 * interrupted attempt stays in the log without an end, and does not count against the schedule. One process has the database to
 * itself, so it alone knows which deliveries are being sent: they are the `busy` ones of each statement.
 */
import {
  and,
  asc,
  eq,
  exists,
  gt,
  inArray,
  lt,
  lte,
  ne,
  not,
  notInArray,
  or,
  type SQL,
  sql,
} from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Db } from "./open.ts";
import { matching } from "./rows.ts";
import { type DeliveryAttempt, type DeliveryRow, deliveries } from "./schema-outbox.ts";
import { inTransaction } from "./transaction.ts";

/** How an attempt ended, and the next state of its delivery. */
interface AttemptEnd extends Pick<DeliveryRow, "status" | "failures" | "dueAt"> {
  readonly attempt: Omit<DeliveryAttempt, "at">;
  readonly now: Date;
}

const earlier = alias(deliveries, "earlier");

/** Selects the deliveries to claim. */
interface Claim {
  /** Deliveries due at this time or earlier are claimed. */
  readonly now: Date;
  /** An attempt is dated to the time at which it was due, but never before this time. */
  readonly notBefore: Date;
  readonly limit: number;
  /** Ids of deliveries that are not claimed: they are being sent. Asked again under the lock of the claim. */
  readonly busy: () => readonly number[];
  /** Claims only this one. */
  readonly id?: number;
}

/**
 * Claims the deliveries that have been due longest, at most the first of each queue, and assigns the number of the next
 * attempt.
 *
 * @param db is no transaction: the claim must be committed when this returns, before anything is sent.
 */
export async function claimDeliveries(
  db: Db,
  { now, notBefore, limit, busy, id }: Claim,
): Promise<readonly DeliveryRow[]> {
  const due = await db
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(and(claimable(db, busy()), lte(deliveries.dueAt, now), matching(deliveries, { id })))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
    .limit(limit);
  if (due.length === 0) return [];
  const at = sql`greatest(${deliveries.dueAt}, ${sql.param(notBefore, deliveries.dueAt)})`;
  const ids = due.map((one) => one.id);
  const taken = await inTransaction(db, (tx) =>
    tx
      .update(deliveries)
      .set({ log: sql`${deliveries.log} || jsonb_build_array(jsonb_build_object('at', ${at}))` })
      .where(and(inArray(deliveries.id, ids), claimable(tx, busy())))
      .returning(),
  );
  return taken.sort((one, other) => one.dueAt.getTime() - other.dueAt.getTime() || one.id - other.id);
}

/**
 * Records the end of an attempt. The deliveries that waited for it become due: the next of its queue, and a notification of
 * the merchant that this one had to overtake.
 *
 * @returns `undefined` if the delivery has gone: its merchant was reset.
 */
export async function endAttempt(
  db: Db,
  delivery: DeliveryRow,
  end: AttemptEnd,
): Promise<{ readonly hasFreed: boolean } | undefined> {
  const { status, failures, dueAt, now } = end;
  const log = delivery.log.map((one, index) =>
    index === delivery.log.length - 1 ? { ...one, ...end.attempt } : one,
  );
  return inTransaction(db, async (tx) => {
    const ended = await tx
      .update(deliveries)
      .set({ status, failures, dueAt, log })
      .where(eq(deliveries.id, delivery.id))
      .returning({ id: deliveries.id });
    if (ended.length === 0) return undefined;
    if (status === "waiting") return { hasFreed: false };
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
export async function nextDelivery(db: Db, busy: readonly number[]): Promise<Date | undefined> {
  const [row] = await db
    .select({ dueAt: deliveries.dueAt })
    .from(deliveries)
    .where(claimable(db, busy))
    .orderBy(asc(deliveries.dueAt), asc(deliveries.id))
    .limit(1);
  return row?.dueAt;
}

/** Sends a notification again from the start of the schedule; `undefined` if it does not exist. */
export async function reviveDelivery(
  db: Db,
  deliveryId: string,
  now: Date,
): Promise<DeliveryRow | undefined> {
  const [row] = await db
    .update(deliveries)
    .set({ status: "waiting", failures: 0, held: false, fault: null, dueAt: now })
    .where(eq(deliveries.deliveryId, deliveryId))
    .returning();
  return row;
}

/** Waiting, not held back, not being sent, and first in its queue. */
function claimable(db: Db, busy: readonly number[]): SQL | undefined {
  return and(
    eq(deliveries.status, "waiting"),
    eq(deliveries.held, false),
    notInArray(deliveries.id, [...busy]),
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
