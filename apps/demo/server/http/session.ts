/**
 * Who is shopping: a random cookie, and in memory what belongs to it. Nothing of it survives a restart, which is right
 * for a demo and wrong for a shop.
 */
import { randomBytes } from "node:crypto";
import type { ChallengeWindowSize } from "@cardpane/browser";
import type { PaymentResult } from "@cardpane/node";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Order, OrderKind } from "../orders/order.ts";
import type { PaymentInput } from "../payments/payment-input.ts";
import type { SavedCard } from "../payments/payment-result.ts";
import type { Basket, ProductId } from "../shop/catalogue.ts";
import type { Contact } from "../shop/contact.ts";
import { isLocale, type Locale, localeFor } from "../texts/index.ts";
import { emptyWallet, type ShopperWallet } from "../wallet/shopper-wallet.ts";

export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

export const challengeModes = ["redirect", "dialog"] as const;
export type ChallengeMode = (typeof challengeModes)[number];

/** What the QA panel may change. */
export interface QaSettings {
  /** Whether the panel is shown. */
  readonly shown: boolean;
  /** Id of the pane's environment; `null` takes the shop's. */
  readonly environment: string | null;
  /** The pane's `fields` attribute. */
  readonly fields: string;
  readonly threeDs: boolean;
  /** How the checkout shows a challenge. */
  readonly challenge: ChallengeMode;
  /** Of a challenge in the dialog. */
  readonly windowSize: ChallengeWindowSize;
  /** Code that the payment shall be declined with. */
  readonly emulateCode: string | null;
  /** Charged instead of the basket's total, in cents. */
  readonly amountMinor: number | null;
}

export const defaultQa: QaSettings = {
  shown: false,
  environment: null,
  fields: "number expiry cvv cardholder",
  threeDs: true,
  challenge: "redirect",
  windowSize: "03",
  emulateCode: null,
  amountMinor: null,
};

/** One shopper's things. Its cookie is the store's alone. */
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
  /** The gateway's id of the shopper, once a card of theirs is kept. */
  consumerId: string | null;
  readonly orders: Map<string, Order>;
  /** What was sent for an order last: kept to send the same again where no answer came. */
  readonly inputs: Map<string, PaymentInput>;
  /** Declines for want of 3D Secure (5227), by order: what the next card of the order answers to. */
  readonly scaDeclines: Map<string, PaymentResult>;
  /** The checkout that an order was last paid from, by its path: a decline leads back to it. */
  readonly paidFrom: Map<string, string>;
  /** The orders that the checkouts work on. */
  readonly openOrderIds: Record<OrderKind, string | null>;
  /** Tokens of the customer's login among it: none of them goes to the browser. */
  readonly wallet: ShopperWallet;
  /** Product that was put in the basket last, for a notice that is shown once. */
  justAdded: ProductId | null;
  lastSeenAt: number;
}

export interface SessionStore {
  /**
   * The shopper's session, or a fresh one that is not kept yet. Read it after an `await`, not before, where it decides who is
   * logged in: it may have been renewed meanwhile, and is another's from then on.
   */
  read(c: Context): Session;
  /** Keeps a session and gives the browser its cookie. */
  keep(c: Context, session: Session): void;
  /**
   * Keeps the request's session under a new cookie and forgets the old one. At every change of who is logged in: an id that
   * somebody planted in the browser, or read in it, opens nothing from then on. What is in the session stays.
   */
  renew(c: Context): Session;
}

export interface SessionOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Shoppers come by https: the cookie is for that only, and no other host and no http page can set it. */
  readonly isHttps: boolean;
  /** @default 12 hours */
  readonly idleMs?: number;
  /** Most sessions at a time; the one that was seen longest ago goes first. @default 10_000 */
  readonly limit?: number;
}

export function createSessions({
  now,
  isHttps,
  idleMs = 12 * 3_600_000,
  limit = 10_000,
}: SessionOptions): SessionStore {
  const cookieName = isHttps ? "__Host-shop_session" : "shop_session";
  // In the order they were last seen: a session that is seen goes to the end.
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
    // One request, one session, the one that it has just begun included. Not one that another request has renewed.
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

/** Takes over language and appearance from a form, as far as it names any. */
export function applyPreferences(session: Session, form: Readonly<Record<string, unknown>>): void {
  if (isLocale(form["locale"])) session.locale = form["locale"];
  session.scheme = schemes.find((scheme) => scheme === form["scheme"]) ?? session.scheme;
}

/** The language that the shopper's next page comes in. */
export function localeOf(c: Context, session: Session): Locale {
  return session.locale ?? localeFor(c.req.header("Accept-Language"));
}

/** Takes over the language of the page that a form came from: another tab may have changed the session's since. */
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
    inputs: new Map(),
    scaDeclines: new Map(),
    paidFrom: new Map(),
    openOrderIds: { basket: null, box: null },
    wallet: emptyWallet(),
    justAdded: null,
    lastSeenAt: now,
  };
}
