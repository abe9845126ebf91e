/**
 * The shopper's session: a random cookie, and its data in memory. A restart loses all of it, which is acceptable for a demo,
 * but not for a shop.
 */
import { randomBytes } from "node:crypto";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { emptyContact } from "../orders/contact.ts";
import type { Session } from "../orders/order.ts";
import { defaultQa } from "../orders/qa-settings.ts";
import { emptyWallet } from "../orders/shopper-wallet.ts";
import { type Locale, localeFor } from "../texts/index.ts";
import { LimitedMap } from "./limited-map.ts";

export type SessionStore = ReturnType<typeof createSessions>;

export interface SessionOptions {
  readonly now: () => number;
  /** Whether shoppers use https: the cookie is then `Secure`, and neither another host nor an http page can set it. */
  readonly isHttps: boolean;
  readonly idleMs?: number;
  /** The maximum number of sessions; the one that was used least recently is removed first. @default 10_000 */
  readonly limit?: number;
}

export function createSessions({ now, isHttps, idleMs = 12 * 3_600_000, limit = 10_000 }: SessionOptions) {
  const cookieName = isHttps ? "__Host-shop_session" : "shop_session";
  // Ordered by last use: a session that is used moves to the end.
  const sessions = new LimitedMap<string, Session>(limit);
  const ids = new WeakMap<Session, string>();
  const current = new WeakMap<Request, { readonly id: string; readonly session: Session }>();

  function find(id = ""): Session | undefined {
    const session = sessions.get(id);
    sessions.delete(id);
    if (!session || now() - session.lastSeenAt > idleMs) return undefined;
    session.lastSeenAt = now();
    sessions.set(id, session);
    return session;
  }

  function idOf(session: Session): string {
    const id = ids.get(session) ?? randomBytes(16).toString("base64url");
    ids.set(session, id);
    return id;
  }

  /**
   * The shopper's session, or a new one that is not stored yet. If it decides who is logged in, read it after an `await`, not
   * before: it may have been renewed in the meantime, and then belongs to another login.
   */
  function read(c: Context): Session {
    // A request has one session, even a new one that is not stored yet; but not one that another request has renewed since.
    const known = current.get(c.req.raw);
    if (known && ids.get(known.session) === known.id) return known.session;
    const session = find(getCookie(c, cookieName)) ?? freshSession(now());
    current.set(c.req.raw, { id: idOf(session), session });
    return session;
  }

  function keep(c: Context, session: Session): void {
    const id = idOf(session);
    if (sessions.has(id)) return;
    sessions.set(id, session);
    setCookie(c, cookieName, id, { httpOnly: true, sameSite: "Lax", path: "/", secure: isHttps });
  }

  /**
   * Stores the request's session under a new cookie and invalidates the old one. Call it at every login and logout: a session id
   * that somebody planted in the browser, or read from it, is then useless. The session's data is kept.
   */
  function renew(c: Context): Session {
    const session = read(c);
    sessions.delete(idOf(session));
    ids.delete(session);
    current.set(c.req.raw, { id: idOf(session), session });
    keep(c, session);
    return session;
  }
  return { read, keep, renew };
}

/** The language of the shopper's next page. */
export function localeOf(c: Context, session: Session): Locale {
  return session.locale ?? localeFor(c.req.header("Accept-Language"));
}

function freshSession(now: number): Session {
  return {
    shopperId: `shopper-${randomBytes(8).toString("hex")}`,
    basket: new Map(),
    contact: emptyContact,
    locale: null,
    qa: defaultQa,
    savedCard: null,
    consumerId: null,
    orders: new LimitedMap(50),
    openOrders: { basket: null, box: null },
    wallet: emptyWallet(),
    notice: null,
    lastSeenAt: now,
  };
}
