/** Notifications for the QA panel: the sandbox's deliveries, and what the shop made of them. */
import { explainCode } from "@cardpane/node";
import type { Journal } from "../notifications/journal.ts";
import { formatAmount } from "../shop/money.ts";
import type { Delivery, SandboxAdmin } from "./sandbox.ts";

/** One line of the panel. */
export interface SeenNotification {
  /** The delivery, which the sandbox can send again; `null` for an entry of the shop's journal. */
  readonly id: string | null;
  /** ISO 8601: the sandbox's time for its deliveries. */
  readonly at: string;
  /** `success, €18.50, delivered`, or the event's type, or `refused: ` with the reason. */
  readonly summary: string;
  readonly shopOrder: string | null;
  /** For example `2. answered 200`. */
  readonly attempts: readonly string[];
}

/** Identifies the notifications of a shopper. */
export interface Mine {
  /** Whether a reference belongs to the shopper: an order's or a refill's. */
  readonly isMine: (reference: string) => boolean;
  /** The wallet user who is logged in. */
  readonly walletUserId: number | null;
}

/**
 * What the shop made of a shopper's notifications, and of requests that belong to no shopper; then the sandbox's deliveries. Each
 * newest first.
 *
 * @throws Error when the sandbox's response is an error.
 */
export async function listNotifications(
  mine: Mine,
  journal: Journal,
  sandbox: Pick<SandboxAdmin, "notifications"> | undefined,
): Promise<readonly SeenNotification[]> {
  const deliveries = sandbox ? (await sandbox.notifications()).filter((one) => isOf(one, mine)) : [];
  const entries = journal.read(mine.isMine).map(({ at, reference, what }) => ({
    id: null,
    at: new Date(at).toISOString(),
    summary: what,
    shopOrder: reference,
    attempts: [],
  }));
  return [...entries, ...deliveries.map(fromSandbox)];
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

function fromSandbox({ id, status: delivered, attempts, body }: Delivery): SeenNotification {
  // A wallet's transaction has its facts at the top level, its amount as `price`, and a kind.
  const { status, code, currency } = body.payment ?? body;
  const amount = body.payment?.amount ?? body.price;
  const meaning = typeof code === "string" && code !== "0" && `${code} ${explainCode(code)}`;
  const kind = body.payment ? undefined : (body.notice ?? body.subtype);
  const facts = [kind, status, meaning, moneyOf(amount, currency), delivered];
  return {
    id,
    at: attempts.at(-1)?.at ?? "",
    summary: facts.filter(Boolean).join(", "),
    shopOrder: referenceOf(body),
    attempts: attempts.map(({ number, status: http, error }) => `${number}. ${error ?? `answered ${http}`}`),
  };
}

function moneyOf(amount: unknown, currency: unknown): string | null {
  if (typeof amount !== "number" || typeof currency !== "string") return null;
  return /^[A-Z]{3}$/.test(currency) ? formatAmount(amount, currency, "en") : `${amount} ${currency}`;
}
