/** The routes of the admin API, from its table of operations. */
import { Hono } from "hono";
import { honoPath, limitBody, maxBodyBytes, parseBody, readBody } from "../http/body.ts";
import { type GuardSettings, requireThisMachine, requireToken } from "./guard.ts";
import type { AdminDeps } from "./operation.ts";
import { adminOperations } from "./operations.ts";

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
