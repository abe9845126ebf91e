/**
 * The delivery worker: takes notifications out of the outbox and sends them to their receivers, many in parallel and those of
 * one order one after the other.
 *
 *   claim (attempt n is assigned) -> send -> record: delivered, due again, or exhausted
 *
 * Killed before the claim: the next start claims it. Killed after the claim: the next start sends attempt n+1 with the same
 * X-Delivery-ID. No notification is lost; a receiver may get one twice and recognizes it by its id.
 *
 * While time is moved, a receiver that does not answer must not delay the others: the worker waits for it briefly, and then
 * the clock moves on. Its attempts keep the times at which they were due, even if they are sent later.
 */
import { setTimeout as pause } from "node:timers/promises";
import { claimDeliveries, endAttempt, nextDelivery } from "../db/deliveries.ts";
import type { Database } from "../db/open.ts";
import type { DeliveryRow } from "../db/schema-outbox.ts";
import { describeFailure } from "../describe-failure.ts";
import type { SandboxClock } from "../scheduling/clock.ts";
import type { BackgroundFailure, LogFailure } from "../scheduling/scheduled-job.ts";
import type { Background, Travel } from "../scheduling/scheduler.ts";
import { retryAt, retryDelaysMs } from "./retry.ts";
import { type Message, type SendDeps, type Sent, send } from "./send.ts";

/** Points at which a test may kill the process. */
export type DeliveryStep = "claimed" | "sent" | "recorded";

export interface DeliveryWorkerDeps extends SendDeps {
  readonly database: Pick<Database, "db">;
  readonly clock: SandboxClock;
  /** Called when the scheduler may have further attempts to wait for. */
  readonly onLater: () => void;
  readonly onStep?: ((step: DeliveryStep) => void) | undefined;
  readonly logFailure: LogFailure;
}

/** How many notifications are in progress at once: enough that some receivers that never answer do not delay the others. */
const parallel = 32;
/** The number of notifications in one claim. */
const batch = 8;
/** Notifications that are written within this time are claimed together, in milliseconds. */
const gatherMs = 5;
/** How long a moved clock waits for a receiver before it moves on, in milliseconds of the machine's time. */
const promptAnswerMs = 500;
/** Attempts that end within this time are read together, in milliseconds. */
const gatherEndsMs = 25;

/** An attempt in progress. */
interface UnderWay {
  readonly id: number;
  readonly receiver: string;
  /** When it was sent, by this process's own clock; absent once the receiver has answered. */
  sentAt?: number | undefined;
  over: Promise<void>;
}

/** The worker sends nothing before {@link Background.startDue}. */
export class DeliveryWorker implements Background {
  readonly #deps: DeliveryWorkerDeps;
  readonly #underWay = new Set<UnderWay>();
  /** Deliveries that a request sends before its response. */
  readonly #early = new Set<number>();
  /** Deliveries whose last attempt could not be recorded: the database still has them as due. */
  readonly #resting = new Set<number>();
  /** Receivers that were too slow during the current move of the clock. */
  readonly #slow = new Set<string>();
  #claiming: Promise<void> | undefined;
  #wantsMore = false;
  #isStopped = false;
  #travel: Travel | undefined;

  constructor(deps: DeliveryWorkerDeps) {
    this.#deps = deps;
  }

