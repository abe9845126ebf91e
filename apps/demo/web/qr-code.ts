/** The order's QR code. The pane's script draws it, and is loaded only if there is a code. The code's text is in the page. */
import type { renderQr } from "@cardpane/browser";

/** Draws an order's QR code and enables the button that copies its text; does nothing without a code. */
export async function showQrCode(order: HTMLElement): Promise<void> {
  const section = order.querySelector<HTMLElement>("[data-qr-code]");
  const picture = section?.querySelector<HTMLElement>("[data-label]");
  const text = section?.dataset["qrCode"];
  if (!section || !picture || text === undefined) return;
  offerCopy(section);
  await customElements.whenDefined("card-pane");
  const { Cardpane } = window as { readonly Cardpane?: { readonly renderQr: typeof renderQr } };
  // While the pane's host is down, only the text is shown.
  picture.hidden = !(await Cardpane?.renderQr(text, picture, picture.dataset["label"]));
}

function offerCopy(section: HTMLElement): void {
  const button = section.querySelector<HTMLButtonElement>("button[data-copied]");
  const area = section.querySelector("textarea");
  if (!button || !area) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(area.value);
      button.textContent = button.dataset["copied"] ?? "";
    } catch {
      // No permission: the shopper copies the text by hand. Only now, because `select()` takes the focus.
      area.select();
    }
  });
}
