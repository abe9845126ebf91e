/**
 * The gateway's notifications of wallets. As with payments, the package verifies them (`createWalletNotifications`): the address
 * must be one that this shop signed, and they must match the record that was stored before the request was sent.
 *
 *   begin, settle   around each refill and each payment from a wallet
 *   handle              POST /wallet-webhook: the order or the refill changes, the journal records the verdict
 */
import { createMemoryStore, createWalletNotifications, type WalletNotifications } from "@cardpane/node";
import { applyWalletEvent, confirm } from "../notifications/apply-event.ts";
import { JournaledRequests } from "../notifications/journaled-requests.ts";
import type { ReceiverOptions } from "../notifications/receiver.ts";

export type WalletReceiver = Pick<WalletNotifications, "begin" | "settle" | "resolve" | "handle">;

/**
 * Creates the receiver.
 *
 * @throws ConfigurationError for a secret that is too short or a placeholder, or an address that is neither https nor loopback.
 */
export function createWalletReceiver({
  webhookUrl,
  ...options
}: Omit<ReceiverOptions, "ipnUrl" | "client"> & { readonly webhookUrl: string }): WalletReceiver {
  const { secret, environment, orders, journal, now, log } = options;
  const requests = new JournaledRequests({ what: "wallet webhook", journal, now, log });
  const webhooks = createWalletNotifications({
    secret,
    environment,
    webhookUrl,
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      requests.noteEvent(event);
      applyWalletEvent(orders, event);
    },
    onRefused: requests.onRefused,
    onFailure: requests.onFailure,
  });

  async function confirmOrder(request: Request): Promise<string | undefined> {
    const body = await readBody(request);
    if (body?.isPaid) confirm(orders, body.reference, body.transactionId);
    return body?.reference;
  }

  return {
    begin: webhooks.begin,
    settle: webhooks.settle,
    resolve: webhooks.resolve,
    handle: (request: Request) => requests.handle(request, webhooks.handle, confirmOrder),
  };
}

/** Reads the reference and the transaction of an accepted notification: both were compared with the record. */
async function readBody(request: Request) {
  try {
    const body = (await request.json()) as Readonly<Record<string, unknown>>;
    const { id, status, type, merchantOrderID: reference } = body;
    if (typeof reference !== "string") return undefined;
    return { reference, transactionId: String(id), isPaid: status === "success" && type === "outcome" };
  } catch {
    return undefined;
  }
}
