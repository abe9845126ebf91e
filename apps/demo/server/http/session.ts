/**
 * The shopper's session: a random cookie, and its data in memory. A restart loses all of it, which is acceptable for a demo,
 * but not for a shop.
 */
import { randomBytes } from "node:crypto";
import type { ChallengeWindowSize } from "@cardpane/browser";
import type { PaymentResult } from "@cardpane/node";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Order, OrderKind } from "../orders/order.ts";
import type { SavedCard } from "../payments/payment-result.ts";
import type { Basket, ProductId } from "../shop/catalogue.ts";
import type { Contact } from "../shop/contact.ts";
import { isLocale, type Locale, localeFor } from "../texts/index.ts";
import { emptyWallet, type ShopperWallet } from "../wallet/shopper-wallet.ts";

export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export const challengeModes = ["redirect", "dialog"] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** Whether the pane's host answers: `down` as the shop's server sees it, `script_lost` as only the browser sees it. */
export const hostModes = ["up", "down", "script_lost"] as const;
export type HostMode = (typeof hostModes)[number];

/** The settings that the QA panel can change. */
export interface QaSettings {
  /** Whether the panel is shown. */
  readonly shown: boolean;
  /** Id of the pane's environment; `null` uses the shop's default. */
  readonly environment: string | null;
  /** The pane's `fields` attribute. */
  readonly fields: string;
  readonly host: HostMode;
  readonly threeDs: boolean;
  /** How the checkout shows a challenge. */
  readonly challenge: ChallengeMode;
  /** The size of a challenge in the dialog. */
  readonly windowSize: ChallengeWindowSize;
  /** The decline code that the payment emulates. */
  readonly emulateCode: string | null;
  /** The amount to charge instead of the basket's total, in cents. */
  readonly amountMinor: number | null;
}

export const defaultQa: QaSettings = {
  shown: false,
  environment: null,
  fields: "number expiry cvv cardholder",
  host: "up",
  threeDs: true,
  challenge: "redirect",
  windowSize: "03",
  emulateCode: null,
  amountMinor: null,
};

/** The data of one shopper. Only the store knows its cookie. */
export interface Session {
  /** The shop's id of the shopper, sent to the gateway; independent of the cookie. */
  readonly shopperId: string;
  basket: Basket;
  contact: Contact | null;
  /** Chosen by the shopper; `null` follows the browser. */
  locale: Locale | null;
  scheme: Scheme;
  qa: QaSettings;
  savedCards: readonly SavedCard[];
  /** The gateway's id of the shopper, after the gateway has stored a card of theirs. */
  consumerId: string | null;
  readonly orders: Map<string, Order>;
  /** Soft declines that require 3D Secure (5227), by order: the next card of the order is sent as a retry. */
  readonly scaDeclines: Map<string, PaymentResult>;
  /** The path of the checkout that an order was last paid from: a decline redirects to it. */
  readonly paidFrom: Map<string, string>;
  /** The open order of each checkout. */
  readonly openOrderIds: Record<OrderKind, string | null>;
  /** The wallet, with the tokens of the customer's login: none of them reaches the browser. */
  readonly wallet: ShopperWallet;
  /** What the next page shows once. */
  notice: { readonly text: string; readonly isProblem: boolean } | null;
  /** The product that was added to the basket last, for a notice that is shown once. */
  justAdded: ProductId | null;
  lastSeenAt: number;
}

export interface SessionStore {
  /**
   * The shopper's session, or a new one that is not stored yet. If it decides who is logged in, read it after an `await`, not
   * before: it may have been renewed in the meantime, and then belongs to another login.
   */
  read(c: Context): Session;
  /** Stores a session and sets its cookie. */
  keep(c: Context, session: Session): void;
  /**
   * Stores the request's session under a new cookie and invalidates the old one. Call it at every login and logout: a session id
   * that somebody planted in the browser, or read from it, is then useless. The session's data is kept.
   */
  renew(c: Context): Session;
}

export interface SessionOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Whether shoppers use https: the cookie is then `Secure`, and neither another host nor an http page can set it. */
  readonly isHttps: boolean;
  /** @default 12 hours */
  readonly idleMs?: number;
  /** The maximum number of sessions; the one that was used least recently is removed first. @default 10_000 */
  readonly limit?: number;
}

export function createSessions({
  now,
  isHttps,
  idleMs = 12 * 3_600_000,
  limit = 10_000,
}: SessionOptions): SessionStore {
  const cookieName = isHttps ? "__Host-shop_session" : "shop_session";
  // Ordered by last use: a session that is used moves to the end.
  const sessions = new Map<string, Session>();
  const ids = new WeakMap<Session, string>();
  const current = new WeakMap<Request, { readonly id: string; readonly session: Session }>();

  function find(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : sessions.get(id);
    if (id === undefined || !session) return undefined;
    sessions.delete(id);
    if (now() - session.lastSeenAt > idleMs) return undefined;
    session.lastSeenAt = now();
    sessions.set(id, session);
    return session;
  }

  function begin(): Session {
    const session = freshSession(now());
    ids.set(session, randomId());
    return session;
  }

  function idOf(session: Session): string {
    const id = ids.get(session);
    if (id === undefined) throw new Error("The session is not of this store.");
    return id;
  }

  function read(c: Context): Session {
    // A request has one session, even a new one that is not stored yet; but not one that another request has renewed since.
    const known = current.get(c.req.raw);
    if (known && ids.get(known.session) === known.id) return known.session;
    const session = find(getCookie(c, cookieName)) ?? begin();
    current.set(c.req.raw, { id: idOf(session), session });
    return session;
  }

  function keep(c: Context, session: Session): void {
    const id = idOf(session);
    if (sessions.has(id)) return;
    sessions.set(id, session);
    for (const oldest of sessions.keys()) {
      if (sessions.size <= limit) break;
      sessions.delete(oldest);
    }
    setCookie(c, cookieName, id, { httpOnly: true, sameSite: "Lax", path: "/", secure: isHttps });
  }

  function renew(c: Context): Session {
    const session = read(c);
    sessions.delete(idOf(session));
    const id = randomId();
    ids.set(session, id);
    current.set(c.req.raw, { id, session });
    keep(c, session);
    return session;
  }
  return { read, keep, renew };
}

function randomId(): string {
  return randomBytes(16).toString("base64url");
}

/** Applies the language and the appearance of a form, if it names any. */
export function applyPreferences(session: Session, form: Readonly<Record<string, unknown>>): void {
  if (isLocale(form["locale"])) session.locale = form["locale"];
  session.scheme = schemes.find((scheme) => scheme === form["scheme"]) ?? session.scheme;
}

/** The language of the shopper's next page. */
export function localeOf(c: Context, session: Session): Locale {
  return session.locale ?? localeFor(c.req.header("Accept-Language"));
}

/** Applies the language of the form's page: another tab may have changed the session's language since. */
export function applyPageLocale(
  c: Context,
  session: Session,
  { locale }: Readonly<Record<string, unknown>>,
): void {
  if (isLocale(locale) && locale !== localeOf(c, session)) session.locale = locale;
}

function freshSession(now: number): Session {
  return {
    shopperId: `shopper-${randomBytes(8).toString("hex")}`,
    basket: new Map(),
    contact: null,
    locale: null,
    scheme: "auto",
    qa: defaultQa,
    savedCards: [],
    consumerId: null,
    orders: new Map(),
    scaDeclines: new Map(),
    paidFrom: new Map(),
    openOrderIds: { basket: null, box: null },
    wallet: emptyWallet(),
    notice: null,
    justAdded: null,
    lastSeenAt: now,
  };
}
