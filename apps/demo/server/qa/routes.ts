/** The QA panel's routes; they answer 404 if the visitor may not use QA's tools, or has not opened the panel. */
import type { Context, Hono } from "hono";
import { notFound } from "../http/notice.ts";
import { ownPath } from "../http/page.ts";
import { applyPreferences, type Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import type { Journal } from "../notifications/journal.ts";
import { isQaOpen } from "./access.ts";
import type { GatewayLog } from "./gateway-log.ts";
import { gatewayStates, isGatewayState } from "./gateway-states.ts";
import { isOf, listNotifications, type Mine } from "./notifications.ts";
import type { ClockAction, SandboxAdmin } from "./sandbox.ts";
import { readQaSettings } from "./settings.ts";

export interface QaDeps {
  readonly log: GatewayLog;
  readonly journal: Journal;
  /** `undefined` if the sandbox's admin API is not configured. */
  readonly sandbox: SandboxAdmin | undefined;
}

/** The time changes of the panel's buttons. */
const moves: ReadonlyMap<string, ClockAction> = new Map([
  ["hour", { action: "advance", hours: 1 }],
  ["day", { action: "advance", days: 1 }],
  ["month", { action: "advance", days: 30 }],
  ["reset", { action: "reset" }],
]);

export function qaRoutes(app: Hono, shop: Shop, { log, journal, sandbox }: QaDeps): void {
  app.use("/qa/*", async (c, next) => {
    c.header("Cache-Control", "no-store");
    return isQaOpen(c, shop) ? next() : notFound(c, shop);
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
    const { shopperId } = shop.sessions.read(c);
    return c.json(log.read(Number.isFinite(after) ? after : 0, shopperId));
  });

  app.get("/qa/notifications", (c) =>
    withSandbox(c, async () =>
      c.json(await listNotifications(thingsOf(shop.sessions.read(c)), journal, sandbox)),
    ),
  );

  app.post("/qa/notifications/:id/replay", async (c) => {
    if (!sandbox) return c.json({ message: "SANDBOX_ADMIN_URL is not set." }, 404);
    const things = thingsOf(shop.sessions.read(c));
    const id = c.req.param("id");
    return withSandbox(c, async () => {
      const mine = (await sandbox.notifications()).find((one) => one.id === id && isOf(one, things));
      if (!mine) return c.json({ message: "Notification not found." }, 404);
      await sandbox.replay(id);
      return c.json({ message: "Sent again." });
    });
  });

  app.get("/qa/time", async (c) => {
    if (!sandbox) return c.json({ message: "SANDBOX_ADMIN_URL is not set." }, 404);
    return withSandbox(c, async () => c.json({ now: await sandbox.time() }));
  });

  app.get("/qa/gateway", async (c) => {
    if (!sandbox) return c.json({ message: "SANDBOX_ADMIN_URL is not set." }, 404);
    return withSandbox(c, async () => {
      const entries = await sandbox.gateway();
      const words = entries.map(
        ({ path = "all calls", state, after }) => `${path}: ${state}${after ? ", after the work" : ""}`,
      );
      return c.json({ state: words.join("; ") || "normal" });
    });
  });

  app.post("/qa/gateway/:state", async (c) => {
    const name = c.req.param("state");
    if (!sandbox || !isGatewayState(name)) return c.json({ message: "Unknown state." }, 404);
    return withSandbox(c, async () => {
      await sandbox.setGateway(gatewayStates[name].entry);
      return c.json({ message: `The gateway is now: ${gatewayStates[name].label}.` });
    });
  });

  app.post("/qa/time/:move", async (c) => {
    const move = moves.get(c.req.param("move"));
    if (!sandbox || !move) return c.json({ message: "Unknown time change." }, 404);
    return withSandbox(c, async () => {
      const { now, events } = await sandbox.move(move);
      const charges = events.filter(({ kind }) => kind === "charged").length;
      const booked = events.filter(({ kind }) => kind === "booked").length;
      const news = `${count(charges, "renewal")} charged, ${count(booked, "wallet entry", "wallet entries")}.`;
      return c.json({
        now,
        message: `Sandbox time is now ${now.slice(0, 16).replace("T", " ")} UTC. ${news}`,
      });
    });
  });
}

/** Answers with the sandbox's data, or reports that the sandbox does not respond. */
async function withSandbox(c: Context, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work();
  } catch {
    return c.json({ message: "The sandbox isn't responding." }, 502);
  }
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}

function thingsOf({ orders, shopperId, wallet }: Session): Mine {
  const isMine = (reference: string) => orders.has(reference) || reference.startsWith(`${shopperId}.`);
  return { isMine, walletUserId: wallet.login?.userId ?? null };
}
