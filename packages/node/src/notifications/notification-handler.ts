/** Answers the gateway: a 2xx only after the store has committed, and no 4xx once URL and signature are verified. */

import { NotificationRefusedError } from "../errors/notification-refused.ts";
import { channelError, traced } from "../settings/channels.ts";
import { notify } from "../settings/observer.ts";
import type { ReceiverSettings } from "./settings.ts";
import { type NotificationRequest, type VerifiedRequest, verifyRequest } from "./verify-request.ts";

/** The response to the gateway. The body reveals nothing. */
export interface Reply {
  readonly status: 200 | 400 | 500;
  readonly body: string;
}

/** Handles the gateway's requests. */
export interface NotificationHandler {
  /** Handles a Fetch request, for example of Hono, Next, Bun, Deno or a worker. Never throws. */
  handle(request: NotificationRequest): Promise<Response>;
  /** Handles a request of any framework; `toNodeHandler` and `toFastifyHandler` use it. Never throws. */
  receive(request: NotificationRequest): Promise<Reply>;
}

/**
 * Creates a handler.
 *
 * @param commit applies a verified notification in the store's transaction
 */
export function createNotificationHandler(
  settings: Omit<ReceiverSettings<never, never>, "store" | "onEvent">,
  commit: (verified: VerifiedRequest) => Promise<void>,
): NotificationHandler {
  const { audience, environment } = settings;
  const begin = () => ({ audience, environment });
  const reply = (request: NotificationRequest) =>
    traced("cardpane:notification", begin, async (add): Promise<Reply> => {
      try {
        const verified = await verifyRequest(request, settings);
        const { reference, attempt, deliveryId } = verified;
        add({ reference, attempt, deliveryId });
        await commit(verified);
        add({ status: 200 });
        return { status: 200, body: "ok" };
      } catch (error) {
        const refusal = error instanceof NotificationRefusedError ? error : undefined;
        const status = refusal?.answer ?? 500;
        add({ status, error: channelError(error) });
        if (refusal) notify(settings.onRefused, refusal);
        else notify(settings.onFailure, error);
        return { status, body: refusal ? "refused" : "failed" };
      }
    });
  return {
    receive: reply,
    handle: async (request) => {
      const { status, body } = await reply(request);
      return new Response(body, { status, headers: { "Cache-Control": "no-store" } });
    },
  };
}
