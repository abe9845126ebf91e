/** The checkouts with the pane: three for the basket, one for the box. All post to the same route. */
import type { Context, Hono } from "hono";
import { type Html, openPage, type Page } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { isPayable } from "../orders/order.ts";
import { openBox, openOrder } from "../orders/session-orders.ts";
import { keepContact } from "./front-routes.ts";
import {
  boxPage,
  type CheckoutView,
  checkoutPage,
  pathOfWay,
  plainPage,
  savedPage,
} from "./views/checkout.ts";

type Render = (page: Page, view: CheckoutView) => Html | undefined;

const ways: Readonly<Record<string, Render>> = {
  "/checkout": checkoutPage,
  "/checkout/html": plainPage,
  "/checkout/saved": savedPage,
  "/subscribe": boxPage,
};

/** Whether a path is a checkout with the pane. */
export function isCheckout(path: string): boolean {
  return Object.hasOwn(ways, path);
}

export function checkoutRoutes(app: Hono, shop: Shop): void {
  // Another way to pay is another page: the typed contact goes along.
  app.post("/checkout/way", async (c) => {
    const form = await c.req.parseBody();
    keepContact(shop.sessions.read(c), form);
    return c.redirect(pathOfWay(form["way"]), 303);
  });
  for (const path of Object.keys(ways)) {
    app.get(path, (c): Response | Promise<Response> => {
      const session = shop.sessions.read(c);
      const order = path === "/subscribe" ? openBox(session) : openOrder(session);
      if (!order) return c.redirect("/#basket", 303);
      // Some visitors start with the box, so this request may start their session.
      shop.sessions.keep(c, session);
      // The order is being paid, waits at the bank, or has an unknown outcome: its own page shows that.
      if (!isPayable(order.state)) return c.redirect(`/orders/${order.id}`, 303);
      return renderCheckout(c, shop, path, { order });
    });
  }
}

/** Renders a checkout by its path, with the problems of the submitted form, if any. */
export async function renderCheckout(
  c: Context,
  shop: Shop,
  path: string,
  view: CheckoutView,
): Promise<Response> {
  const page = openPage(c, shop, await shop.findPane());
  const body = ways[path]?.({ ...page, here: path }, view);
  if (!body) return c.redirect("/checkout", 303);
  const isRefused = view.problems !== undefined || view.notMade !== undefined;
  return c.html(body, isRefused ? 422 : 200);
}
