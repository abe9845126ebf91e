/** The operator's page of an order: what was paid, refunds, and the void of a payment by wallet. */
import { fromMinor } from "@cardpane/node";
import type { Context } from "hono";
import { textOf } from "../wallet/inputs.ts";
import { answerPage, refused } from "../wallet/routes/customer.ts";
import { type Desk, notFound, redirectWithNotice, voidTransaction } from "./desk.ts";
import { type OperatorOrderView, operatorOrderPage } from "./order-page.ts";
import { refundOrder } from "./refunds.ts";

export async function showOrder(
  c: Context,
  desk: Desk,
  wrong: Omit<OperatorOrderView, "order"> = {},
): Promise<Response> {
  const order = findOrder(c, desk);
  if (!order) return notFound(c, desk);
  return answerPage(c, desk.shop, Object.keys(wrong).length > 0, (page) =>
    operatorOrderPage({ ...page, here: pathOf(order.id) }, { order, ...wrong }),
  );
}

export async function voidOrder(c: Context, desk: Desk): Promise<Response> {
  const order = findOrder(c, desk);
  const { transactionId, walletUserId } = order?.state.status === "paid" ? order.state.receipt : {};
  // Paid by another way, taken back already, not paid, or not there: the page shows it.
  if (!order || walletUserId === undefined) return showOrder(c, desk);
  const done = await voidTransaction(desk, walletUserId, Number(transactionId), await c.req.parseBody());
  if (!done.ok) return showOrder(c, desk, { refusal: done.refusal });
  return redirectWithNotice(c, desk, pathOf(order.id), { kind: "voided" });
}

export async function refund(c: Context, desk: Desk): Promise<Response> {
  const form = await c.req.parseBody();
  const order = findOrder(c, desk);
  if (!order) return showOrder(c, desk);
  const outcome = await refundOrder(desk.client, desk.shop.orderDirectory, order, form);
  switch (outcome.kind) {
    case "refused":
      return showOrder(c, desk, { refused: refused("refund", form, outcome.refusal) });
    case "failed":
      return showOrder(c, desk, { failed: outcome });
    case "made": {
      const { amountMinor, currency } = outcome.money;
      const amount = fromMinor(amountMinor, currency);
      return redirectWithNotice(c, desk, pathOf(order.id), { kind: "refunded", amount, currency });
    }
    case "open":
      return c.redirect(pathOf(order.id), 303);
    default:
      return outcome satisfies never;
  }
}

export async function dismissRefund(c: Context, desk: Desk): Promise<Response> {
  const formToken = textOf(await c.req.parseBody(), "formToken");
  const order = desk.shop.orderDirectory.refund(c.req.param("id") ?? "", { type: "dismissed", formToken });
  return order ? c.redirect(pathOf(order.id), 303) : showOrder(c, desk);
}

const findOrder = (c: Context, { shop }: Desk) => shop.orderDirectory.find(c.req.param("id") ?? "");

const pathOf = (orderId: string) => `/operator/orders/${orderId}`;
