/** The cards that the gateway stores for the shopper: lists, disables and enables them. */
import type { Client, SavedCard } from "@cardpane/node";
import type { Context, Hono } from "hono";
import { notFound, redirectWithNotice } from "../http/notice.ts";
import type { Session } from "../http/session.ts";
import type { Shop } from "../http/shop.ts";
import { keepCard } from "../orders/session-orders.ts";
import { lastFourOf, paneBrand } from "../shop/brand.ts";
import { answerPage } from "../wallet/customer.ts";
import { attempt, type Done, type Refusal, withoutWallet } from "../wallet/refusal.ts";
import { cardsPage } from "./views.ts";

const none: Done<readonly SavedCard[]> = { ok: true, value: [] };

export function cardRoutes(app: Hono, shop: Shop, client: Client): void {
  app.get("/cards", (c) => show(c));

  app.post("/cards/:id/:to{enable|disable}", async (c) => {
    const session = shop.sessions.read(c);
    const { id, to } = c.req.param();
    const cards = await list(session);
    if (!cards.ok) return show(c, cards.refusal);
    // Only the shopper's own cards: the merchant's key could change any shopper's.
    const card = cards.value.find(({ paymentAccountId }) => paymentAccountId === id);
    if (!card) return notFound(c, shop);
    const isOn = to === "enable";
    const done = await attempt(() => client.savedCards[isOn ? "enable" : "disable"](id));
    if (!done.ok) return show(c, done.refusal);
    offer(session, card, isOn);
    return redirectWithNotice(c, shop, "/cards", { kind: isOn ? "card_enabled" : "card_disabled" });
  });

  /** After a refusal, the list is requested again: it shows the actual state after a change with an unknown outcome. */
  async function show(c: Context, refusal?: Refusal): Promise<Response> {
    const cards = await list(shop.sessions.read(c));
    const why = refusal ?? (cards.ok ? undefined : cards.refusal);
    return answerPage(c, shop, why !== undefined, (page) =>
      cardsPage({ ...page, here: "/cards" }, cards.ok ? cards.value : [], why && withoutWallet(why)),
    );
  }

  async function list({ consumerId }: Session): Promise<Done<readonly SavedCard[]>> {
    return consumerId === null ? none : attempt(() => client.savedCards.list(consumerId));
  }
}

/** Updates the saved cards that the checkout offers: only enabled ones. */
function offer(
  session: Session,
  { paymentAccountId, brand, number, method }: SavedCard,
  isOn: boolean,
): void {
  session.savedCards = session.savedCards.filter((card) => card.paymentAccountId !== paymentAccountId);
  if (!isOn || method !== "card" || session.consumerId === null) return;
  const { consumerId } = session;
  keepCard(session, { paymentAccountId, consumerId, brand: paneBrand(brand), lastFour: lastFourOf(number) });
}
