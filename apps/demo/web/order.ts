/**
 * Updates the order's page while it is visible: it shows new states of the order without a reload, and keeps the focus. One
 * request per second is enough for one order, and works through every proxy. The shop answers as soon as a payment under way ends.
 */
import { showQrCode } from "./qr-code.ts";
import { readPage } from "./read-page.ts";

const pollMs = 1_000;
const basketLink = ".basket-link";

const shown = document.querySelector<HTMLElement>("#order");
if (shown) {
  void showQrCode(shown);
  setTimeout(() => void poll(shown), pollMs);
}

async function poll(order: HTMLElement): Promise<void> {
  let current: HTMLElement | undefined = order;
  const askedAt = performance.now();
  if (!document.hidden) {
    try {
      const response = await fetch(`${order.dataset["order"]}/version`);
      const { version } = (await response.json()) as { readonly version: string };
      if (response.ok && version !== order.dataset["version"]) current = await refresh(order);
    } catch {
      // The shop is restarting; the next round tries again.
    }
  }
  const next = current;
  if (next) setTimeout(() => void poll(next), Math.max(0, pollMs - (performance.now() - askedAt)));
}

/**
 * Replaces the shown order by its current version, and announces it.
 *
 * @returns the shown order; `undefined` if the browser is loading another page
 */
async function refresh(order: HTMLElement): Promise<HTMLElement | undefined> {
  const answer = await readPage(order.dataset["order"] ?? "");
  const page = answer?.page;
  const next = page?.querySelector<HTMLElement>("#order");
  if (!page) return order;
  // The order was declined: the server redirected to the checkout, where it is tried again.
  if (!next) {
    location.replace(order.dataset["order"] ?? "");
    return undefined;
  }
  const fresh = document.importNode(next, true);
  // The script that draws a code is loaded with the page.
  if (fresh.querySelector("[data-qr-code]")) {
    location.reload();
    return undefined;
  }
  const focused = document.activeElement;
  const hadFocus = order.contains(focused);
  const open = [...order.querySelectorAll("details[open] > summary")].map(({ textContent }) => textContent);
  for (const summary of fresh.querySelectorAll("details > summary")) {
    if (open.includes(summary.textContent)) summary.parentElement?.setAttribute("open", "");
  }
  // The server shows a notice once, and the shopper may not have read it yet.
  const notice = order.querySelector(":scope > [autofocus]");
  if (notice) fresh.querySelector("h1")?.after(notice);
  order.replaceWith(fresh);
  document.title = page.title;
  // The paid goods are no longer in the basket.
  document.querySelector(basketLink)?.replaceChildren(...(page.querySelector(basketLink)?.childNodes ?? []));
  const news = document.querySelector("#order-news");
  if (news) news.textContent = fresh.querySelector("h1")?.textContent ?? "";
  if (hadFocus) (sameIn(fresh, focused) ?? fresh).focus();
  return fresh;
}

/** The element that had the focus, if it was moved here, or the button, link or summary with its text. */
function sameIn(fresh: HTMLElement, focused: Element | null): HTMLElement | undefined {
  if (focused instanceof HTMLElement && fresh.contains(focused)) return focused;
  const controls = [...fresh.querySelectorAll<HTMLElement>("button, a, summary")];
  return controls.find(
    ({ localName, textContent }) => localName === focused?.localName && textContent === focused.textContent,
  );
}
