/** Waits for the decision of an order, by the store alone: the notification may arrive at another process. */
import { invalidRequest } from "../errors/errors.ts";
import { refuseUnknownFields } from "../errors/unknown-fields.ts";
import { onAbort } from "../settings/on-abort.ts";
import type { Order } from "./order.ts";

/** Options of `wait`. */
export interface WaitOptions {
  /** @default 10,000 */
  readonly timeoutMs?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

const firstPauseMs = 50;
const maxPauseMs = 500;

/** Asks with growing pauses until the order is decided or the time is over; returns it as it is then. */
export async function waitForOrder(
  find: () => Promise<Order | undefined>,
  options: WaitOptions = {},
): Promise<Order | undefined> {
  refuseUnknownFields("wait", ["timeoutMs", "signal"], options);
  const { timeoutMs = 10_000, signal } = options;
  if (!(timeoutMs >= 0)) throw invalidRequest({ timeoutMs: "must be 0 or more" });
  const end = Date.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.5, maxPauseMs)) {
    signal?.throwIfAborted();
    const order = await find();
    const leftMs = end - Date.now();
    if (order?.state !== "in_progress" || leftMs <= 0) return order;
    await pause(Math.min(pauseMs, leftMs), signal);
  }
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unlisten();
      resolve();
    };
    const timer = setTimeout(done, ms);
    const unlisten = onAbort(signal, done);
  });
}
