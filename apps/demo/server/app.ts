/**
 * The shop as an application. All dependencies are parameters, so a test can pass its own gateway.
 *
 *   /                     the products and the basket
 *   /checkout[/saved|/html|/other|/wallet]   the payment methods
 *   /subscribe            the monthly box
 *   /orders/:id[/pay|/leave|/return|/version]   the payment and the state of an order
 *   /subscription, /orders/:id/subscription/[cancel|card]   the shopper's subscription, a part of its order's page
 *   /cards                the shopper's cards that the gateway stores
 *   /wallet, /wallet/*    the shopper's wallet
 *   /operator             the orders that wait; an order: history, refund, void, end of a doubt; for QA on this machine
 *   /gallery, /gallery/wall  the pane with every option, all languages and looks
 *   /ipn, /wallet-webhook   the gateway's notifications
 *   /preferences, /qa/*   language, the QA panel
 */
import { createClient } from "@cardpane/node";
import { Hono, type MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { csrf } from "hono/csrf";
import { HTTPException } from "hono/http-exception";
import { galleryRoutes } from "../gallery/routes.ts";
import { cardRoutes } from "./cards/routes.ts";
import type { ShopConfig } from "./config.ts";
import { isOwnNavigation, mayUseQa } from "./http/access.ts";
import { assetRoutes } from "./http/assets.ts";
import { LimitedMap } from "./http/limited-map.ts";
import { loggedPath, logLine } from "./http/log-line.ts";
import { failedPage, notFound } from "./http/notice.ts";
import { openPage } from "./http/page.ts";
import { createFindPane } from "./http/pane.ts";
import { ownHostOnly, securityHeaders } from "./http/security.ts";
import { createSessions } from "./http/session.ts";
import type { Records, Shop } from "./http/shop.ts";
import { createReceivers } from "./notifications/receiver.ts";
import { operatorRoutes } from "./operator/routes.ts";
import { orderRoutes } from "./order-page/routes.ts";
import { readQaQuery } from "./orders/qa-settings.ts";
import { qaRoutes } from "./qa/routes.ts";
import { createSandboxAdmin } from "./sandbox/admin.ts";
import { checkoutRoutes } from "./shop/checkout.ts";
import { shopRoutes } from "./shop/front.ts";
import { subscriptionRoutes } from "./subscriptions/routes.ts";
import { payFromWallet, walletCheckoutRoutes } from "./wallet/checkout.ts";
import { walletRoutes } from "./wallet/routes.ts";

/** The dependencies of the shop. */
export interface ShopDeps {
  readonly config: ShopConfig;
  /** The address that shoppers use. */
  readonly publicUrl: string;
  /** The address of `POST /ipn` for the gateway. */
  readonly ipnUrl: string;
  /** Used for requests to the gateway and for the pane's manifest. @default the global one */
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970. @default the system's */
  readonly now?: () => number;
  /**
   * Receives one line for each request and each failed payment: printable characters only, cut to 4,000 characters and `…`
   * before it is escaped; never card data, a token or a key. @default no log
   */
  readonly log?: (line: string) => void;
}

/**
 * Creates the shop.
 *
 * @throws ConfigurationError when the secret or the address of notifications is invalid.
 */
export function createShop({
  config,
  publicUrl,
  ipnUrl,
  fetch: send = (input, init) => globalThis.fetch(input, init),
  now = Date.now,
  log: writeLine = () => undefined,
}: ShopDeps): Hono {
  // Every log line is cleaned here, because parts of it come from untrusted clients.
  const log = (line: string) => writeLine(logLine(line));
  const warn = (line: string) => log(`warning: ${line}`);
  const records: Records = { orders: new LimitedMap(50_000), wallets: new LimitedMap(10_000) };
  const client = createClient({
    apiKey: config.apiKey,
    baseUrl: config.gatewayUrl,
    ipv6: "send",
    // A shopper waits for the answer. A payment without one is settled by its notification.
    timeoutMs: 30_000,
    fetch: send,
    // An attempt is reported before and after it is sent: only the answer is news. It holds no body, key or token.
    logger: { debug: (line, details = {}) => "status" in details && log(line), warn },
  });
  const { checkout, webhooks } = createReceivers(config, ipnUrl, { client, records, log, warn, now });
  const isHttps = publicUrl.startsWith("https:");
  const shop: Shop = {
    ...records,
    config,
    publicUrl,
    sessions: createSessions({ now, isHttps }),
    findPane: createFindPane({ paneUrl: config.paneUrl, fetch: send, now }),
    now,
    client,
    checkout,
    webhooks,
    sandbox: config.admin && createSandboxAdmin({ ...config.admin, fetch: send }),
    log,
  };
  const app = new Hono();

  app.use(logRequests(log));
  app.use(returnPagePolicies);
  const gateway = new URL(config.gatewayUrl).origin;
  app.use(securityHeaders({ pane: config.paneUrl, gateway, isHttps }));
  app.get("/health", (c) => c.json({ status: "ok" }));
  // Before the browser checks: the gateway uses another host name and sends no Origin. Each receiver verifies its requests.
  app.post("/ipn", (c) => checkout.handle(c.req.raw));
  app.post("/wallet-webhook", (c) => webhooks.handle(c.req.raw));
  app.use(ownHostOnly(publicUrl));
  // The session's cookie is also `SameSite=Lax`, so that one protection holds if the other fails.
  app.use(csrf({ origin: publicUrl, secFetchSite: () => false }));
  app.use(bodyLimit({ maxSize: 64 * 1024, onError: (c) => c.text("Refused: too long.", 413) }));
  assetRoutes(app);
  app.use(keepQaSettings(shop));

  shopRoutes(app, shop);
  galleryRoutes(app, shop);
  checkoutRoutes(app, shop, payFromWallet(shop));
  orderRoutes(app, shop);
  subscriptionRoutes(app, shop);
  cardRoutes(app, shop);
  walletRoutes(app, shop);
  walletCheckoutRoutes(app, shop);
  operatorRoutes(app, shop);
  qaRoutes(app, shop);

  app.notFound((c) => notFound(c, shop));
  app.onError((error, c) => {
    // hono's refusal of a post from another site.
    if (error instanceof HTTPException) return error.getResponse();
    log(`${c.req.method} ${loggedPath(c.req.url)} broke: ${error.stack ?? error.name}`);
    return c.html(failedPage(openPage(c, shop)), 500);
  });
  return app;
}

/** The page that ends a challenge in a frame has the policy of its package instead of the shop's. */
const returnPagePolicies: MiddlewareHandler = async (c, next) => {
  await next();
  const policy: unknown = c.get("returnPagePolicy");
  if (typeof policy === "string") c.header("Content-Security-Policy", policy);
};

function logRequests(log: (line: string) => void): MiddlewareHandler {
  return async (c, next) => {
    const startedAt = performance.now();
    await next();
    const ms = Math.round(performance.now() - startedAt);
    log(`${c.req.method} ${loggedPath(c.req.url)} ${c.res.status} ${ms} ms`);
  };
}

/**
 * Stores QA settings from the query of a navigation that no other site began.
 * A link on another site neither opens the panel nor starts a session.
 */
function keepQaSettings(shop: Shop): MiddlewareHandler {
  return async (c, next) => {
    const session = shop.sessions.read(c);
    const mayRead = mayUseQa(c, shop) && isOwnNavigation(c);
    const qa = mayRead ? readQaQuery(c.req.query(), session.qa) : session.qa;
    if (qa !== session.qa) {
      session.qa = qa;
      shop.sessions.keep(c, session);
    }
    return next();
  };
}
