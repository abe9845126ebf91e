/** The payment methods without the pane: one form with one chosen source, the redirect to the source's page, and the return. */
import type { Context, Hono } from "hono";
import { openPage, sessionEndedPath } from "../http/page.ts";
import { applyPageLocale } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { isPayable, type Order } from "../orders/order.ts";
import { openOrder, updateOrder } from "../orders/session-orders.ts";
import { payOrder } from "../payments/pay-order.ts";
import type { Pay } from "../payments/payment-input.ts";
import { readValues, toPaymentSource, toProblems } from "../payments/source-form.ts";
import { findSource } from "../payments/sources.ts";
import { contactProblems, readContact } from "./contact.ts";
import { locationOf } from "./orders-routes.ts";
import { type OtherView, otherPage } from "./views/other.ts";

const path = "/checkout/other";

export function otherRoutes(app: Hono, shop: Shop, pay: Pay): void {
  app.get(path, (c): Response | Promise<Response> => {
    const order = openOrder(shop.sessions.read(c));
    if (!order) return c.redirect("/#basket", 303);
    if (!isPayable(order.state)) return c.redirect(`/orders/${order.id}`, 303);
    const source = findSource(c.req.query("type"));
    return render(c, order, source ? { source } : {});
  });

  app.post("/orders/:id/other", async (c) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id"));
    if (!order) return c.redirect(sessionEndedPath, 303);
    const form = await c.req.parseBody();
    applyPageLocale(c, session, form);
    session.contact = readContact(form);
    const contactFaults = contactProblems(session.contact);
    const source = findSource(form["source"]);
    if (!source) return render(c, order, { isNoneChosen: true, contactFaults });
    const values = readValues(source, form);
    if (Object.keys(contactFaults).length > 0) return render(c, order, { source, values, contactFaults });
    const [saved] = session.savedCards;
    const isKept = source.group === "kept";
    session.paidFrom.set(order.id, `${path}?type=${source.type}`);
    shop.orders.open(order.id, session);
    const paid = await payOrder(
      session,
      order,
      {
        source: { kind: "other", ...toPaymentSource(source, values, isKept ? saved : undefined) },
        contact: session.contact,
        consumerId: isKept ? (saved?.consumerId ?? null) : null,
        visitor: visitorOf(c),
      },
      pay,
    );
    const { status } = paid.order.state;
    if (status === "declined") return c.redirect(`${path}?type=${source.type}`, 303);
    if (status === "created") {
      const problems = toProblems(source, paid.errors);
      // The form shows the problem at its fields, and another page lacks them.
      if (Object.keys(problems).length > 0)
        updateOrder(session, order.id, () => ({ state: { status: "created", problem: null } }));
      return render(c, paid.order, { source, values, problems });
    }
    return c.redirect(locationOf(paid.order), 303);
  });

  async function render(c: Context, order: Order, view: Omit<OtherView, "order">): Promise<Response> {
    const page = { ...openPage(c, shop), here: path };
    return c.html(otherPage(page, { order, ...view }), c.req.method === "POST" ? 422 : 200);
  }
}
