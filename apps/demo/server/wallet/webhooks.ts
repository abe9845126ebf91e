/**
 * The gateway's notifications of wallets. As with payments, what they must prove is the package's (`createWalletNotifications`):
 * their address is one that only this shop can make, and they must be about what was recorded before anything was sent.
 *
 *   createUrl, record   around each refill and each payment from a wallet
 *   handle              POST /wallet-webhook: the order or the refill moves, the journal notes the verdict
 */
import { AsyncLocalStorage } from "node:async_hooks";
import {
  createMemoryStore,
  createWalletNotifications,
  type NotificationRefusedError,
  type WalletEvent,
  type WalletNotifications,
} from "@cardpane/node";
import { shortHeader } from "../http/short-header.ts";
import type { Journal, Verdict } from "../notifications/journal.ts";
import type { ReceiverOptions } from "../notifications/receiver.ts";

export type WalletReceiver = Pick<WalletNotifications, "createUrl" | "record" | "handle">;

/** What happens while one request is handled. */
interface Handling {
  event?: WalletEvent;
  refusal?: NotificationRefusedError;
}

/**
 * Makes the receiver.
 *
 * @throws ConfigurationError for a secret that is short or a placeholder, or an address that is neither https nor loopback.
 */
export function createWalletReceiver({
  webhookUrl,
  ...options
}: Omit<ReceiverOptions, "ipnUrl"> & { readonly webhookUrl: string }): WalletReceiver {
  const { secret, environment, orderDirectory, journal, now, log } = options;
  const handlings = new AsyncLocalStorage<Handling>();
  const webhooks = createWalletNotifications({
    secret,
    environment,
    webhookUrl,
    store: createMemoryStore(),
    clock: { now },
    onEvent: (event) => {
      const handling = handlings.getStore();
      if (handling) handling.event = event;
      orderDirectory.applyWallet(event);
    },
    onRefused: (refusal) => {
      const handling = handlings.getStore();
      if (handling) handling.refusal = refusal;
      log(`wallet webhook refused: ${refusal.message}`);
    },
    onFailure: (error) =>
      log(`wallet webhook failed: ${error instanceof Error ? (error.stack ?? error.name) : "unknown error"}`),
  });

  async function handle(request: Request): Promise<Response> {
    const handling: Handling = {};
    const copy = request.clone();
    const response = await handlings.run(handling, () => webhooks.handle(request));
    const { event, refusal } = handling;
    const body = response.ok ? await readBody(copy) : undefined;
    if (body?.isPaid) orderDirectory.confirm(body.reference, body.transactionId);
    const reference = event?.reference ?? refusal?.reference ?? body?.reference ?? null;
    note(journal, request, now(), reference, verdictOf(handling, response.ok));
    return response;
  }
  return { createUrl: webhooks.createUrl, record: webhooks.record, handle };
}

function note(
  journal: Journal,
  request: Request,
  at: number,
  orderId: string | null,
  verdict: Verdict,
): void {
  journal.note({
    ...{ at, orderId, verdict },
    deliveryId: shortHeader(request, "X-Delivery-ID"),
    attempt: Number(shortHeader(request, "X-Delivery-Attempt") ?? Number.NaN) || null,
  });
}

function verdictOf({ event, refusal }: Handling, isOk: boolean): Verdict {
  if (refusal) return { kind: "refused", code: refusal.code, why: refusal.message };
  if (!isOk) return { kind: "failed" };
  return event ? { kind: "settled", event: event.type } : { kind: "duplicate" };
}

/** Reference and transaction of a notification that was taken: both were compared with what is recorded. */
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
