/** What the operator's handlers share: the shop, the merchant's client, and what both kinds of page do. */
import type { Client, WalletTransaction } from "@cardpane/node";
import type { Context } from "hono";
import { notFoundPage } from "../http/notice.ts";
import { openPage } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { type Form, textOf } from "../wallet/inputs.ts";
import { attempt, type Done } from "../wallet/refusal.ts";
import { requestOf } from "../wallet/routes/customer.ts";
import type { WalletNotice } from "../wallet/shopper-wallet.ts";

export interface Desk {
  readonly shop: Shop;
  /** With the merchant's key. */
  readonly client: Client;
}

/**
 * Voids a wallet's transaction and takes back the order that it paid. After a refusal or an unknown outcome it reads the
 * transaction, which may have been voided before.
 */
export async function voidTransaction(
  { shop, client }: Desk,
  userId: number,
  id: number,
  form: Form,
): Promise<Done<WalletTransaction>> {
  const { transactions } = client.wallet.forUser(userId);
  const reason = textOf(form, "reason");
  const done = await attempt(() => transactions.void(id, reason ? { reason } : {}, requestOf(form)));
  const known = done.ok ? done : await attempt(() => transactions.get(id));
  const isVoided = done.ok || (known.ok && known.value.child.some(({ mode }) => mode === "void"));
  if (!known.ok || !isVoided) return done;
  shop.orderDirectory.takeBack(known.value);
  return known;
}

/** Goes to a page of the operator, which shows the notice once. */
export function redirectWithNotice(
  c: Context,
  { shop }: Desk,
  location: string,
  notice: WalletNotice,
): Response {
  const session = shop.sessions.read(c);
  session.wallet.notice = notice;
  shop.sessions.keep(c, session);
  return c.redirect(location, 303);
}

export function notFound(c: Context, { shop }: Desk): Response | Promise<Response> {
  return c.html(notFoundPage(openPage(c, shop)), 404);
}
