/**
 * The operator's page of an order, with the merchant's key: refunds, and the void of a wallet payment. It is a QA tool, for this
 * machine only. A real shop protects such a page with a staff login, and logs who did what.
 */
import {
  type Checkout,
  type Client,
  fromMinor,
  type WalletNotifications,
  type WalletTransaction,
} from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound, redirectWithNotice } from "../http/notice.ts";
import type { Shop } from "../http/shop.ts";
import { takeBackPayment } from "../notifications/apply-event.ts";
import { mayUseQa } from "../qa/access.ts";
import { answerPage } from "../wallet/customer.ts";
import { requestOf, textOf } from "../wallet/inputs.ts";
import { attempt, type Done } from "../wallet/refusal.ts";
import { type OperatorOrderView, operatorOrderPage } from "./order-page.ts";
import { noteRefund, refundOrder } from "./refunds.ts";

/** What the operator's page uses. */
export interface Backend {
  readonly shop: Shop;
  /** Uses the merchant's key. */
  readonly client: Client;
  readonly checkout: Pick<Checkout, "resolve">;
  readonly webhooks: Pick<WalletNotifications, "resolve">;
}

export function operatorRoutes(app: Hono, backend: Backend): void {
  app.use("/operator/*", async (c, next) => (mayUseQa(c, backend.shop) ? next() : notFound(c, backend.shop)));
  app.get("/operator/orders/:id", (c) => showOrder(c, backend));
  app.post("/operator/orders/:id/void", (c) => voidOrder(c, backend));
  app.post("/operator/orders/:id/not-made", (c) => resolveNotMade(c, backend));
  app.post("/operator/orders/:id/refund", (c) => refund(c, backend));
  app.post("/operator/orders/:id/refund/dismiss", (c) => dismissRefund(c, backend));
}

async function showOrder(
  c: Context,
  backend: Backend,
  wrong: Omit<OperatorOrderView, "order"> = {},
): Promise<Response> {
  const order = findOrder(c, backend);
  if (!order) return notFound(c, backend.shop);
  return answerPage(c, backend.shop, Object.keys(wrong).length > 0, (page) =>
    operatorOrderPage({ ...page, here: pathOf(order.id) }, { order, ...wrong }),
  );
}

async function voidOrder(c: Context, backend: Backend): Promise<Response> {
  const order = findOrder(c, backend);
  const { transactionId, walletUserId } = order?.state.status === "paid" ? order.state.receipt : {};
  // Paid without a wallet, voided already, not paid, or not found: the page shows it.
  if (!order || walletUserId === undefined) return showOrder(c, backend);
  const done = await voidTransaction(c, backend, walletUserId, Number(transactionId));
  if (!done.ok) return showOrder(c, backend, { refusal: done.refusal });
  return redirectWithNotice(c, backend.shop, pathOf(order.id), { kind: "voided" });
}

/**
 * Voids a wallet payment and the order that it paid. After a refusal or an unknown outcome it reads the transaction, which may
 * have been voided before.
 */
async function voidTransaction(
  c: Context,
  { shop, client }: Backend,
  userId: number,
  id: number,
): Promise<Done<WalletTransaction>> {
  const form = await c.req.parseBody();
  const { transactions } = client.wallet.forUser(userId);
  const reason = textOf(form, "reason");
  const done = await attempt(() => transactions.void(id, reason ? { reason } : {}, requestOf(form)));
  const known = done.ok ? done : await attempt(() => transactions.get(id));
  const isVoided = done.ok || (known.ok && known.value.child.some(({ mode }) => mode === "void"));
  if (!known.ok || !isVoided) return done;
  takeBackPayment(shop.orders, known.value);
  return known;
}

/** The operator has seen at the gateway that an order in doubt was not paid: it can be paid again. */
async function resolveNotMade(c: Context, backend: Backend): Promise<Response> {
  const order = findOrder(c, backend);
  if (order?.state.status !== "unknown") return showOrder(c, backend);
  const { checkout, webhooks, shop } = backend;
  await (order.by === "wallet" ? webhooks : checkout).resolve(order.id, "not_made");
  shop.orders.update(order.id, () => ({ state: { status: "created", problem: null } }));
  return c.redirect(pathOf(order.id), 303);
}

async function refund(c: Context, backend: Backend): Promise<Response> {
  const form = await c.req.parseBody();
  const order = findOrder(c, backend);
  if (!order) return showOrder(c, backend);
  const outcome = await refundOrder(backend.client, backend.shop.orders, order, form);
  switch (outcome.kind) {
    case "refused":
      return showOrder(c, backend, { refused: { form: "refund", values: form, refusal: outcome.refusal } });
    case "failed":
      return showOrder(c, backend, { failed: outcome });
    case "made": {
      const { amountMinor, currency } = outcome.money;
      const amount = fromMinor(amountMinor, currency);
      return redirectWithNotice(c, backend.shop, pathOf(order.id), { kind: "refunded", amount, currency });
    }
    case "open":
      return c.redirect(pathOf(order.id), 303);
    default:
      return outcome satisfies never;
  }
}

async function dismissRefund(c: Context, backend: Backend): Promise<Response> {
  const formToken = textOf(await c.req.parseBody(), "formToken");
  const order = noteRefund(backend.shop.orders, c.req.param("id") ?? "", { type: "dismissed", formToken });
  return order ? c.redirect(pathOf(order.id), 303) : showOrder(c, backend);
}

const findOrder = (c: Context, { shop }: Backend) => shop.orders.find(c.req.param("id") ?? "");

const pathOf = (orderId: string) => `/operator/orders/${orderId}`;
