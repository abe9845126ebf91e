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
import { readFormToken } from "../http/form-token.ts";
import { attempt, type Done, notFound, redirectWith, refusalText } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import { localeOf, type Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { updateOrder } from "../orders/session-orders.ts";
import { isCanceled, reported } from "../orders/subscription.ts";
import { readToken } from "../payments/card-form.ts";
import { toSubscription } from "../payments/payment-result.ts";
import { emptyContact } from "../shop/contact.ts";
import { locales, type Texts } from "../texts/index.ts";
import { type CardProblem, cancelPage, cardPage, type SubscribedOrder, subscriptionPage } from "./views.ts";

/** A request about a subscription of the session. */
interface Asked {
  readonly c: Context;
  readonly session: Session;
  readonly id: string;
  readonly texts: Texts;
  /** The page of the subscription. */
  readonly path: string;
  /** The order's current state. */
  order(): SubscribedOrder;
  /** Stores the state that the gateway has reported. */
  keep(result: Subscription): void;
}

export function subscriptionRoutes(app: Hono, shop: Shop, client: Client): void {
  const withSubscription = (handle: (asked: Asked) => Promise<Response>) => (c: Context) => {
    const session = shop.sessions.read(c);
    const orderId = c.req.param("id") ?? "";
    const order = () => session.orders.get(orderId) as SubscribedOrder;
    const id = session.orders.get(orderId)?.subscription?.id;
    if (typeof id !== "string") return notFound(c, shop);
    return handle({
      c,
      session,
      id,
      order,
      path: `/orders/${orderId}/subscription`,
      texts: locales[localeOf(c, session)],
      keep: (result) => {
        const news = toSubscription(result);
        updateOrder(session, orderId, ({ subscription }) =>
          news ? { subscription: reported(subscription, news) } : {},
        );
      },
    });
  };

  /** Reads the subscription from the gateway. */
  async function refresh({ id, keep }: Asked): Promise<Done<Subscription>> {
    const done = await attempt(() => client.subscriptions.get(id));
    if (done.ok) keep(done.value);
    return done;
  }

  /** Shows the result of a change. After an unknown outcome it reads the subscription, which may have been changed. */
  async function showChange(
    asked: Asked,
    done: Done<Subscription>,
    { notice, isDone }: { readonly notice: string; readonly isDone: (now: SubscribedOrder) => boolean },
  ): Promise<Response> {
    const { c, texts, path, keep, order } = asked;
    if (done.ok) keep(done.value);
    const isRead = done.ok || (await refresh(asked)).ok;
    const isUnknown = !done.ok && done.error.outcome === "unknown";
    if (done.ok || (isUnknown && isRead && isDone(order()))) return redirectWith(c, shop, path, notice);
    const { unknown } = texts.afterPayment.subscription;
    return redirectWith(c, shop, path, isUnknown ? unknown : refusalText(texts, done.error), true);
  }

  app.get("/subscription", (c) => {
    const orders = [...shop.sessions.read(c).orders.values()];
    const newest = orders.findLast(({ subscription }) => typeof subscription?.id === "string");
    return c.redirect(newest ? `/orders/${newest.id}/subscription` : "/subscribe", 303);
  });

  app.get(
    "/orders/:id/subscription",
    withSubscription(async (asked) => {
      const { c, texts, order } = asked;
      const done = await refresh(asked);
      const problem = done.ok ? undefined : refusalText(texts, done.error);
      return c.html(subscriptionPage(openPage(c, shop), order(), problem), done.ok ? 200 : 502);
    }),
  );

  app.get(
    "/orders/:id/subscription/cancel",
    withSubscription(async (asked) => {
      const { c, path, order } = asked;
      await refresh(asked);
      if (isCanceled(order().subscription)) return c.redirect(path, 303);
      return c.html(cancelPage(openPage(c, shop), order()));
    }),
  );

  app.post(
    "/orders/:id/subscription/cancel",
    withSubscription(async (asked) => {
      const form = await asked.c.req.parseBody();
      const when = form["when"] === "end" ? { keepActiveUntilNextRebill: true } : {};
      const done = await attempt(() => client.subscriptions.cancel(asked.id, when, keyOf(form)));
      const notice = asked.texts.afterPayment.notices.subscription_canceled;
      return showChange(asked, done, { notice, isDone: ({ subscription }) => isCanceled(subscription) });
    }),
  );

  app.post(
    "/orders/:id/subscription/recover",
    withSubscription(async (asked) => {
      const form = await asked.c.req.parseBody();
      const done = await attempt(() => client.subscriptions.recover(asked.id, keyOf(form)));
      const notice = asked.texts.afterPayment.notices.subscription_recovered;
      return showChange(asked, done, { notice, isDone: ({ subscription }) => !isCanceled(subscription) });
    }),
  );

  async function showCard({ c, order, path }: Asked, problem?: CardProblem): Promise<Response> {
    const page = { ...openPage(c, shop, await shop.findPane()), here: `${path}/card` };
    return c.html(cardPage(page, order(), problem), problem === undefined ? 200 : 422);
  }

  app.get(
    "/orders/:id/subscription/card",
    withSubscription((asked) => showCard(asked)),
  );

  app.post(
    "/orders/:id/subscription/card",
    withSubscription(async (asked) => {
      const { c, session, id, texts, path, keep } = asked;
      const form = await c.req.parseBody();
      const card = readToken(form["payment"]);
      if (!card) return showCard(asked, "no_card");
      const consumer = { externalId: session.shopperId, ...(session.contact ?? emptyContact) };
      const change = { ...card, httpRequest: visitorOf(c), threeDs: session.qa.threeDs, consumer };
      try {
        keep(await client.subscriptions.changeCard(id, change));
        return redirectWith(c, shop, path, texts.afterPayment.notices.card_changed);
      } catch (error) {
        if (!isCardpaneError(error)) throw error;
        // The token is used, or may be: another attempt needs a new token, so the page asks for the card again.
        if (error.code === "token_unusable") return showCard(asked, "token_spent");
        if (error.outcome !== "unknown") return showCard(asked, error.retryable ? "not_sent" : "refused");
        return redirectWith(c, shop, path, texts.afterPayment.subscription.unknown, true);
      }
    }),
  );
}

function keyOf(form: Readonly<Record<string, unknown>>) {
  const key = readFormToken(form);
  return key === undefined ? {} : { idempotencyKey: `subscription.${key}` };
}
