/** The client's own log of its requests to the gateway, by shopper, for QA. It holds no body, key, token or address. */
import { AsyncLocalStorage } from "node:async_hooks";
import type { Logger } from "@cardpane/node";

/** An answer of the gateway, or a failed attempt to get one. */
export interface GatewayEntry {
  /** Increases with each entry. */
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** `payment POST /payment, attempt 1: 201 after 32 ms`. */
  readonly title: string;
  /** The event of the client as text, with the idempotency key. */
  readonly facts: string;
}

export interface GatewayLog {
  /** The logger of the client. */
  readonly logger: Logger;
  /** Runs `work` for a shopper: the requests that it sends are logged as theirs. */
  during<T>(shopperId: string, work: () => T): T;
  /** A shopper's entries, newest first. */
  read(shopperId: string): readonly GatewayEntry[];
}

/**
 * Creates a log of the last 500 entries.
 *
 * @param warn receives the client's warnings, too
 */
export function createGatewayLog(now: () => number, warn: (line: string) => void): GatewayLog {
  const entries: { readonly shopperId: string | undefined; readonly entry: GatewayEntry }[] = [];
  const shoppers = new AsyncLocalStorage<string>();
  let sequence = 0;
  const add = (message: string, details: object = {}) => {
    sequence += 1;
    const title = message.replace(/^cardpane: /, "");
    const entry = { sequence, at: now(), title, facts: JSON.stringify(details, null, 1) };
    entries.unshift({ shopperId: shoppers.getStore(), entry });
    if (entries.length > 500) entries.pop();
  };
  return {
    logger: {
      // An attempt is logged before and after it is sent: only the answer is news.
      debug: (message, details = {}) => {
        if ("status" in details) add(message, details);
      },
      warn: (message, details) => {
        add(message, details);
        warn(message);
      },
    },
    during: (shopperId, work) => shoppers.run(shopperId, work),
    read: (shopperId) => entries.filter((one) => one.shopperId === shopperId).map(({ entry }) => entry),
  };
}
