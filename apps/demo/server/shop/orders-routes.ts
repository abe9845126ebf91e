/**
 * Routes that pay an order, receive the shopper back from the bank, and show the order's state.
 *
 * One route accepts both kinds of form: JSON from the checkout's script, answered with JSON; and a plain form post,
 * answered with a redirect. It reads the contact, the token and the device data from either, and never an amount.
 */

import { returnPageHtml, returnPagePolicy } from "@cardpane/browser/return-page";
import { type Checkout, explainCode, isCardpaneError, redirects } from "@cardpane/node";
import type { Context, Hono } from "hono";
import type { LeaveAnswer, PayAnswer } from "../../web/wire.ts";
import { notFound } from "../http/notice.ts";
import { openPage, sessionEndedPath } from "../http/page.ts";
import { applyPageLocale, localeOf, type QaSettings, type Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { visitorOf } from "../http/visitor.ts";
import { mayLeave, type Order } from "../orders/order.ts";
import { retryPath, updateOrder } from "../orders/session-orders.ts";
import { readNetwork, readToken } from "../payments/card-form.ts";
import { payOrder } from "../payments/pay-order.ts";
import type { Pay } from "../payments/payment-input.ts";
import { isQaOpen } from "../qa/access.ts";
import { localeFor, locales, type Texts } from "../texts/index.ts";
import { isCheckout, renderCheckout } from "./checkout-routes.ts";
import {
  type Contact,
  type ContactField,
  type ContactProblems,
  contactProblems,
  readContact,
} from "./contact.ts";
import { declineText, declineTitle } from "./views/decline.ts";
import { contactProblemText } from "./views/field.ts";
import { hasQrCode, orderPage, versionOf } from "./views/order.ts";

export function orderRoutes(
  app: Hono,
  shop: Shop,
  { pay, checkout }: { readonly pay: Pay; readonly checkout: Checkout },
): void {
  app.get("/orders/:id", (c) => withOrder(c, shop, (session, order) => showOrder(c, shop, session, order)));
  app.post("/orders/:id/pay", (c) =>
    withOrder(c, shop, (session, order) => handlePay(c, shop, pay, session, order), sessionEnded),
  );
  app.post("/orders/:id/leave", (c) =>
    withOrder(c, shop, (session, order) => handleLeave(c, checkout, session, order)),
  );
  /** The version changes with everything that the order's page shows. */
  app.get("/orders/:id/version", (c) => {
    const session = shop.sessions.read(c);
    const order = session.orders.get(c.req.param("id"));
    c.header("Cache-Control", "no-store");
    return order ? c.json({ version: versionOf(order) }) : c.json({ version: null }, 404);
  });
  app.get("/orders/:id/return", (c) => {
    c.header("Vary", "Sec-Fetch-Dest");
    // In the dialog's frame the browser sends no cookie: a page without a session ends the dialog, and the checkout continues.
    if (c.req.header("Sec-Fetch-Dest") === "iframe") return returnPage(c, shop, c.req.param("id"));
    return withOrder(c, shop, (session, order) => handleReturn(c, session, order));
  });
}

/** Handles a request for an order of this session; any other order is a 404. */
function withOrder(
  c: Context,
  shop: Shop,
  handle: (session: Session, order: Order) => Response | Promise<Response>,
  otherwise: (c: Context, shop: Shop) => Response | Promise<Response> = notFound,
): Response | Promise<Response> {
  const session = shop.sessions.read(c);
  const order = session.orders.get(c.req.param("id") ?? "");
  return order ? handle(session, order) : otherwise(c, shop);
}

/** Pay in a session that has ended, for example by a restart of this shop: nothing is sent, and the shopper is told so. */
function sessionEnded(c: Context): Response {
  const location = sessionEndedPath;
  return isJson(c) ? c.json<PayAnswer>({ status: "go", location }) : c.redirect(location, 303);
}

async function showOrder(c: Context, shop: Shop, session: Session, order: Order): Promise<Response> {
  const again = retryPath(session, order);
  // A decline is shown on the checkout, where the shopper can try again, whatever reported the decline.
  if (again !== undefined) return c.redirect(again, 303);
  // The pane's script draws a QR code; other orders do not need it.
  const page = openPage(c, shop, hasQrCode(order) ? await shop.findPane() : undefined);
  return c.html(orderPage(page, order));
}

async function handlePay(
  c: Context,
  shop: Shop,
  pay: Pay,
  session: Session,
  order: Order,
): Promise<Response> {
  const form = await readForm(c, shop);
  session.contact = readContact(form.fields);
  const problems = contactProblems(session.contact);
  if (Object.keys(problems).length > 0) return form.refuse(order, { problems });
  const card = readToken(form.fields["payment"]);
  if (!card) return form.refuse(order, { notMade: "no_card" });
  const saved = session.savedCards.find((one) => one.paymentAccountId === form.fields["savedCard"]);
  session.paidFrom.set(order.id, checkoutOf(form.fields) ?? "/checkout");
  shop.orders.open(order.id, session);
  const { order: paid } = await payOrder(
    session,
    order,
    {
      source: {
        kind: "token",
        ...card,
        network: readNetwork(form.fields["payment"]),
        threeDs: session.qa.threeDs,
      },
      contact: session.contact,
      consumerId: saved?.consumerId ?? null,
      visitor: visitorOf(c),
    },
    pay,
  );
  return form.answer(paid);
}

/** The shopper chooses another payment method while this payment is open at the bank: the attempt is given up. */
async function handleLeave(
  c: Context,
  checkout: Checkout,
  session: Session,
  { id, kind, state }: Order,
): Promise<Response> {
  let location = `/orders/${id}`;
  if (mayLeave(state)) {
    try {
      await checkout.supersede(id);
      updateOrder(session, id, () => ({ state: { status: "created", problem: null } }));
      location = kind === "box" ? "/subscribe" : "/checkout";
      if (isJson(c)) return c.json<LeaveAnswer>({ status: "left" });
    } catch (error) {
      // Paid in the meantime, or money is reserved: the order's page shows it.
      if (!isCardpaneError(error)) throw error;
    }
  }
  return isJson(c) ? c.json<LeaveAnswer>({ status: "go", location }) : c.redirect(location, 303);
}

/** The return address is only a hint, because the shopper's browser carries it. It changes only the text of this page. */
function handleReturn(c: Context, session: Session, { id }: Order): Response {
  const hint = redirects.parse(c.req.url);
  if (hint.kind === "hint") {
    const { orderId, transactionId, isApproved: approved, code = null } = hint;
    updateOrder(session, id, ({ state }) =>
      state.status === "awaiting" &&
      state.ids.orderId === orderId &&
      state.ids.transactionId === transactionId
        ? { state: { status: "reported", approved, code, ids: state.ids } }
        : {},
    );
  }
  return c.redirect(`/orders/${id}`, 303);
}

/** Reads the submitted form, and creates the functions that answer its sender. */
async function readForm(c: Context, shop: Shop): Promise<SentForm> {
  const session = shop.sessions.read(c);
  if (isJson(c)) {
    const body: unknown = await c.req.json().catch(() => undefined);
    const fields = typeof body === "object" && body !== null ? { ...body } : {};
    applyPageLocale(c, session, fields);
    const texts = locales[localeOf(c, session)];
    return {
      fields,
      refuse: async (_order, { problems, notMade }) =>
        c.json(notMade ? failed(texts, notMade) : invalid(texts, problems ?? {}), 422),
      answer: (order) => c.json<PayAnswer>(toAnswer(texts, order, session.qa, isQaOpen(c, shop))),
    };
  }
  const fields = await c.req.parseBody();
  applyPageLocale(c, session, fields);
  const path = checkoutOf(fields) ?? "/checkout/html";
  return {
    fields,
    refuse: (order, why) => renderCheckout(c, shop, path, { order, ...why }),
    answer: ({ id, state }) => {
      const again = state.status === "declined" || state.status === "created";
      return c.redirect(again ? path : locationOf({ id, state }), 303);
    },
  };
}

/** The checkout that posted a form. */
function checkoutOf({ back }: Readonly<Record<string, unknown>>): string | undefined {
  const [path = ""] = typeof back === "string" ? back.split("?") : [];
  return isCheckout(path) ? path : undefined;
}

/** The page that ends a challenge in a dialog; the browser package generates it. */
function returnPage(c: Context, shop: Shop, orderId: string): Response {
  const lang = shop.orders.localeOf(orderId) ?? localeFor(c.req.header("Accept-Language"));
  const { reportedTitle: text, shopOn: link } = locales[lang];
  c.set("returnPagePolicy", returnPagePolicy);
  c.header("Cache-Control", "no-store");
  return c.body(returnPageHtml({ lang, text, link, href: `/orders/${orderId}` }), 200, {
    "Content-Type": "text/html; charset=utf-8",
  });
}

function isJson(c: Context): boolean {
  return c.req.header("Content-Type")?.startsWith("application/json") ?? false;
}

interface Refusal {
  readonly problems?: ContactProblems;
  readonly notMade?: "no_card";
}

interface SentForm {
  readonly fields: Readonly<Record<string, unknown>>;
  refuse(order: Order, why: Refusal): Promise<Response>;
  answer(order: Order): Response;
}

/** The page after an outcome: the bank's while the payment waits for the shopper, else the order's. */
export function locationOf({ id, state }: Pick<Order, "id" | "state">): string {
  // The order's own page shows a QR code, together with the link to the bank's page.
  return state.status === "awaiting" && state.step.qrCode === null ? state.step.url : `/orders/${id}`;
}

function toAnswer(
  texts: Texts,
  order: Order,
  { challenge, windowSize }: QaSettings,
  isQa: boolean,
): PayAnswer {
  const { state } = order;
  if (state.status === "declined") {
    const { code } = state;
    return {
      status: "declined",
      title: declineTitle(texts, code),
      text: declineText(texts, code, true),
      code:
        code === null
          ? null
          : { summary: texts.support, label: texts.code, code, meaning: explainCode(code), isOpen: isQa },
    };
  }
  if (state.status === "created" && state.problem) return failed(texts, state.problem);
  const location = locationOf(order);
  if (state.status !== "awaiting" || location !== state.step.url) return { status: "go", location };
  const dialogSize = challenge === "dialog" ? windowSize : null;
  return { status: "second_step", url: location, order: `/orders/${order.id}`, dialogSize };
}

function failed(texts: Texts, why: keyof Texts["notMade"]): PayAnswer {
  return {
    status: "failed",
    title: texts.notMadeTitle,
    text: texts.notMade[why],
    tokenIsGood: why === "not_sent",
  };
}

function invalid(texts: Texts, problems: ContactProblems): PayAnswer {
  const errors: Partial<Record<ContactField, string>> = {};
  for (const [field, problem] of Object.entries(problems)) {
    errors[field as keyof Contact] = contactProblemText(texts, field as keyof Contact, problem);
  }
  return { status: "invalid", errors };
}
