/**
 * The checkout of the shop: `createCheckout` of `@cardpane/node`. It records each attempt before it is sent, verifies the
 * gateway's notifications, and decides what became of an order. A merchant needs this call and the two files beside it:
 *
 *   payments/pay.ts      pays: `checkout.pay`, or `begin` and `settle` around another call
 *   apply-event.ts       what the shop does with each event
 *   POST /ipn            `checkout.handle`
 */
import { type Checkout, type Client, createCheckout, createMemoryStore } from "@cardpane/node";
import type { OrderDirectory } from "../orders/directory.ts";
import { applyEvent } from "./apply-event.ts";
import type { Journal } from "./journal.ts";

export interface ReceiverOptions {
  readonly client: Client;
  /** The key that signs the addresses: 32 random bytes or more. */
  readonly secret: string;
  /** The address of `POST /ipn` for the gateway. */
  readonly ipnUrl: string;
  /** The environment's id: an address of one environment is refused in another. */
  readonly environment: string;
  readonly orders: OrderDirectory;
  /** For QA. */
  readonly journal: Journal;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Creates the checkout. It stores orders in the memory of this process, like the shop: a merchant passes a store of a database.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createReceiver({ orders, journal, now, ...options }: ReceiverOptions): Checkout {
  return createCheckout({
    ...options,
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      journal.note(event.reference, event.type);
      applyEvent(orders, event);
    },
    onRefused: journal.onRefused,
    onFailure: journal.onFailure,
  });
}
