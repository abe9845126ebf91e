/** The QA panel's routes; they answer 404 if the visitor may not use QA's tools, or has not opened the panel. */
import type { Context, Hono } from "hono";
import { isQaOpen } from "../http/access.ts";
import { notFound } from "../http/notice.ts";
import { ownPath } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { readQaSettings } from "../orders/qa-settings.ts";
import { clockMoves, doubts, gatewayStates, RefusedCommand, type SandboxAdmin } from "../sandbox/admin.ts";
import { isDeliveredTo, renderNews } from "./news.ts";

export function qaRoutes(app: Hono, shop: Shop): void {
  app.use("/qa/*", async (c, next) => {
    c.header("Cache-Control", "no-store");
    return isQaOpen(c, shop) ? next() : notFound(c, shop);
  });

  app.post("/qa/settings", async (c) => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    session.qa = readQaSettings(form, session.qa, shop.config.environments);
    return c.redirect(ownPath(form["back"]), 303);
  });

  app.get("/qa/news", (c) =>
    orUnavailable(c, async () => c.html(await renderNews(shop.sessions.read(c), shop))),
  );

  /** A command for the sandbox, which answers with a message; 404 if there is no such thing to do it to. */
  const command = (
    path: string,
    work: (sandbox: SandboxAdmin, name: string, c: Context) => Promise<string | undefined>,
  ) =>
    app.post(path, async (c) => {
      const { sandbox } = shop;
      if (!sandbox) return c.text("SANDBOX_ADMIN_URL is not set.", 404);
      return orUnavailable(c, async () => {
        const message = await work(sandbox, c.req.param("name") ?? "", c);
        return message === undefined ? c.text("There is no such thing.", 404) : c.text(message);
      });
    });

  command("/qa/notifications/:name/replay", async (sandbox, id, c) => {
    const session = shop.sessions.read(c);
    const all = await sandbox.notifications();
    if (!all.some((one) => one.id === id && isDeliveredTo(session, one))) return undefined;
    await sandbox.replay(id);
    return "Sent again.";
  });

  command("/qa/gateway/:name", async (sandbox, name) => {
    if (!isNameIn(gatewayStates, name)) return undefined;
    await sandbox.setGateway(name);
    return `The gateway is now: ${gatewayStates[name].label}.`;
  });

  command("/qa/doubt/:name", async (sandbox, name) => {
    if (!isNameIn(doubts, name)) return undefined;
    await sandbox.makeDoubt(name);
    return `The next payment ends in doubt: ${doubts[name].label}.`;
  });

  command("/qa/time/:name", async (sandbox, name) => {
    if (!isNameIn(clockMoves, name)) return undefined;
    const { now, events } = await sandbox.move(name);
    const charges = events.filter(({ kind }) => kind === "charged").length;
    const booked = events.filter(({ kind }) => kind === "booked").length;
    return `Sandbox time is now ${now.slice(0, 16).replace("T", " ")} UTC. Renewals charged: ${charges}. Wallet entries: ${booked}.`;
  });
}

function isNameIn<Table extends object>(table: Table, name: string): name is Extract<keyof Table, string> {
  return Object.hasOwn(table, name);
}

async function orUnavailable(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RefusedCommand) return c.text(`The sandbox refuses this: ${error.message}.`, 409);
    return c.text("The sandbox isn't responding.", 502);
  }
}
