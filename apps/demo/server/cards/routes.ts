/** The cards that the gateway stores for the shopper: lists, disables and enables them. */
import type { SavedCard } from "@cardpane/node";
import type { Hono } from "hono";
import { html } from "hono/html";
import { attempt, type Done, message, notFound, redirectWith, refusalText, sheet } from "../http/notice.ts";
import { type Html, openPage, type Page } from "../http/page.ts";
import { localeOf } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { lastFourOf, paneBrand } from "../orders/brand.ts";
import type { Session } from "../orders/order.ts";
import { offerCard } from "../payments/payment-result.ts";
import { sourceWords } from "../shop/source-name.ts";
import { locales } from "../texts/index.ts";

export function cardRoutes(app: Hono, shop: Shop): void {
  const { client } = shop;
  const list = async ({ consumerId }: Session): Promise<Done<readonly SavedCard[]>> =>
    consumerId === null ? { ok: true, value: [] } : attempt(() => client.savedCards.list(consumerId));

  app.get("/cards", async (c) => {
    const cards = await list(shop.sessions.read(c));
    return c.html(cardsPage(openPage(c, shop), cards), cards.ok ? 200 : 502);
  });

  app.post("/cards/:id/:to{enable|disable}", async (c) => {
    const session = shop.sessions.read(c);
    const texts = locales[localeOf(c, session)];
    const { notices, changeUnknown } = texts.afterPayment;
    const { id, to } = c.req.param();
    const cards = await list(session);
    if (!cards.ok) return redirectWith(c, shop, "/cards", refusalText(texts, cards.error), true);
    // Only the shopper's own cards: the merchant's key could change any shopper's.
    const card = cards.value.find(({ paymentAccountId }) => paymentAccountId === id);
    if (!card) return notFound(c, shop);
    const isOn = to === "enable";
    const done = await attempt(() => client.savedCards[isOn ? "enable" : "disable"](id));
    // The list shows the actual state, also after a change with an unknown outcome.
    if (!done.ok) {
      const text = done.error.outcome === "unknown" ? changeUnknown : refusalText(texts, done.error);
      return redirectWith(c, shop, "/cards", text, true);
    }
    offer(session, card, isOn, cards.value);
    return redirectWith(c, shop, "/cards", isOn ? notices.card_enabled : notices.card_disabled);
  });
}

/** The checkout offers the card that was enabled; after the offered one was disabled, the newest other that is enabled. */
function offer(session: Session, card: SavedCard, isOn: boolean, all: readonly SavedCard[]): void {
  const isOffered = session.savedCard?.paymentAccountId === card.paymentAccountId;
  if (isOn ? card.method !== "card" : !isOffered) return;
  session.savedCard = null;
  const next = isOn
    ? card
    : all.findLast((one) => one !== card && one.method === "card" && one.disabled === false);
  if (next) offerCard(session, next);
}

function cardsPage(page: Page, cards: Done<readonly SavedCard[]>): Html {
  const { texts } = page;
  const words = texts.afterPayment.cards;
  const found = cards.ok ? cards.value : [];
  return sheet(
    page,
    words.title,
    html`<p class="soft">${words.text}</p>
${!cards.ok && html`${message(refusalText(texts, cards.error))}<p><a class="button" href="/cards">${texts.lookAgain}</a></p>`}
<ul class="rows">${found.map((card) => cardItem(page, card))}</ul>
${cards.ok && found.length === 0 && html`<p>${words.none}</p>`}
<p><a href="/">${texts.shopOn}</a></p>`,
  );
}

function cardItem({ texts }: Page, card: SavedCard): Html {
  const words = texts.afterPayment.cards;
  const { paymentAccountId, method, brand, number, expirationMonth, expirationYear, disabled } = card;
  const source = { method: method ?? null, brand: paneBrand(brand), lastFour: lastFourOf(number) };
  const name = sourceWords(texts, source);
  const [to, action] = disabled ? (["enable", words.enable] as const) : (["disable", words.disable] as const);
  return html`<li class="ends"><p><b><bdi>${name}</bdi></b><br>
<span class="soft">${expirationMonth && expirationYear && html`${words.expires} <bdi>${expirationMonth}/${expirationYear}</bdi>`} ${disabled && html`<span class="chip">${words.disabled}</span>`}</span></p>
<form method="post" action="/cards/${paymentAccountId}/${to}"><button class="button small" aria-label="${action}: ${name}">${action}</button></form>
</li>`;
}
