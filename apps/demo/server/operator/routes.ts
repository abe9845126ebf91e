/**
 * The operator's pages, with the merchant's key. A tool of QA's, for this machine only. A real shop guards such pages with a
 * login of its staff, and keeps a record of who did what.
 */
import {
  fromMinor,
  type PaymentAccount,
  type UserAuthenticator,
  type WalletTransaction,
  type WalletUser,
} from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFoundPage } from "../http/notice.ts";
import { openPage, ownPath } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { mayUseQa } from "../qa/access.ts";
import type { WalletDesk } from "../wallet/client.ts";
import {
  chosen,
  pageNumber,
  toFilter,
  transactionDefaults,
  transactionFilters,
  userDefaults,
  userFilters,
} from "../wallet/filters.ts";
import { type Form, textOf } from "../wallet/inputs.ts";
import { attempt, type Done, type Refusal } from "../wallet/refusal.ts";
import { answerPage, idOf, refused, requestOf } from "../wallet/routes/customer.ts";
import { topUpAccount } from "../wallet/routes/money.ts";
import type { WalletNotice } from "../wallet/shopper-wallet.ts";
import { type Refused, walletFailedPage } from "../wallet/views/parts.ts";
import { type OperatorOrderView, operatorOrderPage } from "./order-page.ts";
import { refundOrder } from "./refunds.ts";
import { userPage, usersPage } from "./users-pages.ts";

/** What the buttons change of a user: the call says both, whatever changes. */
const changes = new Map<string, (user: WalletUser) => UserStatus>([
  ["block", ({ isActivated }) => ({ isActivated: isActivated === true, isBlocked: true })],
  ["unblock", ({ isActivated }) => ({ isActivated: isActivated === true, isBlocked: false })],
  ["activate", ({ isBlocked }) => ({ isActivated: true, isBlocked: isBlocked === true })],
  ["deactivate", ({ isBlocked }) => ({ isActivated: false, isBlocked: isBlocked === true })],
]);
type UserStatus = { readonly isActivated: boolean; readonly isBlocked: boolean };

const none: Done<readonly PaymentAccount[]> = { ok: true, value: [] };

