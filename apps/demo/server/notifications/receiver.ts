/**
 * The checkout of the shop: `createCheckout` of `@cardpane/node`. It records each attempt before it is sent, verifies the
 * gateway's notifications, and decides what became of an order. A merchant needs this call and the two files beside it:
 *
 *   payments/pay.ts      pays: `checkout.pay`, or `begin` and `settle` around another call
 *   apply-event.ts       what the shop does with each event
 *   POST /ipn            `checkout.handle`; POST /wallet-webhook the same for wallets
 */
import {
  type Checkout,
  type Client,
  createCheckout,
  createMemoryStore,
  createWalletNotifications,
  type NotificationRefusedError,
  type WalletNotifications,
} from "@cardpane/node";
import type { Records } from "../http/shop.ts";
import { applyEvent, applyWalletEvent } from "./apply-event.ts";

export interface ReceiverOptions {
  readonly client: Client;
  /** The key that signs the addresses: 32 random bytes or more. */
  readonly secret: string;
  /** The address of `POST /ipn` for the gateway. */
  readonly ipnUrl: string;
  /** The environment's id: an address of one environment is refused in another. */
  readonly environment: string;
  readonly records: Records;
  /** Receives one line for each event and each failure. */
  readonly log: (line: string) => void;
  /** Receives one line for each refused notification, with the reason: the answer to the sender has none. */
  readonly warn: (line: string) => void;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/**
 * Creates the checkout and the receiver of the wallet's notifications. They store orders in the memory of this process, like the
 * shop: a merchant passes a store of a database.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createReceivers({ client, ipnUrl, records, log, warn, now, ...own }: ReceiverOptions): {
  readonly checkout: Checkout;
  readonly webhooks: WalletNotifications;
} {
  const options = {
    ...own,
    clock: { now },
    onRefused: ({ message }: NotificationRefusedError) => warn(`notification refused: ${message}`),
    onFailure: (error: unknown) =>
      log(`notification failed: ${error instanceof Error ? (error.stack ?? error.name) : "unknown error"}`),
  };
  return {
    checkout: createCheckout({
      ...options,
      client,
      ipnUrl,
      store: createMemoryStore(),
      onEvent: (event) => {
        log(`order ${event.reference}: ${event.type}`);
        applyEvent(records, event);
      },
    }),
    webhooks: createWalletNotifications({
      ...options,
      // Beside the payments' `ipn`.
      webhookUrl: new URL("wallet-webhook", ipnUrl).href,
      store: createMemoryStore(),
      onEvent: (event) => {
        log(`wallet transaction ${event.transaction.id}: ${event.type}`);
        applyWalletEvent(records, event);
      },
    }),
  };
}
