/**
 * What the QA panel's script requests again and again, as a page: the sandbox's time and state, and its notifications with the
 * shop's answers.
 */
import { html } from "hono/html";
import type { Html } from "../http/page.ts";
import type { Shop } from "../http/shop.ts";
import type { Session } from "../orders/order.ts";
import type { Delivery } from "../sandbox/admin.ts";

/**
 * Renders the news of a shopper.
 *
 * @throws Error when the sandbox's response is an error.
 */
export async function renderNews(session: Session, { sandbox, now }: Shop): Promise<Html> {
  const [deliveries, time, gateway] = sandbox
    ? await Promise.all([sandbox.notifications(), sandbox.time(), sandbox.gateway()])
    : [[]];
  return html`<!doctype html><title>News</title>
<span id="qa-clock">${time && clock(time, now())}</span><span id="qa-gateway">${gateway && `Now: ${gateway}`}</span>
<ol id="qa-notification-list">${deliveries.filter((one) => isDeliveredTo(session, one)).map(deliveryItem)}</ol>`;
}

function clock(time: string, now: number): string {
  const hours = Math.round((Date.parse(time) - now) / 3_600_000);
  const ahead = hours < 24 ? `+${hours} h` : `+${Math.floor(hours / 24)} d`;
  return `Sandbox: ${time.slice(0, 16).replace("T", " ")} UTC${hours > 0 ? ` (${ahead})` : ""}`;
}

/** Whether a notification is about the shopper's order or refill, or about the wallet that is logged in. */
export function isDeliveredTo(
  { orders, shopperId, wallet: { login } }: Session,
  { body }: Delivery,
): boolean {
  const reference = referenceOf(body);
  if (orders.has(reference) || reference.startsWith(`${shopperId}.`)) return true;
  return login !== null && body.userId === login.userId;
}

/** The shop's reference in a notification: `merchantOrderID` of a wallet's, `metadata.udf1` of a payment's. */
function referenceOf({ metadata, merchantOrderID }: Delivery["body"]): string {
  const reference = typeof merchantOrderID === "string" ? merchantOrderID : metadata?.udf1;
  return typeof reference === "string" ? reference : "";
}

/** `success, 18.5 EUR, delivered`, the order, each attempt, and a button that sends it again. */
function deliveryItem({ id, status: delivered, attempts, body }: Delivery): Html {
  // A wallet's transaction has its facts at the top level, its amount as `price`, and a kind.
  const { status, code, currency } = body.payment ?? body;
  const amount = body.payment?.amount ?? body.price;
  const kind = body.payment ? body.payment.mode : (body.notice ?? body.subtype);
  const sum = typeof amount === "number" && `${amount} ${currency}`;
  const facts = [kind, status, code !== "0" && code, sum, delivered];
  const lines = attempts.map(
    ({ number, status: http, error }) => `${number}. ${error ?? `answered ${http}`}`,
  );
  // Date and time: the sandbox's clock may be far ahead. The id lets the script keep the details open.
  const at = (attempts.at(-1)?.at ?? "").slice(5, 19).replace("T", " ");
  return html`<li id="delivery-${id}"><details><summary><small>${at} UTC</small> <b>${facts.filter(Boolean).join(", ")}</b></summary>
<pre>${[...lines, `order ${referenceOf(body)}`, `delivery ${id}`].join("\n")}</pre><button type="button" data-post="/qa/notifications/${id}/replay">Resend</button></details></li>`;
}
