/**
 * The gateway's notifications. `createNotifications` verifies them and settles each order once; this file applies them to
 * the shop's orders:
 *
 *   createUrl, record   around each payment (payments/send-payment.ts)
 *   handle              POST /ipn: the order changes, the journal records the verdict
 */
import { createMemoryStore, createNotifications, type Notifications } from "@cardpane/node";
import type { OrderDirectory } from "../orders/order-directory.ts";
import type { Journal } from "./journal.ts";
import { JournaledRequests } from "./journaled-requests.ts";

export interface ReceiverOptions {
  /** The key that signs the addresses: 32 random bytes or more. */
  readonly secret: string;
  /** The address of `POST /ipn` for the gateway. */
  readonly ipnUrl: string;
  /** The environment's id: an address of one environment is refused in another. */
  readonly environment: string;
  readonly orderDirectory: OrderDirectory;
  readonly journal: Journal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives one line for each notification that was refused or failed; never its content. */
  readonly log: (line: string) => void;
}

export type Receiver = Pick<Notifications, "createUrl" | "record" | "handle">;

/**
 * Creates the receiver. It stores orders in the memory of this process, like the shop.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { secret, ipnUrl, environment, orderDirectory, journal, now, log } = options;
  const requests = new JournaledRequests({ what: "notification", journal, now, log });
  const ipn = createNotifications({
    secret,
    environment,
    ipnUrl,
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      requests.noteEvent(event);
      orderDirectory.apply(event);
    },
    onRefused: requests.onRefused,
    onFailure: requests.onFailure,
  });

  async function confirmOrder(request: Request): Promise<string | undefined> {
    const body = await readBody(request);
    if (body?.transactionId !== undefined) orderDirectory.confirm(body.orderId, body.transactionId);
    return body?.orderId;
  }

  return {
    createUrl: ipn.createUrl,
    record: ipn.record,
    handle: (request) => requests.handle(request, ipn.handle, confirmOrder),
  };
}

/**
 * Reads the order and the transaction of an accepted notification. The transaction was compared with the recorded one. The order
 * is the shop's own ID, sent as `udf1`; it counts only together with a transaction that is recorded for the order.
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
