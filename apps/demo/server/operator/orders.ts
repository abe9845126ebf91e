/** The operator's page of an order: the payment, its refunds, and the void of a wallet payment. */
import { fromMinor } from "@cardpane/node";
import type { Context } from "hono";
import { notFound, redirectWithNotice } from "../http/notice.ts";
import type { Backend } from "../http/shop.ts";
import { textOf } from "../wallet/inputs.ts";
import { answerPage, refused } from "../wallet/routes/customer.ts";
import { type OperatorOrderView, operatorOrderPage } from "./order-page.ts";
import { refundOrder } from "./refunds.ts";
import { voidTransaction } from "./void-transaction.ts";

export async function showOrder(
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

export async function voidOrder(c: Context, backend: Backend): Promise<Response> {
  const order = findOrder(c, backend);
  const { transactionId, walletUserId } = order?.state.status === "paid" ? order.state.receipt : {};
  // Paid without a wallet, voided already, not paid, or not found: the page shows it.
  if (!order || walletUserId === undefined) return showOrder(c, backend);
  const done = await voidTransaction(backend, walletUserId, Number(transactionId), await c.req.parseBody());
  if (!done.ok) return showOrder(c, backend, { refusal: done.refusal });
  return redirectWithNotice(c, backend.shop, pathOf(order.id), { kind: "voided" });
}

export async function refund(c: Context, backend: Backend): Promise<Response> {
  const form = await c.req.parseBody();
  const order = findOrder(c, backend);
  if (!order) return showOrder(c, backend);
  const outcome = await refundOrder(backend.client, backend.shop.orderDirectory, order, form);
  switch (outcome.kind) {
    case "refused":
      return showOrder(c, backend, { refused: refused("refund", form, outcome.refusal) });
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

export async function dismissRefund(c: Context, backend: Backend): Promise<Response> {
  const formToken = textOf(await c.req.parseBody(), "formToken");
  const order = backend.shop.orderDirectory.refund(c.req.param("id") ?? "", { type: "dismissed", formToken });
  return order ? c.redirect(pathOf(order.id), 303) : showOrder(c, backend);
}

const findOrder = (c: Context, { shop }: Backend) => shop.orderDirectory.find(c.req.param("id") ?? "");

const pathOf = (orderId: string) => `/operator/orders/${orderId}`;
