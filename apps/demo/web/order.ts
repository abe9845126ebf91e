/**
 * The order's page while it is looked at: when the server knows something new, the page shows it, with no reload and no
 * lost focus. Asking once a second is enough for one order, and works through every proxy.
 */
import { keepQrCode, needsScript, showQrCode } from "./qr-code.ts";
import { readPage } from "./read-page.ts";

const pollMs = 1_000;

const shown = document.querySelector<HTMLElement>("#order");
if (shown) {
  void showQrCode(shown);
  setTimeout(() => void poll(shown), pollMs);
}

async function poll(order: HTMLElement): Promise<void> {
  let current = order;
  if (!document.hidden) {
    try {
      const { version } = await readVersion(order.dataset["order"] ?? "");
      if (version !== null && version !== order.dataset["version"]) current = (await refresh(order)) ?? order;
    } catch {
      // The shop is restarting; the next round asks again.
    }
  }
  setTimeout(() => void poll(current), pollMs);
}

async function readVersion(address: string): Promise<{ readonly version: string | null }> {
  const response = await fetch(`${address}/version`);
  return response.ok ? ((await response.json()) as { version: string }) : { version: null };
}

/** Puts the order as it is now in place of the one that is shown, and tells it to who cannot see it. */
async function refresh(order: HTMLElement): Promise<HTMLElement | undefined> {
  const page = await readPage(order.dataset["order"] ?? "");
  const next = page?.querySelector<HTMLElement>("#order");
  if (!page) return undefined;
  // It was declined, and is tried again at the checkout.
  if (!next) {
    location.replace(order.dataset["order"] ?? "");
    return undefined;
  }
  const fresh = document.importNode(next, true);
  if (needsScript(fresh)) location.reload();
  const hadFocus = order.contains(document.activeElement);
  const isDrawn = keepQrCode(order, fresh);
  order.replaceWith(fresh);
  if (!isDrawn) void showQrCode(fresh);
  document.title = page.title;
  const news = document.querySelector("#order-news");
  if (news) news.textContent = fresh.querySelector("h1")?.textContent ?? "";
  if (hadFocus) fresh.focus();
  return fresh;
}
