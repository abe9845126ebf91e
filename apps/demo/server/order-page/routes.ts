/** Routes that show an order's state, give up an attempt, and receive the shopper back from the bank. */
import { returnPageHtml, returnPagePolicy } from "@cardpane/browser/return-page";
import { isCardpaneError, redirects } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound } from "../http/notice.ts";
import { go, isScript, openPage } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { type GatewayIds, mayLeave, type Order, retryPath, setState } from "../orders/order.ts";
import { leaveAttempt } from "../payments/leave.ts";
import { readSubscription } from "../subscriptions/routes.ts";
import { localeFor, locales } from "../texts/index.ts";
import { orderPage, versionOf } from "./view.ts";

/** How long a shopper's page waits for a payment's end, before it shows that the payment is under way. */
const waitMs = 1_000;

export function orderRoutes(app: Hono, shop: Shop): void {
  /** Handles a request for an order of this session; any other order is a 404. */
  const withOrder =
    (handle: (c: Context, order: Order) => Response | Promise<Response>) =>
    (c: Context): Response | Promise<Response> => {
      const order = shop.sessions.read(c).orders.get(c.req.param("id") ?? "");
      return order ? handle(c, order) : notFound(c, shop);
    };

  app.get(
    "/orders/:id",
    withOrder(async (c, order) => {
      // A decline is shown on the checkout, where the shopper can try again, whatever reported the decline.
      const again = order.state.status === "declined" ? retryPath(order) : undefined;
      if (again !== undefined) return c.redirect(again, 303);
      // Each second would be too often for the script that watches the page.
      if (!isScript(c)) await readSubscription(shop.client, order);
      // The pane's script draws a QR code; other orders do not need it.
      const hasQrCode = order.state.status === "awaiting" && order.state.step.qrCode !== null;
      const page = openPage(c, shop, hasQrCode ? await shop.findPane() : undefined);
      return c.html(orderPage(page, order));
    }),
  );

  /** The version changes with everything that the order's page shows. The answer waits for the end of a payment under way. */
  app.get(
    "/orders/:id/version",
    withOrder(async (c, order) => {
      c.header("Cache-Control", "no-store");
      await shop.checkout
        .wait(order.id, { timeoutMs: waitMs, signal: c.req.raw.signal })
        .catch(() => undefined);
      return c.json({ version: versionOf(order) });
    }),
  );

  /** The shopper chooses another payment method while this payment is open at the bank: the attempt is given up. */
  app.post(
    "/orders/:id/leave",
    withOrder(async (c, order) => {
      const { id, kind } = order;
      if (!mayLeave(order)) return go(c, `/orders/${id}`);
      try {
        await leaveAttempt(shop, order);
      } catch (error) {
        // Paid in the meantime, or money is reserved: the order's page shows it.
        if (!isCardpaneError(error)) throw error;
        return go(c, `/orders/${id}`);
      }
      // The script is on the checkout already.
      return isScript(c) ? c.text("") : go(c, kind === "box" ? "/subscribe" : "/checkout");
    }),
  );

  const handleReturn = withOrder(async (c, order) => {
    const hint = redirects.parse(c.req.url);
    // The notification often comes before the shopper: then the receipt is the first thing they see.
    await shop.checkout.wait(order.id, { timeoutMs: waitMs });
    const { state } = order;
    // The return address is only a hint, because the shopper's browser carries it. It changes only the text of this page.
    if (hint.kind === "hint" && state.status === "awaiting" && isSame(hint, state.ids)) {
      const { isApproved: approved, code = null } = hint;
      setState(order, { status: "reported", approved, code, ids: state.ids });
    }
    return c.redirect(`/orders/${order.id}`, 303);
  });
  app.get("/orders/:id/return", (c) => {
    c.header("Vary", "Sec-Fetch-Dest");
    // In the dialog's frame the browser sends no cookie: a page without a session ends the dialog, and the checkout continues.
    return c.req.header("Sec-Fetch-Dest") === "iframe"
      ? returnPage(c, shop, c.req.param("id"))
      : handleReturn(c);
  });
}

function isSame(one: GatewayIds, other: GatewayIds): boolean {
  return one.orderId === other.orderId && one.transactionId === other.transactionId;
}

/** The page that ends a challenge in a dialog; the browser package generates it. */
function returnPage(c: Context, { orders }: Shop, orderId: string): Response {
  const lang = orders.get(orderId)?.session.locale ?? localeFor(c.req.header("Accept-Language"));
  const { reportedTitle: text, shopOn: link } = locales[lang];
  c.set("returnPagePolicy", returnPagePolicy);
  c.header("Cache-Control", "no-store");
  return c.body(returnPageHtml({ lang, text, link, href: `/orders/${orderId}` }), 200, {
    "Content-Type": "text/html; charset=utf-8",
  });
}
