/** A receiver: from a request to the word that the gateway is answered. It gets a 2xx only when the store has committed. */
import { fetchBody } from "./fetch-body.ts";
import { type ReadBody, type ReceivedNotification, receive } from "./receive.ts";
import { NotificationRefusedError } from "./refusal.ts";
import type { ReceiverSettings } from "./settings.ts";

/** What the gateway is answered: a status and a word that says nothing. */
export interface Reply {
  readonly status: 200 | 400 | 500;
  readonly body: string;
}

/** Both ways in. Neither throws. */
export interface Receiver {
  receive(request: ReceivedNotification): Promise<Reply>;
  handle(request: Request): Promise<Response>;
}

/**
 * Makes a receiver.
 *
 * @param settle acts on what was seen, in the store's transaction; throws NotificationRefusedError for what must not be.
 */
export function createReceiver<Seen>(
  settings: Omit<ReceiverSettings<never, unknown>, "store" | "onEvent">,
  read: ReadBody<Seen>,
  settle: (reference: string, seen: Seen) => Promise<void>,
): Receiver {
  async function reply(request: ReceivedNotification): Promise<Reply> {
    try {
      const reception = await receive(request, settings, read);
      if (!reception.ok) throw new NotificationRefusedError(reception.code, reception.reference);
      await settle(reception.reference, reception.seen);
      return { status: 200, body: "ok" };
    } catch (error) {
      if (error instanceof NotificationRefusedError) {
        tell(settings.onRefused, error);
        return { status: 400, body: "refused" };
      }
      tell(settings.onFailure, error);
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

/** A log that throws must not change what the gateway is told. */
function tell<T>(listener: (value: T) => void, value: T): void {
  try {
    listener(value);
  } catch {
    // There is nobody left to tell.
  }
}
