/** A session's orders: the open one for the checkout, and the function that pays it. The rules of an order are in order.ts. */
import { randomBytes } from "node:crypto";
import type { FieldErrors } from "@cardpane/node";
import type { Session } from "../http/session.ts";
import type { PaymentInput, SendPayment } from "../payments/payment-input.ts";
import type { SavedCard } from "../payments/payment-result.ts";
import { type Basket, box, type Line, linesOf, totalMinor } from "../shop/catalogue.ts";
import { locales } from "../texts/index.ts";
import {
  advance,
  createdState,
  isOver,
  isPayable,
  isSettled,
  type Order,
  type OrderEvent,
  type OrderKind,
  type OrderLine,
} from "./order.ts";
import { advanceRefunds, noRefunds, type RefundEvent } from "./refunds.ts";
import { begun, type Subscription } from "./subscription.ts";

/** The maximum number of orders in a session; the oldest is removed first. */
const limit = 50;

/**
 * The order for the checkout: the open order if it still matches the basket and is not left, paid or voided; else a new one, of
 * the same purchase if the open order was left. `undefined` if the basket is empty.
 */
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
  const isOpen = open && !isOver(open.state) && isSame(open, wanted);
  if (isOpen && open.state.status !== "left") return open;
  const id = randomBytes(9).toString("base64url");
  const purchaseId = isOpen ? open.purchaseId : id;
  const begin = { state: createdState, subscription: null, refunds: noRefunds };
  const order: Order = { id, kind, purchaseId, ...wanted, ...begin };
  session.orders.set(order.id, order);
  session.openOrderIds[kind] = order.id;
  for (const oldest of session.orders.keys()) {
    if (session.orders.size <= limit) break;
    session.orders.delete(oldest);
    session.inputs.delete(oldest);
    session.scaDeclines.delete(oldest);
    session.paidFrom.delete(oldest);
  }
  return order;
}