export function operatorRoutes(app: Hono, shop: Shop, { client }: Pick<WalletDesk, "client">): void {
  const isOperator = async (c: Context, next: () => Promise<void>) =>
    mayUseQa(c, shop) ? next() : c.html(notFoundPage(openPage(c, shop)), 404);
  app.use("/operator", isOperator);
  app.use("/operator/*", isOperator);

  app.get("/operator", async (c) => {
    const query = chosen(userFilters, c.req.query(), userDefaults);
    const done = await attempt(() =>
      client.wallet.users.list(toFilter(userFilters, query)).page(pageNumber(c.req.query())),
    );
    return answerPage(c, shop, !done.ok, (page) =>
      usersPage(page, {
        query,
        found: done.ok ? done.value : undefined,
        refusal: done.ok ? undefined : done.refusal,
      }),
    );
  });

  app.get("/operator/users/:id", (c) => showUser(c, {}));

  app.post("/operator/users/:id/status", (c) =>
    withUser(c, async (id) => {
      const change = changes.get(textOf(await c.req.parseBody(), "to"));
      if (!change) return c.html(notFoundPage(openPage(c, shop)), 404);
      const done = await attempt(async () =>
        client.wallet.users.update(id, change(await client.wallet.users.get(id))),
      );
      if (!done.ok) return showUser(c, { wrong: refused("user", {}, done.refusal) });
      return saved(c, id);
    }),
  );

  app.post("/operator/users/:id/authenticator", (c) =>
    withUser(c, async (id) => {
      const done = await attempt(() => client.wallet.users.regenerateAuthenticator(id));
      // Shown with the answer and never again: whoever reads it can log in as the user.
      return done.ok
        ? showUser(c, { fresh: done.value })
        : showUser(c, { wrong: refused("user", {}, done.refusal) });
    }),
  );

  app.post("/operator/users/:id/accounts/:account/top-up", (c) =>
    withUser(c, async (id) => {
      const account = idOf(c, "account");
      if (account === undefined) return c.html(notFoundPage(openPage(c, shop)), 404);
      const form = await c.req.parseBody();
      const { wallet } = shop.sessions.read(c);
      const own = client.wallet.forUser(id);
      const refusal = await topUpAccount(own.accounts, () => own.topUps, wallet, account, form, shop.now());
      if (refusal) return showUser(c, { wrong: refused(`top-up-${account}`, form, refusal) });
      shop.sessions.keep(c, shop.sessions.read(c));
      return c.redirect(`/operator/users/${id}`, 303);
    }),
  );

  app.post("/operator/users/:id/transactions/:transaction/void", (c) =>
    withUser(c, async (id) => {
      const transaction = idOf(c, "transaction");
      if (transaction === undefined) return c.html(notFoundPage(openPage(c, shop)), 404);
      const form = await c.req.parseBody();
      const done = await takeBack(id, transaction, form);
      if (!done.ok) return showUser(c, { notVoided: { id: transaction, refusal: done.refusal } });
      return voided(c, ownPath(form["back"]));
    }),
  );

  app.get("/operator/orders/:id", (c) => showOrder(c));

  app.post("/operator/orders/:id/void", async (c) => {
    const order = shop.orderDirectory.find(c.req.param("id"));
    const { transactionId, walletUserId } = order?.state.status === "paid" ? order.state.receipt : {};
    // Paid by another way, taken back already, not paid, or not there: the page says so.
    if (!order || walletUserId === undefined) return showOrder(c);
    const done = await takeBack(walletUserId, Number(transactionId), await c.req.parseBody());
    return done.ok ? voided(c, `/operator/orders/${order.id}`) : showOrder(c, { refusal: done.refusal });
  });

  app.post("/operator/orders/:id/refund", async (c) => {
    const form = await c.req.parseBody();
    const order = shop.orderDirectory.find(c.req.param("id"));
    if (!order) return showOrder(c);
    const outcome = await refundOrder(client, shop.orderDirectory, order, form);
    switch (outcome.kind) {
      case "refused":
        return showOrder(c, { refused: refused("refund", form, outcome.refusal) });
      case "failed":
        return showOrder(c, { failed: outcome });
      case "made": {
        const { amountMinor, currency } = outcome.money;
        return noted(c, `/operator/orders/${order.id}`, {
          ...{ kind: "refunded", amount: fromMinor(amountMinor, currency), currency },
        });
      }
      case "open":
        return c.redirect(`/operator/orders/${order.id}`, 303);
      default:
        return outcome satisfies never;
    }
  });

  app.post("/operator/orders/:id/refund/dismiss", async (c) => {
    const formToken = textOf(await c.req.parseBody(), "formToken");
    const order = shop.orderDirectory.refund(c.req.param("id"), { type: "dismissed", formToken });
    return order ? c.redirect(`/operator/orders/${order.id}`, 303) : showOrder(c);
  });

  /**
   * Takes a wallet's transaction back, and the order that it paid with it. Where the gateway refuses, or does not answer, it is
   * asked whether that has happened before.
   */
  async function takeBack(userId: number, id: number, form: Form): Promise<Done<WalletTransaction>> {
    const { transactions } = client.wallet.forUser(userId);
    const reason = textOf(form, "reason");
    const done = await attempt(() => transactions.void(id, reason ? { reason } : {}, requestOf(form)));
    const known = done.ok ? done : await attempt(() => transactions.get(id));
    const isVoided = done.ok || (known.ok && known.value.child.some(({ mode }) => mode === "void"));
    if (!known.ok || !isVoided) return done;
    shop.orderDirectory.takeBack(known.value);
    return known;
  }

  function voided(c: Context, location: string): Response {
    return noted(c, location, { kind: "voided" });
  }

  function noted(c: Context, location: string, notice: WalletNotice): Response {
    const session = shop.sessions.read(c);
    session.wallet.notice = notice;
    shop.sessions.keep(c, session);
    return c.redirect(location, 303);
  }

  async function showOrder(c: Context, wrong: Omit<OperatorOrderView, "order"> = {}): Promise<Response> {
    const order = shop.orderDirectory.find(c.req.param("id") ?? "");
    if (!order) return c.html(notFoundPage(openPage(c, shop)), 404);
    const here = `/operator/orders/${order.id}`;
    return answerPage(c, shop, Object.keys(wrong).length > 0, (page) =>
      operatorOrderPage({ ...page, here }, { order, ...wrong }),
    );
  }

  function withUser(c: Context, work: (id: number) => Promise<Response>): Response | Promise<Response> {
    const id = idOf(c);
    return id === undefined ? c.html(notFoundPage(openPage(c, shop)), 404) : work(id);
  }

  function saved(c: Context, id: number): Response {
    const session = shop.sessions.read(c);
    session.wallet.notice = { kind: "saved" };
    shop.sessions.keep(c, session);
    return c.redirect(`/operator/users/${id}`, 303);
  }

  interface Shown {
    readonly wrong?: Refused;
    readonly fresh?: UserAuthenticator;
    readonly notVoided?: { readonly id: number; readonly refusal: Refusal };
  }

  async function showUser(c: Context, { wrong, fresh, notVoided }: Shown): Promise<Response> {
    return withUser(c, async (id) => {
      const query = chosen(transactionFilters, c.req.query(), transactionDefaults);
      const own = client.wallet.forUser(id);
      const user = await attempt(() => own.user());
      if (!user.ok) return showFailure(c, user.refusal);
      // Of a blocked user the gateway tells neither accounts nor transactions, not even to the merchant.
      const isTold = !user.value.isBlocked;
      const accounts = isTold ? await attempt(() => own.accounts.list().toArray()) : none;
      if (!accounts.ok) return showFailure(c, accounts.refusal);
      const list = isTold
        ? await attempt(() =>
            own.transactions.list(toFilter(transactionFilters, query)).page(pageNumber(c.req.query())),
          )
        : undefined;
      const isRefused = wrong !== undefined || notVoided !== undefined || list?.ok === false;
      return answerPage(c, shop, isRefused, (page) =>
        userPage(
          { ...page, here: c.req.method === "GET" ? page.here : `/operator/users/${id}` },
          {
            ...{ user: user.value, accounts: accounts.value, query, fresh, notVoided, refused: wrong },
            found: list?.ok ? list.value : undefined,
            refusal: list?.ok === false ? list.refusal : undefined,
          },
        ),
      );
    });
  }

  function showFailure(c: Context, refusal: Refusal): Response | Promise<Response> {
    const page = { ...openPage(c, shop), here: "/operator" };
    if (refusal.kind === "not_found") return c.html(notFoundPage(page), 404);
    return c.html(walletFailedPage(page, refusal), 502);
  }
}
