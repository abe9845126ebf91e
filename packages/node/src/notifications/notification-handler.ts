/** Answers the gateway: a 2xx only after the store has committed, and no 4xx once URL and signature are verified. */

import { NotificationRefusedError } from "../errors/notification-refused.ts";
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
  async function reply(request: NotificationRequest): Promise<Reply> {
    try {
      await commit(await verifyRequest(request, settings));
      return { status: 200, body: "ok" };
    } catch (error) {
      if (error instanceof NotificationRefusedError) {
        notify(settings.onRefused, error);
        return { status: error.answer, body: "refused" };
      }
      notify(settings.onFailure, error);
      return { status: 500, body: "failed" };
    }
  }
  return {
    receive: reply,
    handle: async (request) => {
      const { status, body } = await reply(request);
      return new Response(body, { status, headers: { "Cache-Control": "no-store" } });
    },
  };
}