  next(): Promise<Date | undefined> {
    return nextDelivery(this.#deps.database.db, this.#busy());
  }

  startDue(): void {
    this.#wantsMore = true;
    this.#claiming ??= this.#claim()
      // After a failure of the database, the next start reads it again.
      .catch((error: unknown) => {
        this.#wantsMore = false;
        this.#deps.logFailure({ work: "delivery", failure: describeFailure(error) });
      })
      .finally(() => {
        this.#claiming = undefined;
        if (this.#wantsMore && !this.#isStopped && this.#hasRoom()) this.startDue();
      });
  }

  setTravel(travel: Travel | undefined): void {
    this.#travel = travel;
    this.#slow.clear();
  }

  async drain(): Promise<void> {
    for (;;) {
      await this.#claimed();
      const prompt = [...this.#underWay].filter(({ receiver }) => !this.#slow.has(receiver));
      if (prompt.length === 0) return;
      await within(promptAnswerMs, Promise.all(prompt.map(({ over }) => over)));
      const longAgo = performance.now() - promptAnswerMs;
      for (const { receiver, sentAt = longAgo } of prompt) if (sentAt < longAgo) this.#slow.add(receiver);
    }
  }

  isIdle(): boolean {
    return !this.#claiming && this.#underWay.size === 0;
  }

  async waitForOne(): Promise<void> {
    await this.#claimed();
    const attempts = Array.from(this.#underWay, ({ over }) => over);
    if (attempts.length > 0) await Promise.race(attempts);
    await pause(gatherEndsMs);
  }

  /** Keeps deliveries, which are not committed yet, for {@link deliverEarly}. */
  reserve(ids: readonly number[]): void {
    for (const id of ids) this.#early.add(id);
  }

  /** Sends reserved deliveries at once and waits for the attempts. One that waits for an earlier one of its queue is sent later. */
  async deliverEarly(ids: readonly number[]): Promise<void> {
    const { database, clock } = this.#deps;
    try {
      for (const id of ids) {
        const now = await clock.now();
        const claimed = await claimDeliveries(database.db, {
          now,
          notBefore: now,
          limit: 1,
          busy: () => [],
          id,
        });
        await Promise.all(claimed.map((delivery) => this.#dispatch(delivery, now)));
      }
    } finally {
      for (const id of ids) this.#early.delete(id);
    }
  }

  /** Claims nothing new and waits for attempts in progress. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#claimed();
    await Promise.all([...this.#underWay].map(({ over }) => over));
  }

  async #claimed(): Promise<void> {
    while (this.#claiming) await this.#claiming;
  }

  #busy(): readonly number[] {
    return [...this.#early, ...this.#resting, ...Array.from(this.#underWay, ({ id }) => id)];
  }

  #hasRoom(): boolean {
    return this.#underWay.size <= parallel - batch;
  }

  async #claim(): Promise<void> {
    const { database, clock } = this.#deps;
    while (this.#wantsMore) {
      if (!this.#travel) await pause(gatherMs);
      // Attempts that end claim again; claims of only a few would cost a transaction each.
      if (this.#isStopped || !this.#hasRoom()) return;
      this.#wantsMore = false;
      const now = await clock.now();
      const notBefore = this.#travel?.from ?? now;
      const claim = { now, notBefore, limit: batch, busy: () => this.#busy() };
      const claimed = await claimDeliveries(database.db, claim);
      for (const delivery of claimed) this.#dispatch(delivery, notBefore);
      if (claimed.length === batch) this.#wantsMore = true;
    }
  }

  #dispatch(delivery: DeliveryRow, notBefore: Date): Promise<void> {
    const at = delivery.dueAt > notBefore ? delivery.dueAt : notBefore;
    const receiver = receiverOf(delivery.url);
    const one: UnderWay = { id: delivery.id, receiver, sentAt: performance.now(), over: Promise.resolve() };
    this.#underWay.add(one);
    one.over = this.#attempt(delivery, at, one)
      .catch((error: unknown) => {
        this.#deps.logFailure(failureOf(delivery, error));
        this.#rest(delivery);
        return false;
      })
      .then((isMoreDue) => {
        this.#underWay.delete(one);
        if (isMoreDue || this.#wantsMore) this.startDue();
        if (isMoreDue) this.#deps.onLater();
      });
    return one.over;
  }

  /** Waits as after a failed attempt, but by the machine's time. */
  #rest({ id, log }: DeliveryRow): void {
    this.#resting.add(id);
    const end = () => {
      this.#resting.delete(id);
      this.#deps.onLater();
    };
    setTimeout(end, retryDelaysMs[log.length - 1] ?? retryDelaysMs[4]).unref();
  }

  /** Makes an attempt at a time of the sandbox's clock, records it, and tells whether more is due now or later. */
  async #attempt(delivery: DeliveryRow, at: Date, one: UnderWay): Promise<boolean> {
    const { database, onStep, logFailure, systemNow } = this.#deps;
    onStep?.("claimed");
    const startedAt = systemNow();
    // A notification that cannot even be sent counts as an attempt, so that it is exhausted in the end and frees its queue.
    const { ok, ...answer } = await sendWithFault(this.#deps, delivery).catch((error: unknown): Sent => {
      logFailure(failureOf(delivery, error));
      return { ok: false, error: "not sent: the sandbox failed" };
    });
    one.sentAt = undefined;
    onStep?.("sent");
    const failures = ok ? delivery.failures : delivery.failures + 1;
    const again = ok ? undefined : retryAt(failures, at);
    const status = ok ? "delivered" : again ? "waiting" : "exhausted";
    const durationMs = Math.max(0, Math.round(systemNow() - startedAt));
    const attempt = { durationMs, ...answer };
    const end = { attempt, status, failures, dueAt: again ?? delivery.dueAt, now: at } as const;
    const ended = await endAttempt(database.db, delivery, end);
    onStep?.("recorded");
    if (!ended) return false;
    this.#travel?.events.push({
      kind: "notified",
      at,
      ...subjectOf(delivery),
      deliveryId: delivery.deliveryId,
      attempt: delivery.log.length,
      outcome: status === "waiting" ? "failed" : status,
      ...answer,
    });
    return ended.hasFreed || status === "waiting";
  }
}

/** Waits for work, but at most the given number of milliseconds. */
async function within(ms: number, work: Promise<unknown>): Promise<void> {
  const timer = new AbortController();
  await Promise.race([work, pause(ms, undefined, { signal: timer.signal }).catch(() => undefined)]);
  timer.abort();
}

/** The server of an address: if it does not answer one of its addresses, it will not answer the others either. */
function receiverOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}

