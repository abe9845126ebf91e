/** Lists the orders that wait. */
import { ConfigurationError, invalidRequest } from "../errors/errors.ts";
import { refuseUnknownFields } from "../errors/unknown-fields.ts";
import { refuseInEvent } from "../notifications/in-event.ts";
import type { CheckoutStore } from "../stores/store.ts";
import { readAttempts } from "./attempt.ts";
import { type Order, readOrder } from "./order.ts";

/** Which waiting orders to list. */
export interface OrderListOptions {
  /** Only orders of this state. @default every one that waits */
  readonly state?: "in_progress" | "authorized" | "mismatched" | undefined;
  /** Only those that need a person, or only those that do not. */
  readonly needsPerson?: boolean | undefined;
  /** Only those that have waited so long. */
  readonly olderThanMs?: number | undefined;
  /** Only those after this reference, to go on where a list ended. */
  readonly after?: string | undefined;
  /** Maximum number of orders. */
  readonly limit?: number | undefined;
}

const states: readonly unknown[] = [undefined, "in_progress", "authorized", "mismatched"];
const pageSize = 100;

/**
 * Lists orders by pages, in the store's sequence of references.
 *
 * @param prefix the beginning of the keys; the reference follows
 * @throws ConfigurationError if the store has no `scan`; NotSentError (`invalid_request`)
 */
export async function* listOrders(
  store: Pick<CheckoutStore<never>, "scan">,
  prefix: string,
  now: () => number,
  options: OrderListOptions,
): AsyncGenerator<Order, void> {
  refuseUnknownFields("list", ["state", "needsPerson", "olderThanMs", "after", "limit"], options);
  const { state, needsPerson, olderThanMs = 0, after = "", limit = Number.POSITIVE_INFINITY } = options;
  if (!store.scan) throw new ConfigurationError("the store cannot list orders: it has no scan()");
  if (!states.includes(state))
    throw invalidRequest({ state: "must be in_progress, authorized or mismatched" });
  for (const [name, value] of Object.entries({ olderThanMs, limit }))
    if (!(value >= 0)) throw invalidRequest({ [name]: "must be 0 or more" });
  let count = 0;
  for (let last = prefix + after; ; ) {
    refuseInEvent();
    const page = await store.scan({ prefix, after: last, limit: pageSize });
    for (const { key, records } of page) {
      const order = readOrder(key.slice(prefix.length), readAttempts(records), now());
      const { waiting } = order ?? {};
      if (!order || !waiting || (state ?? order.state) !== order.state) continue;
      if ((needsPerson ?? waiting.needsPerson) !== waiting.needsPerson) continue;
      // Clocks differ: without a limit, an attempt of another process may begin later than now.
      if (olderThanMs > 0 && now() - waiting.since < olderThanMs) continue;
      if (++count > limit) return;
      yield order;
    }
    const end = page.at(-1);
    if (!end || page.length < pageSize) return;
    last = end.key;
  }
}
