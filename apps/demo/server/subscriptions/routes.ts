/**
 * The shopper's subscription and what they can change of it. Each page reads its state from the gateway; when the gateway does
 * not answer, the page shows the last known state.
 *
 *   GET  /orders/:id/subscription            the state, and the ways to change it
 *   GET  /orders/:id/subscription/cancel     the question; POST cancels
 *   POST /orders/:id/subscription/recover    takes the cancellation back
 *   GET  /orders/:id/subscription/card       the pane; POST makes later charges go to its card
 */
import { type Client, isCardpaneError, readFormValue, type Subscription } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFoundPage } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import type { Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import type { Order } from "../orders/order.ts";
import { updateSubscription } from "../orders/session-orders.ts";
import { isCanceled, reported } from "../orders/subscription.ts";
import { toSubscription } from "../payments/payment-result.ts";
import { emptyContact } from "../shop/contact.ts";
import { type Form, readFormToken } from "../wallet/inputs.ts";
import { attempt, type Done, type Refusal, withoutWallet } from "../wallet/refusal.ts";
import { answerPage } from "../wallet/routes/customer.ts";
import type { ChangeNotice } from "../wallet/shopper-wallet.ts";
import { type CardProblem, cancelPage, cardPage, type SubscribedOrder, subscriptionPage } from "./views.ts";

interface Found {
  readonly session: Session;
  readonly order: SubscribedOrder;
  readonly subscriptionId: string;
}

export function subscriptionRoutes(app: Hono, shop: Shop, client: Client): void {
  const desk: Desk = { shop, client };
  app.get("/subscription", (c) => {
    const orders = [...shop.sessions.read(c).orders.values()];
    const newest = orders.findLast(({ subscription }) => typeof subscription?.id === "string");
    return c.redirect(newest ? `/orders/${newest.id}/subscription` : "/subscribe", 303);
  });
  app.get("/orders/:id/subscription", (c) => withSubscription(c, desk, showCurrent));
  app.get("/orders/:id/subscription/cancel", (c) => withSubscription(c, desk, askToCancel));
  app.post("/orders/:id/subscription/cancel", (c) => withSubscription(c, desk, cancel));
  app.post("/orders/:id/subscription/recover", (c) => withSubscription(c, desk, recover));
  app.get("/orders/:id/subscription/card", (c) => withSubscription(c, desk, showCard));
  app.post("/orders/:id/subscription/card", (c) => withSubscription(c, desk, changeCard));
}

interface Desk {
  readonly shop: Shop;
  readonly client: Client;
}

async function withSubscription(
  c: Context,
  desk: Desk,
  handle: (c: Context, desk: Desk, found: Found) => Promise<Response>,
): Promise<Response> {
  const session = desk.shop.sessions.read(c);
  const order = session.orders.get(c.req.param("id") ?? "");
  const subscriptionId = order?.subscription?.id;
  if (!order || !isSubscribed(order) || typeof subscriptionId !== "string") {
    return c.html(notFoundPage(openPage(c, desk.shop)), 404);
  }
  return handle(c, desk, { session, order, subscriptionId });
}

async function showCurrent(c: Context, desk: Desk, found: Found): Promise<Response> {
  const refusal = await refresh(desk, found);
  return show(c, desk, found, refusal);
}

async function askToCancel(c: Context, desk: Desk, found: Found): Promise<Response> {
  await refresh(desk, found);
  const { order } = latest(found);
  if (isCanceled(order.subscription)) return c.redirect(`/orders/${order.id}/subscription`, 303);
  return answerPage(c, desk.shop, false, (page) => cancelPage(page, order));
}

async function cancel(c: Context, desk: Desk, found: Found): Promise<Response> {
  const form = await c.req.parseBody();
  const when = form["when"] === "end" ? { keepActiveUntilNextRebill: true } : {};
  const id = found.subscriptionId;
  const done = await attempt(() => desk.client.subscriptions.cancel(id, when, keyOf(form)));
  return showChange(c, desk, found, done, {
    notice: "subscription_canceled",
    isDone: ({ order }) => isCanceled(order.subscription),
  });
}

async function recover(c: Context, desk: Desk, found: Found): Promise<Response> {
  const form = await c.req.parseBody();
  const done = await attempt(() => desk.client.subscriptions.recover(found.subscriptionId, keyOf(form)));
  return showChange(c, desk, found, done, {
    notice: "subscription_recovered",
    isDone: ({ order }) => !isCanceled(order.subscription),
  });
}

async function changeCard(c: Context, desk: Desk, found: Found): Promise<Response> {
  const form = await c.req.parseBody();
  const card = readToken(form["payment"]);
  if (!card) return showCard(c, desk, found, "no_card");
  const { session, subscriptionId } = found;
  const consumer = { externalId: session.shopperId, ...(session.contact ?? emptyContact) };
  const change = { ...card, httpRequest: visitorOf(c), threeDs: session.qa.threeDs, consumer };
  try {
    keep(found, await desk.client.subscriptions.changeCard(subscriptionId, change));
    return redirectWithNotice(c, found, "card_changed");
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    // The token is used, or may be: another attempt needs the card again, which the page asks for.
    if (error.code === "token_unusable") return showCard(c, desk, found, "token_spent");
    if (error.outcome === "unknown") {
      await refresh(desk, found);
      return show(c, desk, found, { kind: "unknown", errors: {}, waitSeconds: null });
    }
    return showCard(c, desk, found, error.retryable ? "not_sent" : "refused");
  }
}

/** Reads the subscription from the gateway; returns a refusal. */
async function refresh({ client }: Desk, found: Found): Promise<Refusal | undefined> {
  const done = await attempt(() => client.subscriptions.get(found.subscriptionId));
  if (!done.ok) return withoutWallet(done.refusal);
  keep(found, done.value);
  return undefined;
}

/** Shows the result of a change. After an unknown outcome it reads the subscription, which may have been changed. */
async function showChange(
  c: Context,
  desk: Desk,
  found: Found,
  done: Done<Subscription>,
  { notice, isDone }: { readonly notice: ChangeNotice; readonly isDone: (now: Found) => boolean },
): Promise<Response> {
  if (done.ok) {
    keep(found, done.value);
    return redirectWithNotice(c, found, notice);
  }
  const isRead = (await refresh(desk, found)) === undefined;
  if (done.refusal.kind === "unknown" && isRead && isDone(latest(found))) {
    return redirectWithNotice(c, found, notice);
  }
  return show(c, desk, found, withoutWallet(done.refusal));
}

function redirectWithNotice(c: Context, { session, order }: Found, kind: ChangeNotice): Response {
  session.wallet.notice = { kind };
  return c.redirect(`/orders/${order.id}/subscription`, 303);
}

function show(c: Context, { shop }: Desk, found: Found, refusal?: Refusal): Promise<Response> {
  const { order } = latest(found);
  return answerPage(c, shop, refusal !== undefined, (page) =>
    subscriptionPage({ ...page, here: `/orders/${order.id}/subscription` }, order, refusal),
  );
}

async function showCard(
  c: Context,
  { shop }: Desk,
  { order }: Found,
  problem?: CardProblem,
): Promise<Response> {
  const page = openPage(c, shop, await shop.findPane());
  const here = `/orders/${order.id}/subscription/card`;
  return c.html(cardPage({ ...page, here }, order, problem), problem === undefined ? 200 : 422);
}

function keep({ session, order }: Found, result: Subscription): void {
  const news = toSubscription(result);
  if (news) updateSubscription(session, order, (known) => reported(known, news));
}

/** As it is now: what was found may be from before an await. */
function latest(found: Found): Found {
  const order = found.session.orders.get(found.order.id);
  return order && isSubscribed(order) ? { ...found, order } : found;
}

function isSubscribed(order: Order): order is SubscribedOrder {
  return order.subscription !== null;
}

function keyOf(form: Form) {
  const formToken = readFormToken(form);
  return formToken === undefined ? {} : { idempotencyKey: `subscription.${formToken}` };
}

function readToken(payment: unknown): ReturnType<typeof readFormValue> | undefined {
  try {
    return readFormValue(typeof payment === "string" ? payment : "");
  } catch (error) {
    if (isCardpaneError(error)) return undefined;
    throw error;
  }
}
