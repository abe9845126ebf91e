/** The front page: the products, with the basket beside them; the visitor's preferences. */
import type { Hono } from "hono";
import { html } from "hono/html";
import { asset } from "../http/assets.ts";
import { layout } from "../http/layout.ts";
import { noticeOf, redirectWith } from "../http/notice.ts";
import { type Html, openPage, ownPath, type Page } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import {
  box,
  findProduct,
  type Line,
  linesOf,
  maxQuantity,
  type Product,
  products,
  readQuantity,
} from "../orders/catalogue.ts";
import { contactFields, contactProblems, readContact } from "../orders/contact.ts";
import { formatMinor } from "../orders/money.ts";
import type { Session } from "../orders/order.ts";
import { isLocale, locales } from "../texts/index.ts";
import { lineOf, openPaymentNotice, total } from "./parts.ts";

export function shopRoutes(app: Hono, shop: Shop): void {
  app.get("/", (c) => c.html(frontPage(openPage(c, shop), c.req.query("ended") !== undefined)));

  app.post("/basket", async (c) => {
    const form = await c.req.parseBody();
    const product = findProduct(form["sku"]);
    const session = shop.sessions.read(c);
    const { basket } = session;
    const before = (product && basket.get(product.id)) ?? 0;
    const isAdded = form["change"] === "add";
    const quantity = isAdded ? Math.min(before + 1, maxQuantity) : readQuantity(form["quantity"]);
    if (!product || quantity === undefined) return c.text("Refused: no such product or quantity.", 400);
    if (quantity === 0) basket.delete(product.id);
    else basket.set(product.id, quantity);
    shop.sessions.keep(c, session);
    const { added, products: names } = locales[localeOf(c, session)];
    return isAdded ? redirectWith(c, shop, "/", added(names[product.id].name)) : c.redirect("/#basket", 303);
  });

  app.post("/preferences", async (c) => {
    const form = await c.req.parseBody();
    const session = shop.sessions.read(c);
    if (isLocale(form["locale"])) session.locale = form["locale"];
    keepContact(session, form);
    // Where QA is not allowed, the panel stays hidden in spite of this setting.
    if (form["qa"] === "on" || form["qa"] === "off")
      session.qa = { ...session.qa, shown: form["qa"] === "on" };
    shop.sessions.keep(c, session);
    // Back to the button, which a keyboard user presses next.
    return c.redirect(`${ownPath(form["back"])}#preferences`, 303);
  });
}

/** Keeps the typed contact of a form that opens another page: another way to pay, another language. */
export function keepContact(session: Session, form: Readonly<Record<string, unknown>>): void {
  const contact = readContact(form, session.contact);
  const problems = contactProblems(contact);
  const kept = contactFields.map((field) => [
    field,
    problems[field] === "holds_card_number" ? "" : contact[field],
  ]);
  session.contact = { ...contact, ...Object.fromEntries(kept) };
}

function frontPage(page: Page, isSessionEnded: boolean): Html {
  const { texts } = page;
  return layout(page, {
    title: texts.tagline,
    body: html`<div class="stack">${isSessionEnded && html`<div class="message" role="alert" tabindex="-1" autofocus><h2>${texts.sessionEnded.title}</h2><p>${texts.sessionEnded.text}</p></div>`}
<section class="hero">
<h1>${texts.tagline}</h1>
<p>${texts.intro}</p>
<p><a href="/gallery">${texts.toGallery}</a></p>
<p class="bar"><a href="/cards">${texts.afterPayment.cards.title}</a> <a href="/subscription">${texts.afterPayment.subscription.title}</a></p>
</section>
${noticeOf(page, html`<a href="#basket">${texts.viewBasket}</a>`)}
<div class="beside">
<section aria-labelledby="products-title">
<h2 id="products-title" class="quiet-title">${texts.productsTitle}</h2>
<ul class="products">${products.map((product) => productItem(page, product))}</ul>
${boxOffer(page)}
</section>
${basket(page)}
</div></div>`,
  });
}

function productItem({ texts, locale }: Page, { id, priceMinor }: Product): Html {
  const { name, line } = texts.products[id];
  return html`<li class="product">
<img src="${asset(`art/${id}.svg`)}" alt="" width="400" height="320">
<div class="ends"><h3>${name}</h3><p>${formatMinor(priceMinor, locale)}</p></div>
<p class="soft">${line}</p>
<form method="post" action="/basket">
<input type="hidden" name="sku" value="${id}">
<button class="button wide" name="change" value="add" aria-label="${texts.addNamed(name)}">${texts.addToBasket}</button>
</form>
</li>`;
}

function boxOffer({ texts, locale }: Page): Html {
  const { name, line } = texts.products[box.id];
  return html`<section class="card box-offer" aria-labelledby="box-title">
<img src="${asset(`art/${box.id}.svg`)}" alt="" width="120" height="96">
<div><h3 id="box-title">${name}</h3><p>${line}</p>
<p class="soft">${texts.boxTerms(formatMinor(box.firstMinor, locale), formatMinor(box.monthlyMinor, locale), box.everyDays)}</p>
<p><a class="button" href="/subscribe">${texts.toSubscribe}</a></p></div>
</section>`;
}

function basket(page: Page): Html {
  const { texts, session } = page;
  const { lines, totalMinor } = linesOf(session.basket);
  return html`<section class="card" id="basket" aria-labelledby="basket-title" tabindex="-1">
<h2 id="basket-title">${texts.basket}</h2>
${
  lines.length === 0
    ? html`<p>${texts.basketEmpty}</p>`
    : html`${openPaymentNotice(page)}<ul class="lines">${lines.map((line) => basketLine(page, line))}</ul>
${total(page, totalMinor)}
<a class="button primary wide" href="/checkout">${texts.toCheckout}</a>`
}
</section>`;
}

function basketLine(page: Page, line: Line): Html {
  const { texts, locale } = page;
  const { itemId, quantity, priceMinor } = line;
  const { name } = texts.products[itemId];
  const stepper = html`<form class="stepper" method="post" action="/basket">
<input type="hidden" name="sku" value="${itemId}">
<button class="button small" name="quantity" value="${quantity - 1}" aria-label="${texts.fewer(name)}">−</button>
<span><span class="unseen">${texts.quantity} </span>${quantity}</span>
<button class="button small" name="quantity" value="${quantity + 1}" aria-label="${texts.more(name)}" ${quantity >= maxQuantity && html`disabled`}>+</button>
</form>`;
  return lineOf(page, itemId, formatMinor(priceMinor * quantity, locale), stepper);
}
