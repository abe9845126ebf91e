/**
 * The checkout of the shop: `createCheckout` of `@cardpane/node`. It records each attempt before it is sent, verifies the
 * gateway's notifications, and decides what became of an order. A merchant needs this call and the two files beside it:
 *
 *   payments/pay.ts      pays: `checkout.pay`, or `begin` and `settle` around another call
 *   apply-event.ts       what the shop does with each event
 *   POST /ipn            `checkout.handle`; POST /wallet-webhook the same for wallets
 */
import {
  createCheckout,
  createMemoryStore,
  createWalletNotifications,
  type NotificationRefusedError,
} from "@cardpane/node";
import type { ShopConfig } from "../config.ts";
import type { Records, Shop } from "../http/shop.ts";
import { applyEvent, applyWalletEvent } from "./apply-event.ts";

interface Parts extends Pick<Shop, "client" | "log" | "now"> {
  readonly records: Records;
  /** Receives one line for each refused notification, with the reason: the answer to the sender has none. */
  readonly warn: (line: string) => void;
}

/**
 * Creates the checkout and the receiver of the wallet's notifications. They store orders in the memory of this process, like the
 * shop: a merchant passes a store of a database.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createReceivers(
  { ipnSecret: secret, environments: [environment] }: ShopConfig,
  ipnUrl: string,
  { client, records, log, warn, now }: Parts,
) {
  const options = {
    // An address of one environment is refused in another.
    environment,
    secret,
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
        log(`wallet transaction ${event.transaction?.id ?? "(unreadable)"}: ${event.type}`);
        applyWalletEvent(records, event);
      },
    }),
  };
}
