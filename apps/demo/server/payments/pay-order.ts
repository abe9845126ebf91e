/** Pays an order of a session: the order shows "paying" at once, and what became of it after the answer. */
import type { FieldErrors } from "@cardpane/node";
import type { Session } from "../http/session.ts";
import { isPayable, type Order } from "../orders/order.ts";
import { keepCard, updateOrder } from "../orders/session-orders.ts";
import { begun } from "../orders/subscription.ts";
import { locales } from "../texts/index.ts";
import type { Pay, PaymentInput } from "./payment-input.ts";

/** An order after an attempt to pay it. */
export interface Paid {
  readonly order: Order;
  /** The errors of the request, by path. */
  readonly errors: FieldErrors;
}

/** Pays an order once: while a payment is under way, nothing is sent and the current order is returned. */
export async function payOrder(
  session: Session,
  { id }: Order,
  given: Pick<PaymentInput, "source" | "contact" | "consumerId" | "visitor">,
  pay: Pay,
): Promise<Paid> {
  const current = session.orders.get(id);
  if (!current) throw new Error("The order is not of this session.");
  if (!isPayable(current.state)) return { order: current, errors: {} };
  const { source } = given;
  const isStoredCard = source.kind === "other" && source.paymentSource.type === "paymentAccountId";
  const by = source.kind === "token" || isStoredCard ? "card" : source.kind;
  // Nothing is awaited between the check and the change, so two clicks cannot both pass.
  updateOrder(session, id, () => ({ state: { status: "paying" }, by }));
  const answer = await pay({
    ...given,
    orderId: id,
    title: `${locales[session.locale ?? "en"].orderNumber} ${id}`,
    orderKind: current.kind,
    amountMinor: current.totalMinor,
    shopperId: session.shopperId,
    // A wallet payment has no code to emulate.
    emulateCode: source.kind === "wallet" ? null : session.qa.emulateCode,
    scaDecline: source.kind === "token" ? (session.scaDeclines.get(id) ?? null) : null,
  });
  const { state, savedCard = null, subscription = null, scaDecline, errors = {} } = answer;
  // The next card of an order is sent as a retry of its soft decline; a request that became a payment has completed that.
  if (scaDecline) session.scaDeclines.set(id, scaDecline);
  else if (state.status !== "created" && state.status !== "unknown") session.scaDeclines.delete(id);
  keepCard(session, savedCard);
  const order = updateOrder(session, id, (now) => ({
    subscription: begun(now.subscription, subscription),
    // Unless a notification came first, and has changed the order.
    ...(now.state.status === "paying" && { state }),
  }));
  return { order: order ?? current, errors };
}
