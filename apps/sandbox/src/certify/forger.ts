/** What a forger sends: a success that the gateway never reported, and requests with another price. */
import { Broken, type Play } from "./play.ts";

/** A success for the pending payment, in the form of the gateway's own notifications, and the payment's true address. */
export async function forged(play: Play) {
  const { ipnUrl: url, orderId, transactionId } = await play.pending();
  const sent = await play.deps.gateway.lastSuccess();
  if (!sent) throw new Broken("No notification was sent before: play the scenario paid, too.");
  return { url, body: { ...sent, payment: { ...sent.payment, orderId, transactionId } } };
}

/** The address without its query, and with each parameter changed: a forger knows its form, and no secret of it. */
export function tampered(url: string): readonly string[] {
  const bare = new URL(url);
  bare.search = "";
  const changed = [...new URL(url).searchParams].map(([name, value]) => {
    const other = new URL(url);
    other.searchParams.set(name, changeLast(value));
    return other.href;
  });
  return [bare.href, ...changed];
}

function changeLast(text: string): string {
  return text.slice(0, -1) + (text.endsWith("A") ? "B" : "A");
}

const less = { amount: 0.01, amountMinor: 1, total: 0.01, price: 0.01 };

/** A request's body in which every price, and every field that could be one, is the smallest. */
export function cheaper(
  body: string,
  type = "",
  price?: { readonly amountMinor: number; readonly currency: string },
): string {
  const minor = price?.amountMinor ?? 0;
  const texts = new Set([String(minor), (minor / 100).toFixed(2), String(minor / 100)]);
  const change = (_: string, value: unknown) =>
    texts.has(String(value)) ? (typeof value === "number" ? (value === minor ? 1 : 0.01) : "0.01") : value;
  if (/urlencoded/.test(type)) {
    const form = new URLSearchParams(body);
    for (const [name, value] of [...form])
      if (texts.has(value)) form.set(name, value === String(minor) ? "1" : "0.01");
    for (const [name, value] of Object.entries(less)) if (!form.has(name)) form.set(name, String(value));
    return form.toString();
  }
  try {
    const json: unknown = JSON.parse(body, change);
    if (typeof json !== "object" || json === null || Array.isArray(json)) return body;
    return JSON.stringify({ ...less, price: [{ amountMinor: 1, currency: price?.currency }], ...json });
  } catch {
    return body;
  }
}
