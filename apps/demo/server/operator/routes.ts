/**
 * The operator's pages, with the merchant's key. They are a QA tool, for this machine only. A real shop protects such pages with
 * a staff login, and logs who did what.
 */
import type { Context, Hono } from "hono";
import { notFound } from "../http/notice.ts";
import type { Backend } from "../http/shop.ts";
import { mayUseQa } from "../qa/access.ts";
import { dismissRefund, refund, showOrder, voidOrder } from "./orders.ts";
import { changeStatus, listUsers, renewAuthenticator, showUser, topUp, voidOfUser } from "./users.ts";

export function operatorRoutes(app: Hono, backend: Backend): void {
  const isOperator = async (c: Context, next: () => Promise<void>) =>
    mayUseQa(c, backend.shop) ? next() : notFound(c, backend.shop);
  app.use("/operator", isOperator);
  app.use("/operator/*", isOperator);

  app.get("/operator", (c) => listUsers(c, backend));
  app.get("/operator/users/:id", (c) => showUser(c, backend));
  app.post("/operator/users/:id/status", (c) => changeStatus(c, backend));
  app.post("/operator/users/:id/authenticator", (c) => renewAuthenticator(c, backend));
  app.post("/operator/users/:id/accounts/:account/top-up", (c) => topUp(c, backend));
  app.post("/operator/users/:id/transactions/:transaction/void", (c) => voidOfUser(c, backend));

  app.get("/operator/orders/:id", (c) => showOrder(c, backend));
  app.post("/operator/orders/:id/void", (c) => voidOrder(c, backend));
  app.post("/operator/orders/:id/refund", (c) => refund(c, backend));
  app.post("/operator/orders/:id/refund/dismiss", (c) => dismissRefund(c, backend));
}
