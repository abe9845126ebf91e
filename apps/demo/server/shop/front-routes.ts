/** The front page, the basket, and the visitor's preferences. */
import type { Hono } from "hono";
import { openPage, ownPath } from "../http/page.ts";
import type { Session } from "../http/session.ts";
import { applyPreferences } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { findProduct, maxQuantity, readQuantity } from "./catalogue.ts";
import { contactFields, contactProblems, readContact } from "./contact.ts";
import { frontPage } from "./views/front.ts";

export function shopRoutes(app: Hono, shop: Shop): void {
  app.get("/", (c) => {
    const page = openPage(c, shop);
    const answer = c.html(frontPage(page, { isSessionEnded: c.req.query("ended") !== undefined }));
    page.session.justAdded = null;
    return answer;
  });

  app.post("/basket", async (c) => {
    const form = await c.req.parseBody();
    const product = findProduct(form["sku"]);
    const session = shop.sessions.read(c);
    const before = (product && session.basket.get(product.id)) ?? 0;
    const quantity =
      form["change"] === "add" ? Math.min(before + 1, maxQuantity) : readQuantity(form["quantity"]);
    if (!product || quantity === undefined) return c.text("Refused: no such product or quantity.", 400);
    const basket = new Map(session.basket);
    if (quantity === 0) basket.delete(product.id);
    else basket.set(product.id, quantity);
    session.basket = basket;
    session.justAdded = form["change"] === "add" ? product.id : null;
    shop.sessions.keep(c, session);
    return c.redirect(form["change"] === "add" ? "/" : "/#basket", 303);
  });

  app.post("/preferences", async (c) => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    applyPreferences(session, form);
    keepContact(session, form);
    if (form["qa"] === "on" || form["qa"] === "off") {
      // Where QA is not allowed, the panel stays hidden in spite of this setting.
      session.qa = { ...session.qa, shown: form["qa"] === "on" };
    }
    shop.sessions.keep(c, session);
    // Back to the button, which a keyboard user presses next.
    return c.redirect(`${ownPath(form["back"])}#preferences`, 303);
  });
}

/** Keeps the typed contact of a form that opens another page: another way to pay, another language. */
export function keepContact(session: Session, form: Readonly<Record<string, unknown>>): void {
  if (!contactFields.some((field) => typeof form[field] === "string")) return;
  const contact = readContact(form);
  const problems = contactProblems(contact);
  const kept = contactFields.map((field) => [
    field,
    problems[field] === "holds_card_number" ? "" : contact[field],
  ]);
  session.contact = { ...contact, ...Object.fromEntries(kept) };
}
