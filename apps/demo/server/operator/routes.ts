/**
 * The operator's pages, with the merchant's key. A tool of QA's, for this machine only. A real shop guards such pages with a
 * login of its staff, and keeps a record of who did what.
 */
import type { Context, Hono } from "hono";
import { mayUseQa } from "../qa/access.ts";
import { type Desk, notFound } from "./desk.ts";
import { dismissRefund, refund, showOrder, voidOrder } from "./orders.ts";
import { changeStatus, listUsers, renewAuthenticator, showUser, topUp, voidOfUser } from "./users.ts";

export function operatorRoutes(app: Hono, desk: Desk): void {
  const isOperator = async (c: Context, next: () => Promise<void>) =>
    mayUseQa(c, desk.shop) ? next() : notFound(c, desk);
  app.use("/operator", isOperator);
  app.use("/operator/*", isOperator);

  app.get("/operator", (c) => listUsers(c, desk));
  app.get("/operator/users/:id", (c) => showUser(c, desk));
  app.post("/operator/users/:id/status", (c) => changeStatus(c, desk));
  app.post("/operator/users/:id/authenticator", (c) => renewAuthenticator(c, desk));
  app.post("/operator/users/:id/accounts/:account/top-up", (c) => topUp(c, desk));
  app.post("/operator/users/:id/transactions/:transaction/void", (c) => voidOfUser(c, desk));

  app.get("/operator/orders/:id", (c) => showOrder(c, desk));
  app.post("/operator/orders/:id/void", (c) => voidOrder(c, desk));
  app.post("/operator/orders/:id/refund", (c) => refund(c, desk));
  app.post("/operator/orders/:id/refund/dismiss", (c) => dismissRefund(c, desk));
}
