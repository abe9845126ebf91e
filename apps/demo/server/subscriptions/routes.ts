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
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { isCanceled, reported } from "../orders/subscription.ts";
import { readCard } from "../payments/card-form.ts";
import { toSubscription } from "../payments/payment-result.ts";
import { validContact } from "../shop/contact.ts";
import { locales, type Texts } from "../texts/index.ts";
import { type CardProblem, cancelPage, cardPage, type SubscribedOrder, subscriptionPage } from "./views.ts";

/** A request about a subscription of the session. */
interface Asked {
  readonly c: Context;
  readonly order: SubscribedOrder;
  readonly id: string;
  readonly texts: Texts;
  /** The page of the subscription. */
  readonly path: string;
}

type Form = Readonly<Record<string, unknown>>;

export function subscriptionRoutes(app: Hono, shop: Shop, client: Client): void {
  const withSubscription = (handle: (asked: Asked) => Response | Promise<Response>) => (c: Context) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id") ?? "");
    const id = order?.subscription?.id;
    if (typeof id !== "string") return notFound(c, shop);
    const path = `/orders/${order?.id}/subscription`;
    return handle({ c, order: order as SubscribedOrder, id, path, texts: locales[localeOf(c, session)] });
  };

  /** Stores the state that the gateway has reported. */
  function keep({ order }: Asked, done: Done<Subscription>): Done<Subscription> {
    const news = done.ok && toSubscription(done.value);
    if (news) Object.assign(order, { subscription: reported(order.subscription, news) });
    return done;
  }

  /** Reads the subscription from the gateway. */
  async function refresh(asked: Asked): Promise<Done<Subscription>> {
    return keep(asked, await attempt(() => client.subscriptions.get(asked.id)));
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
      return c.html(subscriptionPage(openPage(c, shop), order, problem), done.ok ? 200 : 502);
    }),
  );

  app.get(
    "/orders/:id/subscription/cancel",
    withSubscription(async (asked) => {
      const { c, path, order } = asked;
      await refresh(asked);
      if (isCanceled(order.subscription)) return c.redirect(path, 303);
      return c.html(cancelPage(openPage(c, shop), order));
    }),
  );

  /** A change of the subscription. After an unknown outcome it is read again, because it may have been changed. */
  const changeRoute = (
    action: "cancel" | "recover",
    send: (id: string, form: Form, options: object) => Promise<Subscription>,
  ) =>
    app.post(
      `/orders/:id/subscription/${action}`,
      withSubscription(async (asked) => {
        const { c, id, texts, path, order } = asked;
        const form = await c.req.parseBody();
        const key = readFormToken(form);
        const options = key === undefined ? {} : { idempotencyKey: `subscription.${key}` };
        const done = keep(asked, await attempt(() => send(id, form, options)));
        const { notices, changeUnknown } = texts.afterPayment;
        const notice = action === "cancel" ? notices.subscription_canceled : notices.subscription_recovered;
        if (done.ok) return redirectWith(c, shop, path, notice);
        if (done.error.outcome !== "unknown")
          return redirectWith(c, shop, path, refusalText(texts, done.error), true);
        const isRead = (await refresh(asked)).ok;
        const isDone = isRead && isCanceled(order.subscription) === (action === "cancel");
        return redirectWith(c, shop, path, isDone ? notice : changeUnknown, !isDone);
      }),
    );
  changeRoute("cancel", (id, form, options) =>
    client.subscriptions.cancel(
      id,
      form["when"] === "end" ? { keepActiveUntilNextRebill: true } : {},
      options,
    ),
  );
  changeRoute("recover", (id, _, options) => client.subscriptions.recover(id, options));

  async function showCard({ c, order, path }: Asked, problem?: CardProblem): Promise<Response> {
    const page = { ...openPage(c, shop, await shop.findPane()), here: `${path}/card` };
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
      if (!card) return showCard(asked, "no_card");
      const { token, device } = card;
      const { shopperId, contact, qa } = order.session;
      // Another checkout may have stored a contact with problems. The client sends nothing without an email address.
      const consumer = { externalId: shopperId, email: "", ...validContact(contact) };
      const change = { token, device, httpRequest: visitorOf(c), threeDs: qa.threeDs === "on", consumer };
      const { notices, changeUnknown } = texts.afterPayment;
      try {
        keep(asked, { ok: true, value: await client.subscriptions.changeCard(id, change) });
        return redirectWith(c, shop, path, notices.card_changed);
      } catch (error) {
        if (!isCardpaneError(error)) throw error;
        // The token is used, or may be: another attempt needs a new token, so the page asks for the card again.
        if (error.code === "token_unusable") return showCard(asked, "token_spent");
        if (error.outcome !== "unknown") return showCard(asked, error.retryable ? "not_sent" : "refused");
        return redirectWith(c, shop, path, changeUnknown, true);
      }
    }),
  );
}
