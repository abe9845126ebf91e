/** A session's orders: the open one for the checkout, and the changes that payments and notifications make to them. */
import { randomBytes } from "node:crypto";
import type { Session } from "../http/session.ts";
import type { SavedCard } from "../payments/payment-result.ts";
import { type Basket, box, type Line, linesOf, totalMinor } from "../shop/catalogue.ts";
import { isOver, type Order, type OrderKind, type OrderLine } from "./order.ts";
import { noRefunds } from "./refunds.ts";

/** The maximum number of orders in a session; the oldest is removed first. */
const limit = 50;

/** The order for the checkout: the open order if it still matches the basket, else a new one; `undefined` if the basket is empty. */
export function openOrder(session: Session): Order | undefined {
  const wanted = wantedFrom(session);
  return wanted && openOrNew(session, "basket", wanted);
}

/** The lines and the total of the current basket; `undefined` if it is empty. */
function wantedFrom(session: Session): Pick<Order, "lines" | "totalMinor"> | undefined {
  const lines = linesOf(session.basket);
  if (lines.length === 0) return undefined;
  return { lines: lines.map(toOrderLine), totalMinor: session.qa.amountMinor ?? totalMinor(lines) };
}

/**
 * The path of the checkout where a declined order is tried again: the checkout that it was paid from. `undefined` if the
 * order was not declined, or is not the checkout's order any more.
 */
export function retryPath(session: Session, order: Order): string | undefined {
  if (order.state.status !== "declined" || session.openOrderIds[order.kind] !== order.id) return undefined;
  if (order.kind === "box") return "/subscribe";
  const wanted = wantedFrom(session);
  if (!wanted || !isSame(order, wanted)) return undefined;
  return session.paidFrom.get(order.id) ?? "/checkout";
}

/** The order of the monthly box: the open one, else a new one. */
export function openBox(session: Session): Order {
  const lines = [{ itemId: box.id, quantity: 1, priceMinor: box.firstMinor }];
  return openOrNew(session, "box", { lines, totalMinor: box.firstMinor });
}

function openOrNew(session: Session, kind: OrderKind, wanted: Pick<Order, "lines" | "totalMinor">): Order {
  const open = session.orders.get(session.openOrderIds[kind] ?? "");
  if (open && !isOver(open.state) && isSame(open, wanted)) return open;
  const order: Order = {
    id: randomBytes(9).toString("base64url"),
    kind,
    ...wanted,
    state: { status: "created", problem: null },
    by: "card",
    isPaidTwice: false,
    subscription: null,
    refunds: noRefunds(),
  };
  session.orders.set(order.id, order);
  session.openOrderIds[kind] = order.id;
  for (const oldest of session.orders.keys()) {
    if (session.orders.size <= limit) break;
    session.orders.delete(oldest);
    session.scaDeclines.delete(oldest);
    session.paidFrom.delete(oldest);
  }
  return order;
}

/** Changes an order, of which the caller's copy may be from before its last await. Bought goods leave the basket. */
export function updateOrder(
  session: Session,
  id: string,
  change: (current: Order) => Partial<Order>,
): Order | undefined {
  const current = session.orders.get(id);
  if (!current) return undefined;
  const next = { ...current, ...change(current) };
  session.orders.set(id, next);
  if (isOver(next.state) && !isOver(current.state) && session.openOrderIds[next.kind] === id) {
    if (next.kind === "basket") session.basket = basketWithout(session.basket, next.lines);
    session.openOrderIds[next.kind] = null;
  }
  return next;
}

/** The basket without the bought goods: the shopper may have added more in another tab, or while the payment was pending. */
function basketWithout(basket: Basket, lines: readonly OrderLine[]): Basket {
  const bought = new Map<string, number>(lines.map(({ itemId, quantity }) => [itemId, quantity]));
  const left = [...basket].map(([id, quantity]) => [id, quantity - (bought.get(id) ?? 0)] as const);
  return new Map(left.filter(([, quantity]) => quantity > 0));
}

/** The newest basket order that waits at the bank, if the basket still has some of its goods. */
export function openPayment(session: Session): Order | undefined {
  return [...session.orders.values()].findLast(
    ({ kind, state, lines }) =>
      kind === "basket" &&
      (state.status === "awaiting" || state.status === "reported") &&
      lines.some(({ itemId }) => [...session.basket.keys()].some((inBasket) => inBasket === itemId)),
  );
}

/** Remembers a card that the gateway stores; the newest is first. */
export function keepCard(session: Session, card: SavedCard | null): void {
  if (!card) return;
  const others = session.savedCards.filter((other) => other.paymentAccountId !== card.paymentAccountId);
  session.savedCards = [card, ...others].slice(0, 5);
  session.consumerId = card.consumerId;
}

function toOrderLine({ product, quantity }: Line): OrderLine {
  return { itemId: product.id, quantity, priceMinor: product.priceMinor };
}

function isSame(
  order: Pick<Order, "lines" | "totalMinor">,
  wanted: Pick<Order, "lines" | "totalMinor">,
): boolean {
  const lines = ({ lines: all }: typeof wanted) =>
    JSON.stringify(all.map(({ itemId, quantity, priceMinor }) => [itemId, quantity, priceMinor]));
  return order.totalMinor === wanted.totalMinor && lines(order) === lines(wanted);
}