/** Applies an event to an order of the session and returns the order after it. */
export function applyEvent(session: Session, order: Order, event: OrderEvent): Order {
  const current = latest(session, order);
  const next: Order = { ...current, state: advance(current.state, event) };
  session.orders.set(next.id, next);
  // Bought goods leave the basket, whichever order paid them; an order that was left for another purchase removes nothing.
  const open = session.orders.get(session.openOrderIds[next.kind] ?? "");
  const isBought = isSettled(next.state) && !isSettled(current.state);
  if (isBought && open?.purchaseId === next.purchaseId) {
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

/**
 * Leaves an order that waits at the bank, so that its goods can be paid in another way.
 *
 * @returns the order to pay instead; the unchanged order if it may not be left; the paid order if nothing is left to pay;
 *   `undefined` if the basket is empty.
 */
export function leaveOrder(session: Session, order: Order): Order | undefined {
  const left = applyEvent(session, order, { type: "left" });
  if (isSettled(left.state)) return left;
  const other = paidInstead(session, order) ?? standInFor(session, order);
  if (other || left.state.status !== "left") return other ?? left;
  return left.kind === "box" ? openBox(session) : openOrder(session);
}

/** The newest basket order that waits at the bank and may be paid there, if the basket still has some of its goods. */
export function openPayment(session: Session): Order | undefined {
  return [...session.orders.values()].findLast(
    (order) =>
      order.kind === "basket" &&
      (order.state.status === "awaiting" || order.state.status === "reported") &&
      !paidInstead(session, order) &&
      order.lines.some(({ itemId }) => [...session.basket.keys()].some((inBasket) => inBasket === itemId)),
  );
}

/** Another paid order of the same purchase: there is nothing left to pay, or this order was paid too. */
export function paidInstead(session: Session, order: Order): Order | undefined {
  return [...session.orders.values()].find(
    ({ id, purchaseId, state }) => id !== order.id && purchaseId === order.purchaseId && isSettled(state),
  );
}

/** The order that replaced this one when it was left: from then on, only the newer order may be paid. */
function standInFor(session: Session, order: Order): Order | undefined {
  const purchase = [...session.orders.values()].filter(({ purchaseId }) => purchaseId === order.purchaseId);
  const newest = purchase.at(-1);
  return newest?.id === order.id ? undefined : newest;
}

/** Stores a change of an order's subscription. */
export function updateSubscription(
  session: Session,
  order: Order,
  change: (known: Subscription | null) => Subscription | null,
): void {
  const current = latest(session, order);
  session.orders.set(current.id, { ...current, subscription: change(current.subscription) });
}

/** Applies an event to an order's refunds and returns the order after it. */
export function applyRefund(session: Session, order: Order, event: RefundEvent): Order {
  const current = latest(session, order);
  const next: Order = { ...current, refunds: advanceRefunds(current.refunds, event) };
  session.orders.set(next.id, next);
  return next;
}

/** Remembers a card that the gateway stores; the newest is first. */
export function keepCard(session: Session, card: SavedCard | null): void {
  if (!card) return;
  const others = session.savedCards.filter((other) => other.paymentAccountId !== card.paymentAccountId);
  session.savedCards = [card, ...others].slice(0, 5);
  session.consumerId = card.consumerId;
}

/** An order after an attempt to pay it. */
export interface Paid {
  readonly order: Order;
  /** The errors of the request, by path. */
  readonly errors: FieldErrors;
}

/**
 * Pays an order once. While a payment is under way, or if the token was already used, nothing is sent and the current order is
 * returned. If another order of the purchase is paid, or replaced this one, that order is returned. Nothing is awaited between
 * the check and the change of state, so two clicks cannot both pass.
 */
export async function payOrder(
  session: Session,
  order: Order,
  given: Pick<PaymentInput, "source" | "contact" | "consumerId" | "visitor">,
  send: SendPayment,
): Promise<Paid> {
  const current = latest(session, order);
  const other = paidInstead(session, order) ?? standInFor(session, order);
  if (other) return { order: other, errors: {} };
  if (!isPayable(current.state)) return { order: current, errors: {} };
  const requestId = `${order.id}.${randomBytes(6).toString("base64url")}`;
  const started = applyEvent(session, order, {
    type: "started",
    attempt: { requestId, token: spentBy(given), isCard: isCard(given) },
  });
  if (started.state === current.state) return { order: current, errors: {} };
  const { kind } = given.source;
  const input: PaymentInput = {
    ...given,
    requestId,
    orderId: order.id,
    title: `${locales[session.locale ?? "en"].orderNumber} ${order.id}`,
    orderKind: order.kind,
    amountMinor: order.totalMinor,
    shopperId: session.shopperId,
    // A wallet payment has no code to emulate.
    emulateCode: kind === "wallet" ? null : session.qa.emulateCode,
    scaDecline: kind === "token" ? (session.scaDeclines.get(order.id) ?? null) : null,
  };
  session.inputs.set(order.id, input);
  return settle(session, started, input, send);
}

/** Clears the reason why an order was not paid: the form shows the problem at its fields, and another page lacks them. */
export function forgetProblem(session: Session, order: Order): void {
  const current = latest(session, order);
  if (current.state.status === "created") session.orders.set(order.id, { ...current, state: createdState });
}

/** Sends the same request of an order with an unknown outcome again, under the same `X-Request-ID`. */
export async function askAgain(session: Session, order: Order, send: SendPayment): Promise<Order> {
  const current = latest(session, order);
  const input = session.inputs.get(order.id);
  if (current.state.status !== "unknown" || !input) return current;
  const started = applyEvent(session, current, { type: "started", attempt: current.state.attempt });
  return (await settle(session, started, input, send)).order;
}

async function settle(session: Session, order: Order, input: PaymentInput, send: SendPayment): Promise<Paid> {
  const { answer, errors, savedCard, subscription, scaDecline } = await send(input);
  const next = applyEvent(session, order, { type: "answered", answer });
  if (next.state.status !== "unknown") session.inputs.delete(order.id);
  if (scaDecline) session.scaDeclines.set(order.id, scaDecline);
  // A request that became a payment has completed the retry of the soft decline.
  else if (answer.kind !== "not_made" && answer.kind !== "lost") session.scaDeclines.delete(order.id);
  updateSubscription(session, order, (known) => begun(known, subscription));
  keepCard(session, savedCard);
  return { order: latest(session, next), errors };
}

/** The token that an attempt consumes: a second submit with it is the same attempt. */
function spentBy({ source }: Pick<PaymentInput, "source">): string {
  return source.kind === "token" ? source.token : source.formToken;
}

function isCard({ source }: Pick<PaymentInput, "source">): boolean {
  if (source.kind === "other") return source.paymentSource.type === "paymentAccountId";
  return source.kind === "token";
}

/** The current version of the order: a caller's copy may be from before its last await. */
function latest(session: Session, order: Order): Order {
  return session.orders.get(order.id) ?? order;
}

function toOrderLine({ product, quantity }: Line): OrderLine {
  return { itemId: product.id, quantity, priceMinor: product.priceMinor };
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
        line.itemId === other?.itemId &&
        line.quantity === other.quantity &&
        line.priceMinor === other.priceMinor
      );
    })
  );
}
