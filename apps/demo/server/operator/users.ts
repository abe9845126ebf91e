/** The operator's pages of wallet users: their list, and one user with accounts and transactions. */
import type { PaymentAccount, UserAuthenticator, WalletUser } from "@cardpane/node";
import type { Context } from "hono";
import { notFound, notFoundPage, redirectWithNotice } from "../http/notice.ts";
import { openPage, ownPath } from "../http/page.ts";
import type { Backend } from "../http/shop.ts";
import {
  chosen,
  pageNumber,
  toFilter,
  transactionDefaults,
  transactionFilters,
  userDefaults,
  userFilters,
} from "../wallet/filters.ts";
import { textOf } from "../wallet/inputs.ts";
import { attempt, type Done, type Refusal } from "../wallet/refusal.ts";
import { answerPage, idOf, refused } from "../wallet/routes/customer.ts";
import { topUpAccount } from "../wallet/routes/money.ts";
import { type Refused, walletFailedPage } from "../wallet/views/parts.ts";
import { userPage, usersPage } from "./users-pages.ts";
import { voidTransaction } from "./void-transaction.ts";

type UserStatus = { readonly isActivated: boolean; readonly isBlocked: boolean };

/** The changes that the buttons make to a user. The request always contains both values. */
const changes = new Map<string, (user: WalletUser) => UserStatus>([
  ["block", ({ isActivated }) => ({ isActivated: isActivated === true, isBlocked: true })],
  ["unblock", ({ isActivated }) => ({ isActivated: isActivated === true, isBlocked: false })],
  ["activate", ({ isBlocked }) => ({ isActivated: true, isBlocked: isBlocked === true })],
  ["deactivate", ({ isBlocked }) => ({ isActivated: false, isBlocked: isBlocked === true })],
]);

const none: Done<readonly PaymentAccount[]> = { ok: true, value: [] };

export async function listUsers(c: Context, { shop, client }: Backend): Promise<Response> {
  const query = chosen(userFilters, c.req.query(), userDefaults);
  const done = await attempt(() =>
    client.wallet.users.list(toFilter(userFilters, query)).page(pageNumber(c.req.query())),
  );
  return answerPage(c, shop, !done.ok, (page) => usersPage(page, { query, list: done }));
}

interface Shown {
  readonly wrong?: Refused;
  readonly fresh?: UserAuthenticator;
  readonly notVoided?: { readonly id: number; readonly refusal: Refusal };
}

export async function showUser(
  c: Context,
  backend: Backend,
  { wrong, fresh, notVoided }: Shown = {},
): Promise<Response> {
  const id = idOf(c);
  if (id === undefined) return notFound(c, backend.shop);
  const query = chosen(transactionFilters, c.req.query(), transactionDefaults);
  const own = backend.client.wallet.forUser(id);
  const user = await attempt(() => own.user());
  if (!user.ok) return showFailure(c, backend, user.refusal);
  // The gateway lists neither accounts nor transactions of a blocked user, not even for the merchant.
  const isListed = !user.value.isBlocked;
  const accounts = isListed ? await attempt(() => own.accounts.list().toArray()) : none;
  if (!accounts.ok) return showFailure(c, backend, accounts.refusal);
  const list = isListed
    ? await attempt(() =>
        own.transactions.list(toFilter(transactionFilters, query)).page(pageNumber(c.req.query())),
      )
    : undefined;
  const isRefused = wrong !== undefined || notVoided !== undefined || list?.ok === false;
  return answerPage(c, backend.shop, isRefused, (page) =>
    userPage(
      { ...page, here: c.req.method === "GET" ? page.here : pathOf(id) },
      { user: user.value, accounts: accounts.value, query, list, fresh, notVoided, refused: wrong },
    ),
  );
}

export async function changeStatus(c: Context, backend: Backend): Promise<Response> {
  const id = idOf(c);
  const change = changes.get(textOf(await c.req.parseBody(), "to"));
  if (id === undefined || !change) return notFound(c, backend.shop);
  const { users } = backend.client.wallet;
  const done = await attempt(async () => users.update(id, change(await users.get(id))));
  if (!done.ok) return showUser(c, backend, { wrong: refused("user", {}, done.refusal) });
  return redirectWithNotice(c, backend.shop, pathOf(id), { kind: "saved" });
}

export async function renewAuthenticator(c: Context, backend: Backend): Promise<Response> {
  const id = idOf(c);
  if (id === undefined) return notFound(c, backend.shop);
  const done = await attempt(() => backend.client.wallet.users.regenerateAuthenticator(id));
  // Shown with this response and never again: anyone who reads it can log in as the user.
  return showUser(c, backend, done.ok ? { fresh: done.value } : { wrong: refused("user", {}, done.refusal) });
}

export async function topUp(c: Context, backend: Backend): Promise<Response> {
  const { shop, client } = backend;
  const [id, account] = [idOf(c), idOf(c, "account")];
  if (id === undefined || account === undefined) return notFound(c, backend.shop);
  const form = await c.req.parseBody();
  const { wallet } = shop.sessions.read(c);
  const own = client.wallet.forUser(id);
  const refusal = await topUpAccount(own.accounts, () => own.topUps, wallet, account, form, shop.now());
  if (refusal) return showUser(c, backend, { wrong: refused(`top-up-${account}`, form, refusal) });
  shop.sessions.keep(c, shop.sessions.read(c));
  return c.redirect(pathOf(id), 303);
}

export async function voidOfUser(c: Context, backend: Backend): Promise<Response> {
  const [id, transaction] = [idOf(c), idOf(c, "transaction")];
  if (id === undefined || transaction === undefined) return notFound(c, backend.shop);
  const form = await c.req.parseBody();
  const done = await voidTransaction(backend, id, transaction, form);
  if (!done.ok) return showUser(c, backend, { notVoided: { id: transaction, refusal: done.refusal } });
  return redirectWithNotice(c, backend.shop, ownPath(form["back"]), { kind: "voided" });
}

function showFailure(c: Context, { shop }: Backend, refusal: Refusal): Response | Promise<Response> {
  const page = { ...openPage(c, shop), here: "/operator" };
  if (refusal.kind === "not_found") return c.html(notFoundPage(page), 404);
  return c.html(walletFailedPage(page, refusal), 502);
}

const pathOf = (userId: number) => `/operator/users/${userId}`;
