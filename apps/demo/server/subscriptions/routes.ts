/**
 * The shopper's subscription and the changes they can make. Each page reads the state from the gateway; if the gateway does
 * not answer, the page shows the last known state.
 *
 *   GET  /orders/:id/subscription            the state, and the possible changes
 *   GET  /orders/:id/subscription/cancel     asks for confirmation; POST cancels
 *   POST /orders/:id/subscription/recover    withdraws the cancellation
 *   GET  /orders/:id/subscription/card       the pane; POST sets its card for later charges
 */
import { type Client, isCardpaneError, type Subscription } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound, redirectWithNotice } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import type { Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import type { Order } from "../orders/order.ts";
import { updateOrder } from "../orders/session-orders.ts";
import { isCanceled, reported } from "../orders/subscription.ts";
import { readToken } from "../payments/card-form.ts";
import { toSubscription } from "../payments/payment-result.ts";
import { emptyContact } from "../shop/contact.ts";
import { answerPage } from "../wallet/customer.ts";
import { type Form, readFormToken } from "../wallet/inputs.ts";
import { attempt, type Done, type Refusal, withoutWallet } from "../wallet/refusal.ts";
import type { ChangeNotice } from "../wallet/shopper-wallet.ts";
import { type CardProblem, cancelPage, cardPage, type SubscribedOrder, subscriptionPage } from "./views.ts";

interface Backend {
  readonly shop: Shop;
  /** Uses the merchant's key. */
  readonly client: Client;
}

interface Found {
  readonly session: Session;
  readonly order: SubscribedOrder;
  readonly subscriptionId: string;
}

export function subscriptionRoutes(app: Hono, shop: Shop, client: Client): void {
  const backend: Backend = { shop, client };
  app.get("/subscription", (c) => {
    const orders = [...shop.sessions.read(c).orders.values()];
    const newest = orders.findLast(({ subscription }) => typeof subscription?.id === "string");
    return c.redirect(newest ? `/orders/${newest.id}/subscription` : "/subscribe", 303);
  });
  app.get("/orders/:id/subscription", (c) => withSubscription(c, backend, showCurrent));
  app.get("/orders/:id/subscription/cancel", (c) => withSubscription(c, backend, askToCancel));
  app.post("/orders/:id/subscription/cancel", (c) => withSubscription(c, backend, cancel));
  app.post("/orders/:id/subscription/recover", (c) => withSubscription(c, backend, recover));
  app.get("/orders/:id/subscription/card", (c) => withSubscription(c, backend, showCard));
  app.post("/orders/:id/subscription/card", (c) => withSubscription(c, backend, changeCard));
}

async function withSubscription(
  c: Context,
  backend: Backend,
  handle: (c: Context, backend: Backend, found: Found) => Promise<Response>,
): Promise<Response> {
  const session = backend.shop.sessions.read(c);
  const order = session.orders.get(c.req.param("id") ?? "");
  const subscriptionId = order?.subscription?.id;
  if (!order || !isSubscribed(order) || typeof subscriptionId !== "string") {
    return notFound(c, backend.shop);
  }
  return handle(c, backend, { session, order, subscriptionId });
}

async function showCurrent(c: Context, backend: Backend, found: Found): Promise<Response> {
  const refusal = await refresh(backend, found);
  return show(c, backend, found, refusal);
}

async function askToCancel(c: Context, backend: Backend, found: Found): Promise<Response> {
  await refresh(backend, found);
  const { order } = latest(found);
  if (isCanceled(order.subscription)) return c.redirect(pathOf(order), 303);
  return answerPage(c, backend.shop, false, (page) => cancelPage(page, order));
}

async function cancel(c: Context, backend: Backend, found: Found): Promise<Response> {
  const form = await c.req.parseBody();
  const when = form["when"] === "end" ? { keepActiveUntilNextRebill: true } : {};
  const id = found.subscriptionId;
  const done = await attempt(() => backend.client.subscriptions.cancel(id, when, keyOf(form)));
  return showChange(c, backend, found, done, {
    notice: "subscription_canceled",
    isDone: ({ order }) => isCanceled(order.subscription),
  });
}

async function recover(c: Context, backend: Backend, found: Found): Promise<Response> {
  const form = await c.req.parseBody();
  const done = await attempt(() => backend.client.subscriptions.recover(found.subscriptionId, keyOf(form)));
  return showChange(c, backend, found, done, {
    notice: "subscription_recovered",
    isDone: ({ order }) => !isCanceled(order.subscription),
  });
}

async function changeCard(c: Context, backend: Backend, found: Found): Promise<Response> {
  const form = await c.req.parseBody();
  const card = readToken(form["payment"]);
  if (!card) return showCard(c, backend, found, "no_card");
  const { session, subscriptionId } = found;
  const consumer = { externalId: session.shopperId, ...(session.contact ?? emptyContact) };
  const change = { ...card, httpRequest: visitorOf(c), threeDs: session.qa.threeDs, consumer };
  try {
    keep(found, await backend.client.subscriptions.changeCard(subscriptionId, change));
    return redirectWithNotice(c, backend.shop, pathOf(found.order), { kind: "card_changed" });
  } catch (error) {
    if (!isCardpaneError(error)) throw error;
    // The token is used, or may be: another attempt needs a new token, so the page asks for the card again.
    if (error.code === "token_unusable") return showCard(c, backend, found, "token_spent");
    if (error.outcome === "unknown") {
      await refresh(backend, found);
      return show(c, backend, found, { kind: "unknown", errors: {}, waitSeconds: null });
    }
    return showCard(c, backend, found, error.retryable ? "not_sent" : "refused");
  }
}

/** Reads the subscription from the gateway; returns the refusal, if any. */
async function refresh({ client }: Backend, found: Found): Promise<Refusal | undefined> {
  const done = await attempt(() => client.subscriptions.get(found.subscriptionId));
  if (!done.ok) return withoutWallet(done.refusal);
  keep(found, done.value);
  return undefined;
}

/** Shows the result of a change. After an unknown outcome it reads the subscription, which may have been changed. */
async function showChange(
  c: Context,
  backend: Backend,
  found: Found,
  done: Done<Subscription>,
  { notice, isDone }: { readonly notice: ChangeNotice; readonly isDone: (now: Found) => boolean },
): Promise<Response> {
  if (done.ok) {
    keep(found, done.value);
    return redirectWithNotice(c, backend.shop, pathOf(found.order), { kind: notice });
  }
  const isRead = (await refresh(backend, found)) === undefined;
  if (done.refusal.kind === "unknown" && isRead && isDone(latest(found))) {
    return redirectWithNotice(c, backend.shop, pathOf(found.order), { kind: notice });
  }
  return show(c, backend, found, withoutWallet(done.refusal));
}

function show(c: Context, { shop }: Backend, found: Found, refusal?: Refusal): Promise<Response> {
  const { order } = latest(found);
  return answerPage(c, shop, refusal !== undefined, (page) =>
    subscriptionPage({ ...page, here: pathOf(order) }, order, refusal),
  );
}

async function showCard(
  c: Context,
  { shop }: Backend,
  { order }: Found,
  problem?: CardProblem,
): Promise<Response> {
  const page = openPage(c, shop, await shop.findPane());
  const here = `${pathOf(order)}/card`;
  return c.html(cardPage({ ...page, here }, order, problem), problem === undefined ? 200 : 422);
}

const pathOf = ({ id }: Order) => `/orders/${id}/subscription`;

function keep({ session, order }: Found, result: Subscription): void {
  const news = toSubscription(result);
  if (news)
    updateOrder(session, order.id, ({ subscription }) => ({ subscription: reported(subscription, news) }));
}

/** The current state: `found` may be from before an await. */
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
