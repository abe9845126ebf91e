/** The QA panel's own routes; there is nothing here where `SHOP_QA` is off or the panel is closed. */
import type { Hono } from "hono";
import type { GatewayLog } from "../gateway-log.ts";
import { openPage, ownPath, type Shop } from "../http/page.ts";
import { readQaSettings } from "../qa/settings.ts";
import { applyPreferences } from "../session.ts";
import { notFoundPage } from "../views/notice.ts";

export function qaRoutes(app: Hono, shop: Shop, log: GatewayLog): void {
  app.use("/qa/*", async (c, next) => {
    const { qa } = shop.sessions.read(c);
    return shop.config.qa && qa.shown ? next() : c.html(notFoundPage(openPage(c, shop)), 404);
  });

  app.post("/qa/settings", async (c) => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    applyPreferences(session, form);
    session.qa = readQaSettings(form, session.qa, shop.config.environments);
    return c.redirect(ownPath(form["back"]), 303);
  });

  app.get("/qa/requests", (c) => {
    const after = Number(c.req.query("after") ?? 0);
    const { orders } = shop.sessions.read(c);
    c.header("Cache-Control", "no-store");
    return c.json(log.read(Number.isFinite(after) ? after : 0, [...orders.keys()]));
  });
}
