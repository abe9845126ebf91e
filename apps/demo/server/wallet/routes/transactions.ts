/** Shows a customer's transactions. Only the operator can void one. */
import type { WalletSession } from "@cardpane/node";
import type { Context, Hono } from "hono";
import type { Shop } from "../../http/shop.ts";
import { chosen, pageNumber, toFilter, transactionDefaults, transactionFilters } from "../filters.ts";
import { attempt } from "../refusal.ts";
import { transactionsPage } from "../views/transactions.ts";
import { answerPage, refuseCustomer, withLogin } from "./customer.ts";

const path = "/wallet/transactions";

export function walletTransactionRoutes(app: Hono, shop: Shop): void {
  app.get(path, (c) => withLogin(c, shop, (login) => showList(c, login)));

  // The gateway lets a customer's login void a payment. A shop must not allow that: the customer would keep the goods.
  app.post(`${path}/:id/void`, (c) => c.text("Refused: only the shop's operator takes a payment back.", 403));

  async function showList(c: Context, login: WalletSession): Promise<Response> {
    const query = chosen(transactionFilters, c.req.query(), transactionDefaults);
    const known = await attempt(() => login.accounts.list().toArray());
    if (!known.ok) return refuseCustomer(c, shop, known.refusal);
    const list = await attempt(() =>
      login.transactions.list(toFilter(transactionFilters, query)).page(pageNumber(c.req.query())),
    );
    return answerPage(c, shop, !list.ok, (page) =>
      transactionsPage(page, { query, accounts: known.value, list }),
    );
  }
}
