/** The checkouts, and the one route that pays: it reads the contact and the source from the form, and never an amount. */
import type { Context, Hono } from "hono";
import { go, openPage, sessionEndedPath } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { contactProblems, readContact } from "../orders/contact.ts";
import { isPayable, type Order, openOrder, retryPath, setState } from "../orders/order.ts";
import { readCard } from "../payments/card-form.ts";
import { pay } from "../payments/pay.ts";
import { readValues, toPaymentSource, toProblems } from "../payments/source-form.ts";
import { findSource, isKept } from "../payments/sources.ts";
import { type CheckoutView, checkoutPage, type Way, ways } from "./checkout-view.ts";
import { keepContact } from "./front.ts";
import type { MoreView } from "./more-ways.ts";

/** The checkouts with the pane alone: the HTML-only one, and the box's. */
const panePaths = ["/checkout/html", "/subscribe"];

type Form = Readonly<Record<string, unknown>>;

/** Pays an order by what a form says. */
export type PayByForm = (c: Context, order: Order, form: Form) => Promise<Response>;

/** @param payFromWallet pays by the wallet, whose pages stand above the checkout */
export function checkoutRoutes(app: Hono, shop: Shop, payFromWallet: PayByForm): void {
  // Without a script another way to pay is another page, as the wallet's login is: the typed contact goes along.
  app.post("/checkout/way", async (c) => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    // The page had an order, and this session never had one.
    if (session.orders.size === 0) return c.redirect(sessionEndedPath, 303);
    keepContact(session, form);
    return c.redirect(ways[readWay(form["open"])], 303);
  });
  for (const path of panePaths) checkoutRoute(app, shop, path, (c, order) => render(c, path, { order }));
  for (const way of ["card", "saved"] as const)
    checkoutRoute(app, shop, ways[way], (c, order) => render(c, ways[way], { order, way }));
  checkoutRoute(app, shop, ways.more, (c, order) =>
    render(c, ways.more, { order, way: "more", more: { source: findSource(c.req.query("type")) } }),
  );

  // If the session has ended, nothing is sent, and the shopper is told so.
  app.post("/orders/:id/pay", async (c) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id"));
    if (!order) return go(c, sessionEndedPath);
    const form = await c.req.parseBody();
    session.contact = readContact(form, session.contact);
    const way = readWay(form["way"]);
    if (way === "wallet") return payFromWallet(c, order, form);
    return way === "more" ? payBySource(c, order, form) : payByCard(c, order, form);
  });

  async function payByCard(c: Context, order: Order, form: Form): Promise<Response> {
    const { session } = order;
    const back = String(form["back"]).split("?")[0] ?? "";
    const way = panePaths.includes(back) ? undefined : readWay(form["way"]);
    const path = way ? ways[way] : back;
    const problems = contactProblems(session.contact);
    const card = readCard(form);
    const view = { order, ...(way && { way }) };
    if (Object.keys(problems).length > 0) return render(c, path, { ...view, problems });
    if (!card) return render(c, path, { ...view, notMade: "no_card" });
    order.checkout = path;
    order.savesCard = form["saveCard"] === "on";
    const consumerId = way === "saved" ? session.consumerId : null;
    await pay(shop, order, { kind: "card", ...card, consumerId }, visitorOf(c));
    return answer(c, order);
  }

  async function payBySource(c: Context, order: Order, form: Form): Promise<Response> {
    const { session } = order;
    const found = contactProblems(session.contact);
    const problems = Object.keys(found).length > 0 ? found : undefined;
    const source = findSource(form["source"]);
    const show = (more: MoreView) =>
      render(c, ways.more, { order, way: "more", more, ...(problems && { problems }) });
    if (!source) return show({ isNoneChosen: true });
    const values = readValues(source, form);
    if (problems) return show({ source, values });
    order.checkout = `${ways.more}?type=${source.type}`;
    const saved = isKept(source) ? session.savedCard : null;
    const paid = { ...toPaymentSource(source, values, saved), consumerId: saved?.consumerId ?? null };
    const errors = await pay(shop, order, { kind: "other", ...paid }, visitorOf(c));
    if (order.state.status !== "created") return answer(c, order);
    const wrong = toProblems(source, errors);
    if (Object.keys(wrong).length === 0) return show({ source, values });
    // The form shows the problem at its fields, and another page lacks them.
    setState(order, { status: "created", problem: null });
    return show({ source, values, problems: wrong });
  }

  async function render(c: Context, path: string, view: CheckoutView): Promise<Response> {
    const body = checkoutPage({ ...openPage(c, shop, await shop.findPane()), here: path }, view);
    if (!body) return c.redirect(ways.card, 303);
    // A checkout in answer to its own form shows why it was refused.
    return c.html(body, c.req.method === "POST" ? 422 : 200);
  }
}

/** The way to pay that a form names; the card for anything else. */
function readWay(name: unknown): Way {
  return typeof name === "string" && Object.hasOwn(ways, name) ? (name as Way) : "card";
}

/** A page that pays the open order. */
export function checkoutRoute(
  app: Hono,
  shop: Shop,
  path: string,
  render: (c: Context, order: Order) => Response | Promise<Response>,
): void {
  app.get(path, (c) => {
    const session = shop.sessions.read(c);
    const order = openOrder(session, path === "/subscribe" ? "box" : "basket");
    if (!order) return c.redirect("/#basket", 303);
    // Some visitors start with the box, so this request may start their session.
    shop.sessions.keep(c, session);
    // The order is being paid, waits at the bank, or has an unknown outcome: its own page shows that.
    if (!isPayable(order)) return c.redirect(`/orders/${order.id}`, 303);
    return render(c, order);
  });
}

/** Answers a form that paid: with the bank's page, the order's, or its checkout again, which shows the problem. */
export function answer(c: Context, order: Order): Response {
  const { id, state, session } = order;
  const again = retryPath(order);
  if (again !== undefined) return c.redirect(again, 303);
  // The script shows the payment's end before it opens the receipt.
  if (state.status === "paid") c.header("Shop-Paid", "1");
  // The order's own page shows a QR code, together with the link to the bank's page.
  if (state.status !== "awaiting" || state.step.qrCode !== null) return go(c, `/orders/${id}`);
  return go(c, state.step.url, session.qa.challenge === "dialog");
}
