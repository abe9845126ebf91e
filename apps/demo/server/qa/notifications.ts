/** Notifications for the QA panel: what the sandbox sent, and beside each attempt what the shop made of it. */
import type { Journal, JournalEntry, Verdict } from "../notifications/journal.ts";
import type { Delivery, SandboxAdmin } from "./sandbox.ts";

/** One attempt, as both sides saw it. */
export interface SeenAttempt {
  /** `null` where none was named. */
  readonly number: number | null;
  /** ISO 8601: the sandbox's time where it told one, else the shop's. */
  readonly at: string;
  /** What the shop answered, as the sandbox saw it. */
  readonly answered: string | null;
  readonly verdict: string | null;
}

/** One notification. */
export interface SeenNotification {
  /** `null` for what came from somebody else. */
  readonly id: string | null;
  readonly shopOrder: string | null;
  /** `success, code 0, 18.5 EUR`. */
  readonly tells: string;
  /** `waiting`, `delivered` or `exhausted`, in the sandbox's words. */
  readonly status: string | null;
  readonly attempts: readonly SeenAttempt[];
  /** The sandbox can send it again. */
  readonly isReplayable: boolean;
}

/**
 * Notifications about a shopper's orders, and requests that proved to be about nobody's, newest first.
 *
 * @throws Error when the sandbox does not answer well.
 */
export async function listNotifications(
  orderIds: ReadonlySet<string>,
  journal: Journal,
  sandbox: Pick<SandboxAdmin, "notifications"> | undefined,
): Promise<readonly SeenNotification[]> {
  const deliveries = sandbox ? (await sandbox.notifications()).filter((one) => isOf(one, orderIds)) : [];
  const entries = journal.read(orderIds);
  const known = new Set(deliveries.map(({ id }) => id));
  const others = entries.filter(({ deliveryId }) => deliveryId === null || !known.has(deliveryId));
  return [...others.map(fromElsewhere), ...deliveries.map((delivery) => fromSandbox(delivery, entries))];
}

/** Whether a notification is about one of a shopper's orders. */
export function isOf({ body }: Delivery, orderIds: ReadonlySet<string>): boolean {
  const order = body.metadata?.udf1;
  return typeof order === "string" && orderIds.has(order);
}

function fromSandbox(delivery: Delivery, entries: readonly JournalEntry[]): SeenNotification {
  const { id, status, attempts, body } = delivery;
  const { payment = {} } = body;
  const facts = [payment.status, payment.code && `code ${payment.code}`];
  const mine = entries.filter(({ deliveryId }) => deliveryId === id);
  return {
    id,
    shopOrder: String(body.metadata?.udf1 ?? ""),
    tells: [...facts, `${payment.amount} ${payment.currency}`].filter(Boolean).join(", "),
    status,
    attempts: attempts.map(({ number, at, status: http, error }) => ({
      number,
      at,
      answered: error ?? (http === null ? null : `answered ${http}`),
      verdict: inWords(mine.find(({ attempt }) => attempt === number)?.verdict),
    })),
    isReplayable: true,
  };
}

function fromElsewhere({ at, orderId, deliveryId, attempt, verdict }: JournalEntry): SeenNotification {
  return {
    id: deliveryId,
    shopOrder: orderId,
    tells: "not in the sandbox's list",
    status: null,
    attempts: [
      { number: attempt, at: new Date(at).toISOString(), answered: null, verdict: inWords(verdict) },
    ],
    isReplayable: false,
  };
}

function inWords(verdict: Verdict | undefined): string | null {
  switch (verdict?.kind) {
    case undefined:
      return null;
    case "settled":
      return verdict.event;
    case "duplicate":
      return "known already, nothing done";
    case "refused":
      return `refused: ${verdict.why}`;
    case "failed":
      return "the shop failed, it comes again";
    default:
      return verdict satisfies never;
  }
}
