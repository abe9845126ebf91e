/**
 * The shopper's subscription and their changes to it, from its order's page. Each view of that page reads the state from the
 * gateway, because not every gateway sends a notice when a subscription ends; without an answer the page shows the last known state.
 *
 *   POST /orders/:id/subscription/cancel     now, or at the end of the paid period
 *   GET  /orders/:id/subscription/card       the pane; POST sets its card for later charges
 */
import type { Client, Subscription } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { readFormToken } from "../http/form-token.ts";
import { attempt, notFound, redirectWith, refusalText } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { validContact } from "../orders/contact.ts";
import type { Order } from "../orders/order.ts";
import { isCanceled, reported } from "../orders/subscription.ts";
import { readCard } from "../payments/card-form.ts";
import { locales, type Texts } from "../texts/index.ts";
import { cardPage, type SubscribedOrder } from "./views.ts";

interface Asked {
  readonly c: Context;
  readonly order: SubscribedOrder;
  readonly id: string;
  readonly texts: Texts;
  /** The order's page, which shows the subscription. */
  readonly path: string;
}

/** How long a view of the page waits for the gateway: it can also show the last known state. */
const maxReadMs = 5_000;

export function subscriptionRoutes(app: Hono, shop: Shop): void {
  const { client } = shop;
  const withSubscription = (handle: (asked: Asked) => Response | Promise<Response>) => (c: Context) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id") ?? "");
    const id = order?.subscription?.id;
    if (typeof id !== "string") return notFound(c, shop);
    const path = `/orders/${order?.id}`;
    return handle({ c, order: order as SubscribedOrder, id, path, texts: locales[localeOf(c, session)] });
  };

  app.get("/subscription", (c) => {
    const orders = [...shop.sessions.read(c).orders.values()];
    const newest = orders.findLast(({ subscription }) => typeof subscription?.id === "string");
    return c.redirect(newest ? `/orders/${newest.id}#subscription` : "/subscribe", 303);
  });

  app.post(
    "/orders/:id/subscription/cancel",
    withSubscription(async ({ c, id, texts, path, order }) => {
      const form = await c.req.parseBody();
      const key = readFormToken(form);
      const options = key === undefined ? {} : { idempotencyKey: `subscription.${key}` };
      const end = form["when"] === "end" ? { keepActiveUntilNextRebill: true } : {};
      const done = await attempt(() => client.subscriptions.cancel(id, end, options));
      const isUnknown = !done.ok && done.error.outcome === "unknown";
      // After an unknown outcome it is read, because it may have been canceled.
      const known = isUnknown ? await attempt(() => client.subscriptions.get(id)) : done;
      if (known.ok) keep(order, known.value);
      const { notices, changeUnknown } = texts.afterPayment;
      if (done.ok || (known.ok && isCanceled(order.subscription)))
        return redirectWith(c, shop, path, notices.subscription_canceled);
      return redirectWith(c, shop, path, isUnknown ? changeUnknown : refusalText(texts, done.error), true);
    }),
  );

  async function showCard({ c, order, path }: Asked, problem?: string): Promise<Response> {
    const page = { ...openPage(c, shop, await shop.findPane()), here: `${path}/subscription/card` };
    return c.html(cardPage(page, order, problem), problem === undefined ? 200 : 422);
  }

  app.get(
    "/orders/:id/subscription/card",
    withSubscription((asked) => showCard(asked)),
  );

  app.post(
    "/orders/:id/subscription/card",
    withSubscription(async (asked) => {
      const { c, order, id, texts, path } = asked;
      const card = readCard(await c.req.parseBody());
      const { notices, changeUnknown, subscription } = texts.afterPayment;
      if (!card) return showCard(asked, subscription.cardNotChanged);
      const { token, device } = card;
      const { shopperId, contact, qa } = order.session;
      // Another checkout may have stored a contact with problems. The client sends nothing without an email address.
      const consumer = { externalId: shopperId, email: "", ...validContact(contact) };
      const change = { token, device, httpRequest: visitorOf(c), threeDs: qa.threeDs === "on", consumer };
      const done = await attempt(() => client.subscriptions.changeCard(id, change));
      if (done.ok) {
        keep(order, done.value);
        return redirectWith(c, shop, path, notices.card_changed);
      }
      // The token is used, or may be: another attempt needs a new token, so the page asks for the card again.
      const { code, outcome } = done.error;
      if (outcome === "unknown") return redirectWith(c, shop, path, changeUnknown, true);
      const reason = code === "token_unusable" ? "" : refusalText(texts, done.error);
      return showCard(asked, `${reason} ${subscription.cardNotChanged}`);
    }),
  );
}

/** Reads the subscription of an order from the gateway; on failure the last known state stays. */
export async function readSubscription(client: Client, order: Order): Promise<void> {
  const id = order.subscription?.id;
  if (id === undefined) return;
  const done = await attempt(() => client.subscriptions.get(id, { timeoutMs: maxReadMs }));
  if (done.ok) keep(order as SubscribedOrder, done.value);
}

function keep(order: SubscribedOrder, answer: Subscription): void {
  Object.assign(order, { subscription: reported(order.subscription, answer) });
}
