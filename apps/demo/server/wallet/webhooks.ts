/**
 * The gateway's notifications of wallets. As with payments, the package verifies them: the address must be one that this shop
 * signed, and they must match the record that was stored before the request was sent.
 *
 *   begin, settle   around each refill and each payment from a wallet
 *   handle          POST /wallet-webhook: the order or the refill changes
 */
import { createMemoryStore, createWalletNotifications, type WalletNotifications } from "@cardpane/node";
import { applyWalletEvent } from "../notifications/apply-event.ts";
import type { ReceiverOptions } from "../notifications/receiver.ts";

/**
 * Creates the receiver.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createWalletReceiver({
  webhookUrl,
  secret,
  environment,
  orders,
  journal,
  now,
}: Omit<ReceiverOptions, "ipnUrl" | "client"> & { readonly webhookUrl: string }): WalletNotifications {
  return createWalletNotifications({
    secret,
    environment,
    webhookUrl,
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      journal.note(event.reference, event.type);
      applyWalletEvent(orders, event);
    },
    onRefused: journal.onRefused,
    onFailure: journal.onFailure,
  });
}
