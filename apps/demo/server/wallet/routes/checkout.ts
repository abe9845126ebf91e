/** Pays for the basket from the wallet. */
import type { Hono } from "hono";
import { notFound } from "../../http/notice.ts";
import { applyPageLocale } from "../../http/session.ts";
import type { Shop } from "../../http/shop.ts";
import { visitorOf } from "../../http/visitor.ts";
import { isPayable } from "../../orders/order.ts";
import { openOrder, payOrder } from "../../orders/session-orders.ts";
import type { SendPayment } from "../../payments/payment-input.ts";
import { emptyContact } from "../../shop/contact.ts";
import { readFormToken, textOf } from "../inputs.ts";
import { attempt } from "../refusal.ts";
import { payingAccounts, walletCheckoutPage } from "../views/checkout.ts";
import { answerPage, endLogin, refuseCustomer, withLogin } from "./customer.ts";

const path = "/checkout/wallet";

export function walletCheckoutRoutes(app: Hono, shop: Shop, send: SendPayment): void {
  app.get(path, (c): Response | Promise<Response> => {
    const session = shop.sessions.read(c);
    const order = openOrder(session);
    if (!order) return c.redirect("/#basket", 303);
    if (!isPayable(order.state)) return c.redirect(`/orders/${order.id}`, 303);
    return withLogin(c, shop, async (login) => {
      const done = await attempt(() => login.accounts.list({ isActive: true }).toArray());
      if (!done.ok) return refuseCustomer(c, shop, done.refusal);
      const chosen = Number(c.req.query("account"));
      return answerPage(c, shop, false, (page) =>
        walletCheckoutPage({ ...page, here: path }, { order, accounts: done.value, chosen }),
      );
    });
  });

  app.post("/orders/:id/wallet", async (c) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id"));
    if (!order) return notFound(c, shop);
    return withLogin(c, shop, async (login) => {
      const form = await c.req.parseBody();
      applyPageLocale(c, session, form);
      const accountId = Number(textOf(form, "account"));
      const known = await attempt(() => login.accounts.list({ isActive: true }).toArray());
      if (!known.ok) return refuseCustomer(c, shop, known.refusal);
      const account = payingAccounts(known.value).find(({ id }) => id === accountId);
      const formToken = readFormToken(form);
      if (!account || account.user_id === null || formToken === undefined) return c.redirect(path, 303);
      const { wallet } = session;
      shop.orderDirectory.open(order.id, session);
      const paid = await payOrder(
        session,
        order,
        {
          source: { kind: "wallet", wallet, userId: account.user_id, accountId, formToken },
          contact: session.contact ?? { ...emptyContact, email: wallet.email ?? "" },
          consumerId: null,
          visitor: visitorOf(c),
        },
        send,
      );
      const { state } = paid.order;
      if (state.status === "created" && (state.problem === "logged_out" || state.problem === "blocked")) {
        shop.sessions.renew(c);
        endLogin(wallet);
        wallet.notice = { kind: state.problem === "blocked" ? "blocked" : "session_ended" };
        wallet.comeBack = path;
        return c.redirect("/wallet", 303);
      }
      const isAgain = paid.order.id === order.id && isPayable(state);
      return c.redirect(isAgain ? `${path}?account=${accountId}` : `/orders/${paid.order.id}`, 303);
    });
  });
}
