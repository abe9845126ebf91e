/** The front page: the products, with the basket beside them. */
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import {
  box,
  findProduct,
  type Line,
  linesOf,
  maxQuantity,
  type Product,
  products,
  totalMinor,
} from "../catalogue.ts";
import { formatMinor } from "../money.ts";
import { openPaymentNotice } from "./checkout.ts";

export function frontPage(page: Page, { isSessionEnded }: { readonly isSessionEnded: boolean }): Html {
  const { texts, session } = page;
  const added = findProduct(session.justAdded);
  return layout(page, {
    title: texts.tagline,
    body: html`<div class="front-page">${isSessionEnded && html`<div class="message failed" role="alert" tabindex="-1" autofocus><h2>${texts.sessionEnded.title}</h2><p>${texts.sessionEnded.text}</p></div>`}
<section class="hero">
<h1>${texts.tagline}</h1>
<p>${texts.intro}</p>
<p><a href="/gallery">${texts.toGallery}</a></p>
${session.consumerId !== null && html`<p><a href="/cards">${texts.afterPayment.cards.title}</a></p>`}
</section>
${added && html`<p class="notice" role="status" tabindex="-1" autofocus>${texts.added(texts.products[added.id].name)} <a href="#basket">${texts.viewBasket}</a></p>`}
<div class="beside">
<section aria-labelledby="products-title">
<h2 id="products-title" class="quiet-title">${texts.productsTitle}</h2>
<ul class="products">${products.map((product) => card(page, product))}</ul>
${boxOffer(page)}
</section>
${basket(page)}
</div></div>`,
  });
}

function card({ texts, assets, locale }: Page, product: Product): Html {
  const { name, line } = texts.products[product.id];
  return html`<li class="product">
<img src="${assets.href(`art/${product.id}.svg`)}" alt="" width="400" height="320">
<div class="total"><h3>${name}</h3><p>${formatMinor(product.priceMinor, locale)}</p></div>
<p class="product-line">${line}</p>
<form method="post" action="/basket">
<input type="hidden" name="sku" value="${product.id}">
<button class="button secondary" name="change" value="add" aria-label="${texts.addNamed(name)}">${texts.addToBasket}</button>
</form>
</li>`;
}

function boxOffer(page: Page): Html {
  const { texts, assets, locale } = page;
  const { name, line } = texts.products[box.id];
  return html`<section class="card box-offer" aria-labelledby="box-title">
<img src="${assets.href(`art/${box.id}.svg`)}" alt="" width="120" height="96">
<div class="box-text"><h3 id="box-title">${name}</h3><p class="product-line">${line}</p>
<p class="soft">${texts.boxTerms(formatMinor(box.firstMinor, locale), formatMinor(box.monthlyMinor, locale))}</p>
<p><a class="button secondary" href="/subscribe">${texts.toSubscribe}</a></p>${hasSubscription(page) && html`<p><a href="/subscription">${texts.afterPayment.subscription.title}</a></p>`}</div>
</section>`;
}

function hasSubscription({ session }: Page): boolean {
  return [...session.orders.values()].some(({ subscription }) => typeof subscription?.id === "string");
}

function basket(page: Page): Html {
  const { texts, session, locale } = page;
  const lines = linesOf(session.basket);
  const isEmpty = lines.length === 0;
  return html`<section class="card" id="basket" aria-labelledby="basket-title" tabindex="-1">
<h2 id="basket-title">${texts.basket}</h2>
${
  isEmpty
    ? html`<p>${texts.basketEmpty}</p><p class="soft">${texts.basketHint}</p>`
    : html`${openPaymentNotice(page)}<ul class="lines">${lines.map((line) => basketLine(page, line))}</ul>
<p class="total"><span>${texts.total}</span><strong>${formatMinor(totalMinor(lines), locale)}</strong></p>
<a class="button primary" href="/checkout">${texts.toCheckout}</a>`
}
</section>`;
}

function basketLine({ texts, assets, locale }: Page, { product, quantity }: Line): Html {
  const { name } = texts.products[product.id];
  return html`<li class="line">
<img src="${assets.href(`art/${product.id}.svg`)}" alt="" width="56" height="45">
<div class="line-text"><span>${name}</span><span class="soft">${formatMinor(product.priceMinor * quantity, locale)}</span></div>
<form class="stepper" method="post" action="/basket">
<input type="hidden" name="sku" value="${product.id}">
<button name="quantity" value="${quantity - 1}" aria-label="${texts.fewer(name)}">−</button>
<span><span class="unseen">${texts.quantity} </span>${quantity}</span>
<button name="quantity" value="${quantity + 1}" aria-label="${texts.more(name)}" ${quantity >= maxQuantity && html`disabled`}>+</button>
</form>
</li>`;
}
