/** Handles a notification request. The gateway gets a 2xx only after the store has committed. */

import { NotificationRefusedError } from "../errors/notification-refused.ts";
import { fetchBody } from "./fetch-body.ts";
import { type ReadBody, type ReceivedNotification, receive } from "./receive.ts";
import type { ReceiverSettings } from "./settings.ts";

/** The response to the gateway. The body reveals nothing. */
export interface Reply {
  readonly status: 200 | 400 | 500;
  readonly body: string;
}

/** Both entry points. Neither throws. */
export interface Receiver {
  receive(request: ReceivedNotification): Promise<Reply>;
  handle(request: Request): Promise<Response>;
}

/**
 * Makes a receiver.
 *
 * @param settle acts on what was seen, in the store's transaction; throws NotificationRefusedError for what must not be. It
 * gets the expiry of the URL, Unix time in seconds, to compare with the record's.
 */
export function createReceiver<Seen>(
  settings: Omit<ReceiverSettings<never, unknown>, "store" | "onEvent">,
  read: ReadBody<Seen>,
  settle: (reference: string, seen: Seen, expiresAt: number) => Promise<void>,
): Receiver {
  async function reply(request: ReceivedNotification): Promise<Reply> {
    try {
      const reception = await receive(request, settings, read);
      if (!reception.ok) throw new NotificationRefusedError(reception.code, reception.reference);
      await settle(reception.reference, reception.seen, reception.expiresAt);
      return { status: 200, body: "ok" };
    } catch (error) {
      if (error instanceof NotificationRefusedError) {
        notifyListener(settings.onRefused, error);
        return { status: 400, body: "refused" };
      }
      notifyListener(settings.onFailure, error);
      return { status: 500, body: "failed" };
    }
  }
  return {
    receive: reply,
    handle: async (request) => {
      const { method, url, headers } = request;
      const { status, body } = await reply({ method, url, headers, body: fetchBody(request) });
      return new Response(body, { status, headers: { "Cache-Control": "no-store" } });
    },
  };
}

/** A listener that throws must not change the response. */
function notifyListener<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value);
  } catch {
    // Nothing is left that could report it.
  }
}
