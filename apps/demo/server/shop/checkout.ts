/** The checkouts, and the one route that pays: it reads the contact and the source from the form, and never an amount. */
import type { Context, Hono } from "hono";
import { go, type Html, openPage, sessionEndedPath } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { contactProblems, readContact } from "../orders/contact.ts";
import { isPayable, type Order, openOrder, retryPath, setState } from "../orders/order.ts";
import { readCard } from "../payments/card-form.ts";
import { pay } from "../payments/pay.ts";
import { readValues, toPaymentSource, toProblems } from "../payments/source-form.ts";
import { findSource, isKept } from "../payments/sources.ts";
import { type CheckoutView, cardPage, ways } from "./checkout-view.ts";
import { keepContact } from "./front.ts";
import { type OtherView, otherPage } from "./other-view.ts";

/** The paths of the checkouts with the pane: three for the basket, one for the box. */
const cardPaths = [ways.card, ways.saved, "/checkout/html", "/subscribe"];

type Form = Readonly<Record<string, unknown>>;

export function checkoutRoutes(app: Hono, shop: Shop): void {
  // Another way to pay is another page: the typed contact goes along.
  app.post("/checkout/way", async (c) => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    // The page had an order, and this session never had one.
    if (session.orders.size === 0) return c.redirect(sessionEndedPath, 303);
    keepContact(session, form);
    const paths = new Map<string, string>(Object.entries(ways));
    return c.redirect(paths.get(String(form["way"])) ?? ways.card, 303);
  });
  for (const path of cardPaths) checkoutPage(app, shop, path, (c, order) => renderCard(c, path, { order }));
  checkoutPage(app, shop, ways.more, (c, order) =>
    renderOther(c, { order, source: findSource(c.req.query("type")) }),
  );

  payRoute(app, shop, "pay", async (c, order, form) => {
    const { session } = order;
    const back = String(form["back"]).split("?")[0] ?? "";
    const path = cardPaths.includes(back) ? back : "/checkout/html";
    const problems = contactProblems(session.contact);
    const card = readCard(form);
    if (Object.keys(problems).length > 0) return renderCard(c, path, { order, problems });
    if (!card) return renderCard(c, path, { order, notMade: "no_card" });
    order.checkout = path;
    const consumerId = form["savedCard"] === undefined ? null : session.consumerId;
    await pay(shop, order, { kind: "card", ...card, consumerId }, visitorOf(c));
    return answer(c, order);
  });

  payRoute(app, shop, "other", async (c, order, form) => {
    const { session } = order;
    const problems = contactProblems(session.contact);
    const source = findSource(form["source"]);
    if (!source) return renderOther(c, { order, isNoneChosen: true, contactProblems: problems });
    const values = readValues(source, form);
    if (Object.keys(problems).length > 0)
      return renderOther(c, { order, source, values, contactProblems: problems });
    order.checkout = `${ways.more}?type=${source.type}`;
    const saved = isKept(source) ? session.savedCard : null;
    const paid = { ...toPaymentSource(source, values, saved), consumerId: saved?.consumerId ?? null };
    const errors = await pay(shop, order, { kind: "other", ...paid }, visitorOf(c));
    if (order.state.status !== "created") return answer(c, order);
    const fieldProblems = toProblems(source, errors);
    // The form shows the problem at its fields, and another page lacks them.
    if (Object.keys(fieldProblems).length > 0) setState(order, { status: "created", problem: null });
    return renderOther(c, { order, source, values, problems: fieldProblems });
  });

  async function renderCard(c: Context, path: string, view: CheckoutView): Promise<Response> {
    const body = cardPage({ ...openPage(c, shop, await shop.findPane()), here: path }, view);
    return body ? show(c, body) : c.redirect(ways.card, 303);
  }

  async function renderOther(c: Context, view: OtherView): Promise<Response> {
    return show(c, otherPage({ ...openPage(c, shop), here: ways.more }, view));
  }
}

/** A checkout in answer to its own form shows why it was refused. */
function show(c: Context, body: Html): Response | Promise<Response> {
  return c.html(body, c.req.method === "POST" ? 422 : 200);
}

/** A page that pays the open order. */
export function checkoutPage(
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

/** A route that pays an order of the session. If the session has ended, nothing is sent, and the shopper is told so. */
export function payRoute(
  app: Hono,
  shop: Shop,
  action: string,
  work: (c: Context, order: Order, form: Form) => Promise<Response>,
): void {
  app.post(`/orders/:id/${action}`, async (c) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id"));
    if (!order) return go(c, sessionEndedPath);
    const form = await c.req.parseBody();
    session.contact = readContact(form, session.contact);
    return work(c, order, form);
  });
}

/** Answers a form that paid: with the bank's page, the order's, or its checkout again, which shows the problem. */
export function answer(c: Context, order: Order): Response {
  const { id, state, session } = order;
  const again = retryPath(order);
  if (again !== undefined) return c.redirect(again, 303);
  // The order's own page shows a QR code, together with the link to the bank's page.
  if (state.status !== "awaiting" || state.step.qrCode !== null) return go(c, `/orders/${id}`);
  return go(c, state.step.url, session.qa.challenge === "dialog");
}
