/**
 * The postman: takes notifications out of the outbox and brings them to their receivers, several at a time and those of
 * one order one after the other.
 *
 *   claim (attempt n is taken) -> send -> write down: delivered, due again, or exhausted
 *
 * Killed before the claim: somebody claims it. Killed after: the lease ends, and attempt n+1 is made with the same
 * X-Delivery-ID. Nothing is lost; a receiver may get one twice and knows it by its id.
 */
import { setTimeout as pause } from "node:timers/promises";
import {
  claimDelivery,
  type DeliveryRow,
  endAttempt,
  isSending,
  type Lease,
  nextDelivery,
} from "../db/deliveries.ts";
import type { Db } from "../db/open.ts";
import type { Background } from "../time/agenda.ts";
import type { SandboxClock } from "../time/clock.ts";
import type { Happened } from "../time/happened.ts";
import { retryAt } from "./retry.ts";
import { type Message, type SendDeps, type Sent, send } from "./send.ts";

/** Points at which a test may kill the process. */
export type PostStep = "claimed" | "sent" | "recorded";

export interface PostmanDeps extends SendDeps {
  readonly db: Db;
  readonly clock: SandboxClock;
  readonly newToken: () => string;
  readonly tell: (event: Happened) => void;
  /** Called after some attempts were made: there may be later ones to wait for. */
  readonly onIdle: () => void;
  readonly onStep?: (step: PostStep) => void;
}

export interface Postman extends Background {
  /** Sends notifications that were stored with a lease of this token, and waits for the attempt. */
  deliverEarly(deliveryIds: readonly string[], token: string): Promise<void>;
  /** Takes nothing new and waits for what is under way. */
  stop(): Promise<void>;
}

const parallel = 16;
/** How much longer than a receiver may take a process is believed to be alive. */
const leaseSlackMs = 15_000;
const otherProcessPollMs = 25;

/** A lease that begins now. */
export function leaseFrom(machineNow: number, timeoutMs: number, token: string): Lease {
  return { token, at: new Date(machineNow), until: new Date(machineNow + timeoutMs + leaseSlackMs) };
}

/** Makes a postman; he sets out when he is kicked. */
export function createPostman(deps: PostmanDeps): Postman {
  const { db, clock, machine, timeoutMs, newToken } = deps;
  const atWork = new Set<Promise<void>>();
  let isStopped = false;
  let hasAttempted = false;

  async function work(): Promise<void> {
    for (;;) {
      if (isStopped) return;
      const now = await clock.now();
      const delivery = await claimDelivery(db, now, leaseFrom(machine(), timeoutMs, newToken()));
      if (!delivery) return;
      // There may be more: one more hand, while this one is on its way.
      kick();
      hasAttempted = true;
      await attempt(deps, delivery, now);
    }
  }

  function kick(): void {
    if (isStopped || atWork.size >= parallel) return;
    // A database that fails is asked again by the next kick; the lease frees what was claimed.
    const worker: Promise<void> = work()
      .catch(() => undefined)
      .finally(() => {
        atWork.delete(worker);
        if (atWork.size > 0 || isStopped || !hasAttempted) return;
        hasAttempted = false;
        deps.onIdle();
      });
    atWork.add(worker);
  }

  async function drain(): Promise<void> {
    for (;;) {
      kick();
      while (atWork.size > 0) await Promise.all(atWork);
      if (isStopped || !(await isSending(db, new Date(machine())))) return;
      await pause(otherProcessPollMs);
    }
  }

  return {
    next: () => nextDelivery(db, new Date(machine())),
    kick,
    drain,
    deliverEarly: async (deliveryIds, token) => {
      for (const deliveryId of deliveryIds) {
        const now = await clock.now();
        const lease = leaseFrom(machine(), timeoutMs, token);
        const delivery = await claimDelivery(db, now, lease, { deliveryId });
        if (delivery) await attempt(deps, delivery, now);
      }
    },
    stop: async () => {
      isStopped = true;
      await Promise.all(atWork);
    },
  };
}

async function attempt(deps: PostmanDeps, delivery: DeliveryRow, now: Date): Promise<void> {
  deps.onStep?.("claimed");
  const startedAt = deps.machine();
  const sent = await sendAsTold(deps, delivery);
  deps.onStep?.("sent");
  const failures = sent.ok ? delivery.failures : delivery.failures + 1;
  const dueAt = sent.ok ? delivery.dueAt : retryAt(failures, now);
  const end = {
    durationMs: Math.max(0, Math.round(deps.machine() - startedAt)),
    httpStatus: sent.status,
    error: sent.error,
    status: sent.ok ? ("delivered" as const) : dueAt ? ("waiting" as const) : ("exhausted" as const),
    failures,
    dueAt: dueAt ?? delivery.dueAt,
    now,
  };
  const isOurs = await endAttempt(deps.db, delivery, end);
  deps.onStep?.("recorded");
  if (!isOurs) return;
  deps.tell({
    kind: "notified",
    at: now,
    orderId: String(delivery.orderId),
    transactionId: String(delivery.paymentId),
    deliveryId: delivery.deliveryId,
    attempt: delivery.attempts,
    outcome: end.status === "waiting" ? "failed" : end.status,
    ...(sent.status !== undefined && { status: sent.status }),
    ...(sent.error !== undefined && { error: sent.error }),
  });
}

/** Sends an attempt, or does to it what a rule of QA's says. */
async function sendAsTold(deps: PostmanDeps, delivery: DeliveryRow): Promise<Sent> {
  const { fault, body } = delivery;
  const message: Message = {
    url: delivery.url,
    deliveryId: delivery.deliveryId,
    attempt: delivery.attempts,
    transactionId: String(delivery.paymentId),
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

/** The body is the outbox's own text, written by this sandbox. */
function readStatus(body: string): string {
  return (JSON.parse(body) as { payment: { status: string } }).payment.status;
}
