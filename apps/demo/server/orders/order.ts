/**
 * An order as the shop shows it. `createCheckout` of `@cardpane/node` decides whether it may be paid, and what became of each
 * attempt; the state here is the last thing that it said, with the parts that a page shows.
 */
import { randomInt } from "node:crypto";
import type { SavedCard } from "@cardpane/browser";
import type { Locale } from "../texts/index.ts";
import type { Brand } from "./brand.ts";
import { type Basket, box, type Line, linesOf } from "./catalogue.ts";
import type { Contact } from "./contact.ts";
import type { QaSettings } from "./qa-settings.ts";
import { noRefunds, type Refunds } from "./refunds.ts";
import type { ShopperWallet } from "./shopper-wallet.ts";
import type { Subscription } from "./subscription.ts";

/** The gateway's ids of a payment. */
export interface GatewayIds {
  readonly orderId: string;
  readonly transactionId: string;
}

/** The details of a payment, from the gateway. */
export interface Receipt extends GatewayIds {
  readonly code: string;
  readonly amount: number;
  readonly currency: string;
  readonly descriptor: string | null;
  /** `source.method`, for example `sepa`. */
  readonly method: string | null;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
  /** The gateway's id of the user whose wallet paid; absent if no wallet paid. */
  readonly walletUserId?: number;
}

/**
 * Why an attempt made no payment. `no_card`: the form has no token; `token_spent`: the card must be entered again; `invalid`: a
 * field is invalid; `logged_out`, `blocked`: the wallet is unusable.
 */
export type NotMade =
  | "not_sent"
  | "no_card"
  | "refused"
  | "token_spent"
  | "invalid"
  | "logged_out"
  | "blocked";

/** The page that the shopper has to open, or the QR code to scan. */
interface SecondStep {
  readonly url: string;
  /** The text of a QR code; the page is offered as well. */
  readonly qrCode: string | null;
}

export type OrderState =
  | { readonly status: "created"; readonly problem: NotMade | null }
  | { readonly status: "paying" }
  | { readonly status: "paid"; readonly receipt: Receipt }
  /** Money moved, but not as expected: a person has to look at it. */
  | { readonly status: "mismatched"; readonly receipt: Receipt }
  /** The order was paid from a wallet, and the shop voided the payment. */
  | { readonly status: "voided"; readonly receipt: Receipt }
  | { readonly status: "declined"; readonly code: string | null }
  | { readonly status: "awaiting"; readonly step: SecondStep; readonly ids: GatewayIds }
  /** A hint that the shopper's browser carried back from the bank: it settles nothing. */
  | {
      readonly status: "reported";
      readonly approved: boolean;
      readonly code: string | null;
      readonly ids: GatewayIds;
    }
  /** It may have been charged: nothing is sent again until a notification or the operator has decided. */
  | { readonly status: "unknown" };

/** The content of an order: the basket, or the monthly box. */
export type OrderKind = "basket" | "box";

export interface Order {
  /** The reference of the order at the gateway. */
  readonly id: string;
  readonly session: Session;
  readonly kind: OrderKind;
  readonly lines: readonly Line[];
  /** The charge for the purchase, in cents of the shop's currency. The shop alone sets it when it creates the order. */
  readonly totalMinor: number;
  /** Changed by {@link setState}. */
  state: OrderState;
  /** How the last attempt pays: the text of a decline names a card only if a card was declined. */
  by: "card" | "other" | "wallet";
  /** The path of the checkout that the order was last paid from: a decline redirects to it. */
  checkout: string;
  /** Transactions that the shopper has left at the bank: their end says nothing about the next attempt. */
  readonly left: Set<string>;
  /** Whether two payments were made: the shop owes one of them back. */
  isPaidTwice: boolean;
  /** Whether the shopper asked to keep the card of the last attempt. */
  savesCard: boolean;
  subscription: Subscription | null;
  /** The refunds of a card payment; a wallet payment is voided as a whole, in `state`. */
  readonly refunds: Refunds;
}

/** The data of one shopper. Only the store of sessions knows its cookie. */
export interface Session {
  /** The shop's id of the shopper, sent to the gateway; independent of the cookie. */
  readonly shopperId: string;
  readonly basket: Basket;
  contact: Contact;
  /** Chosen by the shopper; `null` follows the browser. */
  locale: Locale | null;
  qa: QaSettings;
  /** The stored card that the checkout offers: the last that paid. The gateway stores it; this is its id and what names it. */
  savedCard: SavedCard | null;
  /** The gateway's id of the shopper, after the gateway has stored a card of theirs. */
  consumerId: string | null;
  readonly orders: Map<string, Order>;
  readonly openOrders: Record<OrderKind, Order | null>;
  /** The wallet, with the tokens of the customer's login: none of them reaches the browser. */
  readonly wallet: ShopperWallet;
  /** What the page at `location` shows once. */
  notice: { readonly location: string; readonly text: string; readonly isProblem: boolean } | null;
  lastSeenAt: number;
}