/** Sends an attempt, or applies the fault of a QA rule to it. */
async function sendWithFault(deps: DeliveryWorkerDeps, delivery: DeliveryRow): Promise<Sent> {
  const { fault, body } = delivery;
  const message: Message = {
    url: delivery.url,
    deliveryId: delivery.deliveryId,
    attempt: delivery.log.length,
    transactionId: subjectOf(delivery).transactionId,
    status: readStatus(body),
    body,
  };
  if (!fault) return send(deps, message);
  const isHit = delivery.failures < (fault.attempts ?? 1);
  switch (fault.mode) {
    case "drop":
      return isHit ? { ok: false, error: "dropped by a rule" } : send(deps, message);
    case "cut":
      return isHit ? send(deps, message, Math.floor(body.length / 2)) : send(deps, message);
    case "duplicate": {
      const copies = Array.from({ length: fault.copies ?? 2 }, () => send(deps, message));
      const answers = await Promise.all(copies);
      return answers.find(({ ok }) => ok) ?? answers[0] ?? { ok: false, error: "not reached" };
    }
    case "delay":
    case "reorder":
    case "early":
      return send(deps, message);
    default:
      return fault.mode satisfies never;
  }
}

function failureOf({ id, log }: DeliveryRow, error: unknown): BackgroundFailure {
  return { work: "delivery", row: String(id), tries: log.length, failure: describeFailure(error) };
}

/** The subject of a notification: a payment of an order, or a transaction of a wallet's account. */
export function subjectOf(delivery: DeliveryRow) {
  const { orderId, paymentId, walletAccountId, walletTransactionId } = delivery;
  return paymentId === null
    ? { accountId: String(walletAccountId), transactionId: String(walletTransactionId) }
    : { orderId: String(orderId), transactionId: String(paymentId) };
}

/** The body is the outbox's own text, which this sandbox wrote: a payment result, or a wallet transaction. */
function readStatus(body: string): string {
  const content = JSON.parse(body) as { payment?: { status: string }; status?: string };
  return content.payment?.status ?? content.status ?? "";
}
