/** A customer's transactions: looked at, and undone. */
import type { WalletSession } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { openPage, ownPath, type Shop } from "../http/page.ts";
import { notFoundPage } from "../views/notice.ts";
import { transactionsPage } from "../views/wallet/transactions.ts";
import { chosen, pageNumber, toFilter, transactionDefaults, transactionFilters } from "../wallet/filters.ts";
import { textOf } from "../wallet/inputs.ts";
import { attempt, type Refusal } from "../wallet/refusal.ts";
import { answerPage, idOf, refuseCustomer, requestOf, withLogin } from "./customer.ts";
import { showFailure } from "./wallet.ts";

const path = "/wallet/transactions";

export function walletTransactionRoutes(app: Hono, shop: Shop): void {
  app.get(path, (c) => withLogin(c, shop, (login) => showList(c, login)));

  app.post(`${path}/:id/void`, (c) =>
    withLogin(c, shop, async (login) => {
      const id = idOf(c);
      if (id === undefined) return c.html(notFoundPage(openPage(c, shop)), 404);
      const form = await c.req.parseBody();
      const reason = textOf(form, "reason");
      const done = await attempt(() =>
        login.transactions.void(id, reason ? { reason } : {}, requestOf(form)),
      );
      if (!done.ok) {
        return refuseCustomer(c, shop, done.refusal, (refusal) => showList(c, login, { id, refusal }));
      }
      shop.sessions.read(c).wallet.notice = { kind: "voided" };
      return c.redirect(ownPath(form["back"]), 303);
    }),
  );

  async function showList(
    c: Context,
    login: WalletSession,
    notVoided?: { readonly id: number; readonly refusal: Refusal },
  ): Promise<Response> {
    const query = chosen(transactionFilters, c.req.query(), transactionDefaults);
    const known = await attempt(() => login.accounts.list().toArray());
    if (!known.ok) return refuseCustomer(c, shop, known.refusal, (refusal) => showFailure(c, shop, refusal));
    const list = await attempt(() =>
      login.transactions.list(toFilter(transactionFilters, query)).page(pageNumber(c.req.query())),
    );
    return answerPage(c, shop, !list.ok || notVoided !== undefined, (page) =>
      transactionsPage(
        { ...page, here: c.req.method === "GET" ? page.here : path },
        {
          ...{ query, notVoided, accounts: known.value },
          found: list.ok ? list.value : undefined,
          refusal: list.ok ? undefined : list.refusal,
        },
      ),
    );
  }
}
