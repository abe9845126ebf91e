/**
 * Who is shopping: a random cookie, and in memory what belongs to it. Nothing of it survives a restart, which is right
 * for a demo and wrong for a shop.
 */
import { randomBytes } from "node:crypto";
import type { ChallengeWindowSize } from "@cardpane/browser";
import type { PaymentResult } from "@cardpane/node";
import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { Brand } from "./brand.ts";
import type { Basket, ProductId } from "./catalogue.ts";
import type { Contact } from "./contact.ts";
import type { PaymentInput } from "./gateway.ts";
import type { Order, OrderKind } from "./orders/order.ts";
import { isLocale, type Locale } from "./texts/index.ts";
import { emptyWallet, type ShopperWallet } from "./wallet/shopper-wallet.ts";

export const schemes = ["auto", "light", "dark"] as const;
export type Scheme = (typeof schemes)[number];

/** A card that the gateway keeps for this shopper. None of it is card data. */
export interface SavedCard {
  readonly paymentAccountId: string;
  readonly consumerId: string;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
}

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

/** One shopper's things. */
export interface Session {
  /** The cookie. */
  readonly id: string;
  /** The shop's id of the shopper, sent to the gateway; says nothing about the cookie. */
  readonly shopperId: string;
  basket: Basket;
  contact: Contact | null;
  /** Chosen by the shopper; `null` follows the browser. */
  locale: Locale | null;
  scheme: Scheme;
  qa: QaSettings;
  savedCards: readonly SavedCard[];
  readonly orders: Map<string, Order>;
  /** What was sent for an order last: kept to send the same again where no answer came. */
  readonly inputs: Map<string, PaymentInput>;
  /** Declines for want of 3D Secure (5227), by order: what the next card of the order answers to. */
  readonly scaDeclines: Map<string, PaymentResult>;
  /** The orders that the checkouts work on. */
  readonly openOrderIds: Record<OrderKind, string | null>;
  /** Tokens of the customer's login among it: none of them goes to the browser. */
  readonly wallet: ShopperWallet;
  /** Product that was put in the basket last, to be said once. */
  justAdded: ProductId | null;
  lastSeenAt: number;
}

export interface SessionStore {
  /** The shopper's session, or a fresh one that is not kept yet. */
  read(c: Context): Session;
  /** Keeps a session and gives the browser its cookie. */
  keep(c: Context, session: Session): void;
}

export interface SessionOptions {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The cookie is for https only. */
  readonly secure: boolean;
  /** @default 12 hours */
  readonly idleMs?: number;
  /** Most sessions at a time; the one that was seen longest ago goes first. @default 10_000 */
  readonly limit?: number;
}

const cookieName = "shop_session";

export function createSessions({
  now,
  secure,
  idleMs = 12 * 3_600_000,
  limit = 10_000,
}: SessionOptions): SessionStore {
  // In the order they were last seen: a session that is seen goes to the end.
  const sessions = new Map<string, Session>();
  const current = new WeakMap<Request, Session>();

  function find(id: string | undefined): Session | undefined {
    const session = id === undefined ? undefined : sessions.get(id);
    if (!session) return undefined;
    sessions.delete(session.id);
    if (now() - session.lastSeenAt > idleMs) return undefined;
    session.lastSeenAt = now();
    sessions.set(session.id, session);
    return session;
  }

  return {
    read(c) {
      // One request, one session, the one that it has just begun included.
      const session = current.get(c.req.raw) ?? find(getCookie(c, cookieName)) ?? freshSession(now());
      current.set(c.req.raw, session);
      return session;
    },
    keep(c, session) {
      if (sessions.has(session.id)) return;
      sessions.set(session.id, session);
      for (const oldest of sessions.keys()) {
        if (sessions.size <= limit) break;
        sessions.delete(oldest);
      }
      setCookie(c, cookieName, session.id, { httpOnly: true, sameSite: "Lax", path: "/", secure });
    },
  };
}

/** Takes over language and appearance from a form, as far as it names any. */
export function applyPreferences(session: Session, form: Readonly<Record<string, unknown>>): void {
  if (isLocale(form["locale"])) session.locale = form["locale"];
  session.scheme = schemes.find((scheme) => scheme === form["scheme"]) ?? session.scheme;
}

function freshSession(now: number): Session {
  return {
    id: randomBytes(16).toString("base64url"),
    shopperId: `shopper-${randomBytes(8).toString("hex")}`,
    basket: new Map(),
    contact: null,
    locale: null,
    scheme: "auto",
    qa: defaultQa,
    savedCards: [],
    orders: new Map(),
    inputs: new Map(),
    scaDeclines: new Map(),
    openOrderIds: { basket: null, box: null },
    wallet: emptyWallet(),
    justAdded: null,
    lastSeenAt: now,
  };
}