/** Whether a shopper may pay this order now. */
export function isPayable({ state: { status } }: Order): boolean {
  return status === "created" || status === "declined";
}

function isOver({ status }: OrderState): boolean {
  return status === "paid" || status === "mismatched" || status === "voided";
}

/**
 * Whether the shopper may choose another payment method while this payment is open at the bank. Not after the hint of an
 * approval: the notification is then pending, and another payment would most likely be a second one.
 */
export function mayLeave({ state }: Order): boolean {
  return state.status === "awaiting" || (state.status === "reported" && !state.approved);
}

/** The receipt of an order that can be refunded; a wallet payment is voided by the wallet instead. */
export function refundableReceipt({ state }: Order): Receipt | undefined {
  if (state.status !== "paid" && state.status !== "mismatched") return undefined;
  return state.receipt.walletUserId === undefined ? state.receipt : undefined;
}

/** Changes the state of an order. Bought goods leave the basket; the shopper may have added more while the payment was pending. */
export function setState(order: Order, state: OrderState): void {
  const { session, kind, lines } = order;
  const isBought = isOver(state) && !isOver(order.state);
  order.state = state;
  if (!isBought) return;
  if (session.openOrders[kind] === order) session.openOrders[kind] = null;
  // Of an order of another tab, too: a shopper who pays that tab's basket would buy the goods twice.
  if (kind === "box") return;
  for (const [id, quantity] of session.basket) {
    const bought = lines.find(({ itemId }) => itemId === id)?.quantity ?? 0;
    if (quantity > bought) session.basket.set(id, quantity - bought);
    else session.basket.delete(id);
  }
}

type Goods = Pick<Order, "lines" | "totalMinor">;

/** What a checkout would sell now; `undefined` if the basket is empty. */
function goodsOf({ basket, qa }: Session, kind: OrderKind): Goods | undefined {
  if (kind === "box") {
    const { id: itemId, firstMinor } = box;
    return { lines: [{ itemId, quantity: 1, priceMinor: firstMinor }], totalMinor: firstMinor };
  }
  const { lines, totalMinor } = linesOf(basket);
  return lines.length > 0 ? { lines, totalMinor: qa.amountMinor ?? totalMinor } : undefined;
}

/** The order of a checkout: the open one if it still has the same goods, else a new one; `undefined` if the basket is empty. */
export function openOrder(session: Session, kind: OrderKind): Order | undefined {
  const goods = goodsOf(session, kind);
  const open = session.openOrders[kind];
  if (!goods) return undefined;
  if (open && !isOver(open.state) && isSame(open, goods)) return open;
  const order: Order = {
    id: freshOrderNumber(),
    session,
    kind,
    ...goods,
    state: { status: "created", problem: null },
    by: "card",
    checkout: kind === "box" ? "/subscribe" : "/checkout",
    left: new Set(),
    isPaidTwice: false,
    savesCard: false,
    subscription: null,
    refunds: noRefunds(),
  };
  session.orders.set(order.id, order);
  session.openOrders[kind] = order;
  return order;
}

/** An order's number, `7K2M-9QXD-4TFA`: without the signs that are mistaken for others when somebody reads them out. */
function freshOrderNumber(): string {
  const sign = () => "23456789ABCDEFGHJKMNPQRSTUVWXYZ"[randomInt(31)];
  const group = () => `${sign()}${sign()}${sign()}${sign()}`;
  return `${group()}-${group()}-${group()}`;
}

/**
 * The path of the checkout where an order is tried again. `undefined` if the order can't be paid now, or is not the checkout's
 * order any more: then only its own page shows what became of it.
 */
export function retryPath(order: Order): string | undefined {
  const { session, kind, checkout } = order;
  const goods = goodsOf(session, kind);
  const isOpen = session.openOrders[kind] === order && goods !== undefined && isSame(order, goods);
  return isPayable(order) && isOpen ? checkout : undefined;
}

/** The newest basket order that waits at the bank, if the basket still has some of its goods. */
export function openPayment({ orders, basket }: Session): Order | undefined {
  return [...orders.values()].findLast(
    ({ kind, state, lines }) =>
      kind === "basket" &&
      (state.status === "awaiting" || state.status === "reported") &&
      lines.some(({ itemId }) => [...basket.keys()].some((inBasket) => inBasket === itemId)),
  );
}

function isSame(one: Goods, other: Goods): boolean {
  return one.totalMinor === other.totalMinor && JSON.stringify(one.lines) === JSON.stringify(other.lines);
}
