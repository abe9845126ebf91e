/** A session's orders: which one the checkout works on, and how it is paid. The rules of an order are in order.ts. */
import { randomBytes } from "node:crypto";
import { type Line, linesOf, totalMinor } from "../catalogue.ts";
import type { PaymentInput, SendPayment } from "../gateway.ts";
import type { Session } from "../session.ts";
import {
  advance,
  createdState,
  isPayable,
  isSettled,
  type Order,
  type OrderEvent,
  type OrderLine,
} from "./order.ts";

/** Most orders a session keeps; the oldest goes first. */
const limit = 50;

/**
 * The order that the checkout is about: the open one while it is what the basket says and can still be paid or is being
 * paid, else a new one. `undefined` when the basket is empty.
 */
export function openOrder(session: Session): Order | undefined {
  const lines = linesOf(session.basket);
  if (lines.length === 0) return undefined;
  const wanted = { lines: lines.map(toOrderLine), totalMinor: session.qa.amountMinor ?? totalMinor(lines) };
  const open = session.orders.get(session.openOrderId ?? "");
  if (open && !isSettled(open.state) && isSame(open, wanted)) return open;
  const order: Order = { id: randomBytes(9).toString("base64url"), ...wanted, state: createdState };
  session.orders.set(order.id, order);
  session.openOrderId = order.id;
  for (const oldest of session.orders.keys()) {
    if (session.orders.size <= limit) break;
    session.orders.delete(oldest);
    session.inputs.delete(oldest);
  }
  return order;
}

/** Applies an event to an order of the session and answers the order as it is then. */
export function applyEvent(session: Session, order: Order, event: OrderEvent): Order {
  const current = latest(session, order);
  const next: Order = { ...current, state: advance(current.state, event) };
  session.orders.set(next.id, next);
  // What was bought is not in the basket any more; an order that was left for another basket takes nothing with it.
  if (isSettled(next.state) && !isSettled(current.state) && session.openOrderId === next.id) {
    session.basket = new Map();
    session.openOrderId = null;
  }
  return next;
}

/**
 * Pays an order, once: while a payment is under way, and for a token that was already used, it sends nothing and answers
 * the order as it is. There is no await between the check and the mark, so two clicks cannot both pass.
 */
export async function payOrder(
  session: Session,
  order: Order,
  input: Omit<PaymentInput, "requestId">,
  send: SendPayment,
): Promise<Order> {
  const current = latest(session, order);
  if (!isPayable(current.state)) return current;
  const requestId = `${order.id}.${randomBytes(6).toString("base64url")}`;
  const started = applyEvent(session, order, { type: "started", attempt: { requestId, token: input.token } });
  if (started.state === current.state) return current;
  const whole = { ...input, requestId };
  session.inputs.set(order.id, whole);
  return settle(session, started, whole, send);
}

/** Sends the very same request of an order with an unknown outcome again, under the same `X-Request-ID`. */
export async function askAgain(session: Session, order: Order, send: SendPayment): Promise<Order> {
  const current = latest(session, order);
  const input = session.inputs.get(order.id);
  if (current.state.status !== "unknown" || !input) return current;
  const started = applyEvent(session, current, { type: "started", attempt: current.state.attempt });
  return settle(session, started, input, send);
}

async function settle(
  session: Session,
  order: Order,
  input: PaymentInput,
  send: SendPayment,
): Promise<Order> {
  const { answer, savedCard } = await send(input);
  const next = applyEvent(session, order, { type: "answered", answer });
  if (next.state.status !== "unknown") session.inputs.delete(order.id);
  if (savedCard) {
    const others = session.savedCards.filter((card) => card.paymentAccountId !== savedCard.paymentAccountId);
    session.savedCards = [savedCard, ...others].slice(0, 5);
  }
  return next;
}

/** The order as it is now: what a caller holds may be from before its last await. */
function latest(session: Session, order: Order): Order {
  return session.orders.get(order.id) ?? order;
}

function toOrderLine({ product, quantity }: Line): OrderLine {
  return { productId: product.id, quantity, priceMinor: product.priceMinor };
}

function isSame(
  order: Pick<Order, "lines" | "totalMinor">,
  wanted: Pick<Order, "lines" | "totalMinor">,
): boolean {
  return (
    order.totalMinor === wanted.totalMinor &&
    order.lines.length === wanted.lines.length &&
    order.lines.every((line, index) => {
      const other = wanted.lines[index];
      return (
        line.productId === other?.productId &&
        line.quantity === other.quantity &&
        line.priceMinor === other.priceMinor
      );
    })
  );
}
