/**
 * The checkout of the shop: `createCheckout` of `@cardpane/node`. It records each attempt before it is sent, verifies the
 * gateway's notifications, and decides what became of an order. A merchant needs this call and the two files beside it:
 *
 *   payments/pay.ts      pays: `checkout.pay`, or `begin` and `settle` around another call
 *   apply-event.ts       what the shop does with each event
 *   POST /ipn            `checkout.handle`
 *
 * The journal around it is for QA.
 */
import {
  type Checkout,
  type Client,
  createCheckout,
  createMemoryStore,
  type NotificationHandler,
  verifyNotification,
} from "@cardpane/node";
import type { OrderDirectory } from "../orders/directory.ts";
import { applyEvent, confirm } from "./apply-event.ts";
import type { Journal } from "./journal.ts";
import { JournaledRequests } from "./journaled-requests.ts";

export interface ReceiverOptions {
  readonly client: Client;
  /** The key that signs the addresses: 32 random bytes or more. */
  readonly secret: string;
  /** The address of `POST /ipn` for the gateway. */
  readonly ipnUrl: string;
  /** The environment's id: an address of one environment is refused in another. */
  readonly environment: string;
  readonly orders: OrderDirectory;
  readonly journal: Journal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Receives one line for each notification that was refused or failed; never its content. */
  readonly log: (line: string) => void;
}

export interface Receiver {
  readonly checkout: Checkout;
  /** Answers `POST /ipn`. */
  readonly handle: NotificationHandler["handle"];
}

/**
 * Creates the checkout. It stores orders in the memory of this process, like the shop: a merchant passes a store of a database.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createReceiver(options: ReceiverOptions): Receiver {
  const { client, secret, ipnUrl, environment, orders, journal, now, log } = options;
  const requests = new JournaledRequests({ what: "notification", journal, now, log });
  const checkout = createCheckout({
    ...{ client, secret, environment, ipnUrl },
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      requests.noteEvent(event);
      applyEvent(orders, event);
    },
    onRefused: requests.onRefused,
    onFailure: requests.onFailure,
  });

  /** The receipt says "confirmed" as soon as a notification has repeated the response, which is no event. */
  async function readAccepted(request: Request): Promise<string | undefined> {
    const report = await verifyNotification(request, { secret, environment });
    if (report.kind === "charge" && report.status === "success")
      confirm(orders, report.reference, report.transactionId);
    return report.reference;
  }

  return { checkout, handle: (request: Request) => requests.handle(request, checkout.handle, readAccepted) };
}
