/** Notifications for the QA panel: the sandbox's deliveries, and the shop's verdict on each attempt. */
import { explainCode } from "@cardpane/node";
import type { Journal, JournalEntry, Verdict } from "../notifications/journal.ts";
import { formatAmount } from "../shop/money.ts";
import type { Delivery, SandboxAdmin } from "./sandbox.ts";

/** One attempt, with the data of the sandbox and of the shop. */
export interface SeenAttempt {
  /** `null` if the request named no number. */
  readonly number: number | null;
  /** ISO 8601: the sandbox's time if it sent one, otherwise the shop's. */
  readonly at: string;
  /** The shop's response, as the sandbox recorded it. */
  readonly answered: string | null;
  readonly verdict: string | null;
}

export interface SeenNotification {
  /** `null` for a request without a delivery id. */
  readonly id: string | null;
  readonly shopOrder: string | null;
  /** `success, €18.50`, or `fail, 5051 Insufficient funds or limit exceeded, €18.50`. */
  readonly summary: string;
  /** `waiting`, `delivered` or `exhausted`, as the sandbox spells it. */
  readonly status: string | null;
  readonly attempts: readonly SeenAttempt[];
  /** Whether the sandbox can send it again. */
  readonly isReplayable: boolean;
}

/** Identifies the notifications of a shopper. */
export interface Mine {
  /** Whether a reference belongs to the shopper: an order's, a refill's or an account's. */
  readonly isMine: (reference: string) => boolean;
  /** The wallet user who is logged in. */
  readonly walletUserId: number | null;
}

/**
 * Notifications about a shopper's orders and wallet, and requests that belong to no shopper, newest first.
 *
 * @throws Error when the sandbox's response is an error.
 */
export async function listNotifications(
  mine: Mine,
  journal: Journal,
  sandbox: Pick<SandboxAdmin, "notifications"> | undefined,
): Promise<readonly SeenNotification[]> {
  const deliveries = sandbox ? (await sandbox.notifications()).filter((one) => isOf(one, mine)) : [];
  const entries = journal.read(mine.isMine);
  const known = new Set(deliveries.map(({ id }) => id));
  const others = entries.filter(({ deliveryId }) => deliveryId === null || !known.has(deliveryId));
  return [...others.map(fromElsewhere), ...deliveries.map((delivery) => fromSandbox(delivery, entries))];
}

/** Whether a notification belongs to a shopper. */
export function isOf({ body }: Delivery, { isMine, walletUserId }: Mine): boolean {
  return isMine(referenceOf(body)) || (walletUserId !== null && body.userId === walletUserId);
}

/** The shop's reference in a notification: `merchantOrderID` of a wallet's, `metadata.udf1` of a payment's. */
function referenceOf({ metadata, merchantOrderID }: Delivery["body"]): string {
  const reference = typeof merchantOrderID === "string" ? merchantOrderID : metadata?.udf1;
  return typeof reference === "string" ? reference : "";
}

function fromSandbox(delivery: Delivery, entries: readonly JournalEntry[]): SeenNotification {
  const { id, status, attempts, body } = delivery;
  const { status: outcome, code, amount, currency, kind } = factsOf(body);
  const facts = [kind, outcome, meaningOf(code), moneyOf(amount, currency)];
  const mine = entries.filter(({ deliveryId }) => deliveryId === id);
  return {
    id,
    shopOrder: referenceOf(body),
    summary: facts.filter(Boolean).join(", "),
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

/** The facts of a notification about a payment or a wallet transaction; only the latter has a kind. */
function factsOf({ payment, ...transaction }: Delivery["body"]) {
  if (payment) return { ...payment, kind: undefined };
  const { status, code, price: amount, currency, subtype, notice } = transaction;
  return { status, code, amount, currency, kind: notice ?? subtype };
}

/** A code with its meaning; `null` for success, which the status already shows. */
function meaningOf(code: unknown): string | null {
  return typeof code === "string" && code !== "0" ? `${code} ${explainCode(code)}` : null;
}

function moneyOf(amount: unknown, currency: unknown): string | null {
  if (typeof amount !== "number" || typeof currency !== "string") return null;
  return /^[A-Z]{3}$/.test(currency) ? formatAmount(amount, currency, "en") : `${amount} ${currency}`;
}

function fromElsewhere({ at, orderId, deliveryId, attempt, verdict }: JournalEntry): SeenNotification {
  return {
    id: deliveryId,
    shopOrder: orderId,
    summary: "not in the sandbox's list",
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
      return "duplicate, ignored";
    case "refused":
      return `refused: ${verdict.why}`;
    case "failed":
      return "the shop failed; it will be sent again";
    default:
      return verdict satisfies never;
  }
}
