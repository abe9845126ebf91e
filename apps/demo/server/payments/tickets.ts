/**
 * A ticket for each checkout that the shop has shown. Anyone can create card tokens, so a script could test cards by posting one
 * token after another; the shop pays with a token only if the form has the ticket of its checkout page.
 */
import { checkCheckoutTicket, createCheckoutTicket } from "@cardpane/node";
import type { Session } from "../http/session.ts";
import type { Order } from "../orders/order.ts";
import { currency } from "../shop/catalogue.ts";

export interface Tickets {
  /** Creates the ticket for the form that pays this order in this session. */
  create(session: Session, order: Order): Promise<string>;
  /** Whether a posted form has a ticket of this order and session. The form's other statements about the order are ignored. */
  isGood(ticket: unknown, session: Session, order: Order): Promise<boolean>;
}

interface TicketsOptions {
  readonly secret: string;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly log: (line: string) => void;
}

export function createTickets({ secret, now, log }: TicketsOptions): Tickets {
  const options = { secret, clock: { now } };
  return {
    create: (session, order) =>
      createCheckoutTicket(checkoutOf(session, order), { ...options, expiresInMinutes: 60 }),
    async isGood(ticket, session, order) {
      const check = await checkCheckoutTicket(ticket, checkoutOf(session, order), options);
      if (!check.ok) log(`order ${order.id} is not paid: ${check.code}`);
      return check.ok;
    },
  };
}

function checkoutOf({ shopperId }: Session, { id, totalMinor }: Order) {
  return { orderId: id, amountMinor: totalMinor, currency, session: shopperId };
}
