/** Verifies a notification's request, applies it, and replies. The gateway gets a 2xx only after the store has committed. */

import { NotificationRefusedError } from "../errors/notification-refused.ts";
import { fetchBody } from "./fetch-body.ts";
import type { ReceiverSettings } from "./settings.ts";
import { type ParseReport, type ReceivedNotification, verifyRequest } from "./verify-request.ts";

/** The response to the gateway. The body reveals nothing. */
export interface Reply {
  readonly status: 200 | 400 | 500;
  readonly body: string;
}

/** Handles the gateway's requests. */
export interface NotificationHandler {
  /** Handles a Fetch request, for example of Hono, Next, Bun, Deno or a worker. Never throws. */
  handle(request: Request): Promise<Response>;
  /** Handles a request of any framework; `toNodeHandler` and `toFastifyHandler` use it. Never throws. */
  receive(request: ReceivedNotification): Promise<Reply>;
}

/**
 * Creates a handler.
 *
 * @param commit applies the report in the store's transaction; throws NotificationRefusedError if the report does not match
 * the record. `expiresAt` is the expiry of the URL, in Unix seconds, to compare with the record's.
 */
export function createNotificationHandler<Report>(
  settings: Omit<ReceiverSettings<never, unknown>, "store" | "onEvent">,
  parse: ParseReport<Report>,
  commit: (reference: string, report: Report, expiresAt: number) => Promise<void>,
): NotificationHandler {
  async function reply(request: ReceivedNotification): Promise<Reply> {
    try {
      const verified = await verifyRequest(request, settings, parse);
      if (!verified.ok) throw new NotificationRefusedError(verified.code, verified.reference);
      await commit(verified.reference, verified.report, verified.expiresAt);
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
    // The listener was the only way to report an error.
  }
}
