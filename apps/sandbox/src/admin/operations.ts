/** Every admin operation by its name: the table from which the routes and a part of the OpenAPI document are generated. */
import { Hono } from "hono";
import { honoPath, limitBody, maxBodyBytes, parseBody, readBody } from "../http/body.ts";
import { moveClock, readClock } from "./clock.ts";
import { readGateway, setGateway } from "./gateway.ts";
import { type GuardSettings, requireThisMachine, requireToken } from "./guard.ts";
import { listMails, makeMerchant, resetMerchant, showAuthenticatorCode } from "./merchants.ts";
import { listNotifications, replayNotification } from "./notifications.ts";
import type { AdminDeps } from "./operation.ts";
import { chargeBack, listPayments } from "./payments.ts";
import { deleteRule, listRules, makeRule } from "./rules.ts";

export const adminOperations = {
  readClock,
  moveClock,
  listNotifications,
  replayNotification,
  listPayments,
  chargeBack,
  listMails,
  listRules,
  makeRule,
  deleteRule,
  readGateway,
  setGateway,
  makeMerchant,
  resetMerchant,
  showAuthenticatorCode,
};

/** The routes of the admin API. */
export function adminRoutes(deps: AdminDeps & GuardSettings) {
  const routes = new Hono();
  const guards = [requireThisMachine(deps), requireToken(deps), limitBody(maxBodyBytes)] as const;
  for (const { method, path, success, request, answer } of Object.values(adminOperations)) {
    routes.on(method, honoPath(path), ...guards, async (c) => {
      const text = request ? await readBody(c.req.raw, request) : "{}";
      const id = String(Object.values(c.req.param())[0] ?? "");
      return c.json(await answer(deps, { body: () => parseBody(text), query: c.req.query(), id }), success);
    });
  }
  return routes;
}
