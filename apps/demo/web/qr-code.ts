/** The order's QR code: drawn by the pane's script, which the page loads only with a code to draw; its text is in the page. */
import type { renderQr } from "@cardpane/browser";

const selector = "[data-qr-code]";

/** Draws the code of an order and lets its button copy the text; does nothing where there is none. */
export async function showQrCode(order: HTMLElement): Promise<void> {
  const section = order.querySelector<HTMLElement>(selector);
  const picture = section?.querySelector<HTMLElement>("[data-label]");
  const text = section?.dataset["qrCode"];
  if (!section || !picture || text === undefined) return;
  offerCopy(section, text);
  const { Cardpane } = window as { readonly Cardpane?: { readonly renderQr: typeof renderQr } };
  // Where the pane's host is down the text is there.
  picture.hidden = !(await Cardpane?.renderQr(text, picture, picture.dataset["label"]));
}

/** Takes the code that is drawn over into the order as it is now, where it is the same one. */
export function keepQrCode(before: HTMLElement, now: HTMLElement): boolean {
  const drawn = before.querySelector<HTMLElement>(selector);
  const fresh = now.querySelector<HTMLElement>(selector);
  if (!drawn || drawn.dataset["qrCode"] !== fresh?.dataset["qrCode"]) return false;
  fresh?.replaceWith(drawn);
  return true;
}

/** Whether there is a code to draw, and the script that draws is not here: the order got it while it was looked at. */
export function needsScript(order: HTMLElement): boolean {
  return order.querySelector(selector) !== null && !("Cardpane" in window);
}

function offerCopy(section: HTMLElement, text: string): void {
  const button = section.querySelector<HTMLButtonElement>("button[data-copied]");
  const area = section.querySelector("textarea");
  if (!button || !area) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(text);
      button.textContent = button.dataset["copied"] ?? "";
    } catch {
      // No permission: the shopper copies it by hand. It takes the focus, so not before.
      area.select();
    }
  });
}
