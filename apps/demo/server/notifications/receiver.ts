/**
 * The gateway's notifications. `createNotifications` verifies them and settles each order once; this file applies them to
 * the shop's orders:
 *
 *   createUrl, record   around each payment (payments/send-payment.ts)
 *   handle              POST /ipn: the order moves, the journal notes the verdict
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  createMemoryStore,
  createNotifications,
  type NotificationRefusedError,
  type Notifications,
  type OrderEvent,
} from "@cardpane/node";
import { shortHeader } from "../http/short-header.ts";
import type { OrderDirectory } from "../orders/order-directory.ts";
import type { Journal, Verdict } from "./journal.ts";

export interface ReceiverOptions {
  /** What addresses are signed with: 32 random bytes or more. */
  readonly secret: string;
  /** Where the gateway reaches `POST /ipn`. */
  readonly ipnUrl: string;
  /** An address of one environment opens nothing in another. */
  readonly environment: string;
  readonly orderDirectory: OrderDirectory;
  readonly journal: Journal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Takes one line for each notification that was refused or failed; never what came with it. */
  readonly log: (line: string) => void;
}

export type Receiver = Pick<Notifications, "createUrl" | "record" | "handle">;

/** What happens while one request is handled. */
interface Handling {
  event?: OrderEvent;
  refusal?: NotificationRefusedError;
}

/**
 * Makes the receiver. Orders are known to this process only, like the shop's own.
 *
 * @throws ConfigurationError for a secret that is short or a placeholder, or an address that is neither https nor loopback.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { secret, ipnUrl, environment, orderDirectory, journal, now, log } = options;
  // Which request an event or a refusal belongs to: the callbacks do not get it.
  const handlings = new AsyncLocalStorage<Handling>();
  const ipn = createNotifications({
    secret,
    environment,
    ipnUrl,
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      const handling = handlings.getStore();
      if (handling) handling.event = event;
      orderDirectory.apply(event);
    },
    onRefused: (refusal) => {
      const handling = handlings.getStore();
      if (handling) handling.refusal = refusal;
      log(`notification refused: ${refusal.message}`);
    },
    onFailure: (error) =>
      log(`notification failed: ${error instanceof Error ? (error.stack ?? error.name) : "unknown error"}`),
  });

  async function handle(request: Request): Promise<Response> {
    const handling: Handling = {};
    const copy = request.clone();
    const response = await handlings.run(handling, () => ipn.handle(request));
    const body = response.ok ? await readBody(copy) : undefined;
    if (body?.transactionId !== undefined) orderDirectory.confirm(body.orderId, body.transactionId);
    journal.note({
      at: now(),
      orderId: handling.event?.reference ?? handling.refusal?.reference ?? body?.orderId ?? null,
      deliveryId: shortHeader(request, "X-Delivery-ID"),
      attempt: Number(shortHeader(request, "X-Delivery-Attempt") ?? Number.NaN) || null,
      verdict: verdictOf(handling, response.ok),
    });
    return response;
  }
  return { createUrl: ipn.createUrl, record: ipn.record, handle };
}

function verdictOf({ event, refusal }: Handling, isOk: boolean): Verdict {
  if (refusal) return { kind: "refused", code: refusal.code, why: refusal.message };
  if (!isOk) return { kind: "failed" };
  return event ? { kind: "settled", event: event.type } : { kind: "duplicate" };
}

/**
 * Order and transaction of a notification that was taken. The transaction was compared with what is recorded; the order is
 * the shop's own ID, sent as `udf1`, and counts only together with a transaction that the order knows.
 */
async function readBody(request: Request): Promise<{ orderId: string; transactionId?: string } | undefined> {
  try {
    const body = (await request.json()) as {
      readonly metadata?: { readonly udf1?: unknown };
      readonly payment?: { readonly transactionId?: unknown; readonly status?: unknown };
    };
    const { udf1 } = body.metadata ?? {};
    const { transactionId, status } = body.payment ?? {};
    if (typeof udf1 !== "string") return undefined;
    return {
      orderId: udf1,
      ...(status === "success" && typeof transactionId === "string" && { transactionId }),
    };
  } catch {
    return undefined;
  }
}
