/**
 * The shopper's subscription: how it stands, and what they may do about it. The gateway knows; the shop asks it on each page,
 * and shows what it knew last where the gateway does not answer.
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
  app.get("/subscription", (c) => {
    const orders = [...shop.sessions.read(c).orders.values()];
    const newest = orders.findLast(({ subscription }) => typeof subscription?.id === "string");
    return c.redirect(newest ? `/orders/${newest.id}/subscription` : "/subscribe", 303);
  });

  app.get("/orders/:id/subscription", (c) =>
    withSubscription(c, async (found) => {
      const refusal = await refresh(found);
      return show(c, found, refusal);
    }),
  );

  app.get("/orders/:id/subscription/cancel", (c) =>
    withSubscription(c, async (found) => {
      await refresh(found);
      const { order } = latest(found);
      if (isCanceled(order.subscription)) return c.redirect(`/orders/${order.id}/subscription`, 303);
      return answerPage(c, shop, false, (page) => cancelPage(page, order));
    }),
  );

  app.post("/orders/:id/subscription/cancel", (c) =>
    withSubscription(c, async (found) => {
      const form = await c.req.parseBody();
      const when = form["when"] === "end" ? { keepActiveUntilNextRebill: true } : {};
      const id = found.subscriptionId;
      const done = await attempt(() => client.subscriptions.cancel(id, when, keyOf(form)));
      return changed(c, found, done, {
        notice: "subscription_canceled",
        isDone: ({ order }) => isCanceled(order.subscription),
      });
    }),
  );

  app.post("/orders/:id/subscription/recover", (c) =>
    withSubscription(c, async (found) => {
      const form = await c.req.parseBody();
      const done = await attempt(() => client.subscriptions.recover(found.subscriptionId, keyOf(form)));
      return changed(c, found, done, {
        notice: "subscription_recovered",
        isDone: ({ order }) => !isCanceled(order.subscription),
      });
    }),
  );

  app.get("/orders/:id/subscription/card", (c) => withSubscription(c, (found) => showCard(c, found)));

  app.post("/orders/:id/subscription/card", (c) =>
    withSubscription(c, async (found) => {
      const form = await c.req.parseBody();
      const card = readToken(form["payment"]);
      if (!card) return showCard(c, found, "no_card");
      const { session, subscriptionId } = found;
      const consumer = { externalId: session.shopperId, ...(session.contact ?? emptyContact) };
      const change = { ...card, httpRequest: visitorOf(c), threeDs: session.qa.threeDs, consumer };
      try {
        const news = await client.subscriptions.changeCard(subscriptionId, change);
        keep(found, news);
        return noted(c, found, "card_changed");
      } catch (error) {
        if (!isCardpaneError(error)) throw error;
        // The token is spent, or may be: another try needs the card again, which the page asks for.
        if (error.code === "token_unusable") return showCard(c, found, "token_spent");
        if (error.outcome === "unknown") {
          await refresh(found);
          return show(c, found, { kind: "unknown", errors: {}, waitSeconds: null });
        }
        return showCard(c, found, error.retryable ? "not_sent" : "refused");
      }
    }),
  );

  async function withSubscription(c: Context, work: (found: Found) => Promise<Response>): Promise<Response> {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id") ?? "");
    const subscriptionId = order?.subscription?.id;
    if (!order || !isSubscribed(order) || typeof subscriptionId !== "string") {
      return c.html(notFoundPage(openPage(c, shop)), 404);
    }
    return work({ session, order, subscriptionId });
  }

  /** Asks how it stands; answers a refusal. */
  async function refresh(found: Found): Promise<Refusal | undefined> {
    const done = await attempt(() => client.subscriptions.get(found.subscriptionId));
    if (!done.ok) return withoutWallet(done.refusal);
    keep(found, done.value);
    return undefined;
  }

  /** Shows what became of a change. Where nobody knows, the gateway is asked how the subscription stands now. */
  async function changed(
    c: Context,
    found: Found,
    done: Done<Subscription>,
    { notice, isDone }: { readonly notice: ChangeNotice; readonly isDone: (now: Found) => boolean },
  ): Promise<Response> {
    if (done.ok) {
      keep(found, done.value);
      return noted(c, found, notice);
    }
    const isAsked = (await refresh(found)) === undefined;
    if (done.refusal.kind === "unknown" && isAsked && isDone(latest(found))) return noted(c, found, notice);
    return show(c, found, withoutWallet(done.refusal));
  }

  function noted(c: Context, { session, order }: Found, kind: ChangeNotice): Response {
    session.wallet.notice = { kind };
    return c.redirect(`/orders/${order.id}/subscription`, 303);
  }

  function show(c: Context, found: Found, refusal?: Refusal): Promise<Response> {
    const { order } = latest(found);
    return answerPage(c, shop, refusal !== undefined, (page) =>
      subscriptionPage({ ...page, here: `/orders/${order.id}/subscription` }, order, refusal),
    );
  }

  async function showCard(c: Context, { order }: Found, problem?: CardProblem): Promise<Response> {
    const page = openPage(c, shop, await shop.findPane());
    const here = `/orders/${order.id}/subscription/card`;
    return c.html(cardPage({ ...page, here }, order, problem), problem === undefined ? 200 : 422);
  }
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
