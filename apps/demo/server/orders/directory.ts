/**
 * Finds the session of an order or a refill. The gateway sends no cookie with its notifications, so the shop remembers the
 * session of each order that it started to pay, and of each reference that it created for a wallet.
 */
import type { Session } from "../http/session.ts";
import type { Locale } from "../texts/index.ts";
import type { Order } from "./order.ts";
import { updateOrder } from "./session-orders.ts";

export interface OrderDirectory {
  /** Remembers the session of an order or a reference; call it before anything is sent. */
  open(reference: string, session: Session): void;
  sessionOf(reference: string): Session | undefined;
  /** An order of any session that was started to pay. */
  find(orderId: string): Order | undefined;
  /** Changes an order; returns it after the change, `undefined` if there is no such order. */
  update(orderId: string, change: (current: Order, session: Session) => Partial<Order>): Order | undefined;
  /** The language that the owner of an order chose; `null` if there is no such order or no choice. */
  localeOf(orderId: string): Locale | null;
}

/**
 * Creates an order directory in memory.
 *
 * @param limit maximum number of remembered references; the oldest is removed first.
 */
export function createOrderDirectory(limit = 50_000): OrderDirectory {
  const owners = new Map<string, Session>();
  return {
    open: (reference, session) => {
      owners.set(reference, session);
      for (const oldest of owners.keys()) {
        if (owners.size <= limit) break;
        owners.delete(oldest);
      }
    },
    sessionOf: (reference) => owners.get(reference),
    find: (orderId) => owners.get(orderId)?.orders.get(orderId),
    update: (orderId, change) => {
      const session = owners.get(orderId);
      return session && updateOrder(session, orderId, (current) => change(current, session));
    },
    localeOf: (orderId) => owners.get(orderId)?.locale ?? null,
  };
}
