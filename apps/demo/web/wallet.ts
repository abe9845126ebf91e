/**
 * The wallet's script, which only adds: every form works without it. It takes down what 3D Secure asks of the browser, and
 * copies the authenticator's secret.
 */
import type { DeviceData } from "@cardpane/browser";

const form = document.querySelector<HTMLFormElement>("form[data-device]");
const field = form?.elements.namedItem("device");
if (field instanceof HTMLInputElement) field.value = JSON.stringify(readBrowser());
const copy = document.querySelector<HTMLButtonElement>("button[data-copies]");
if (copy) offerCopy(copy);

/** Section 2.5 of the interface. The pane tells the same with each token; a refill's card is typed on another page. */
function readBrowser(): DeviceData {
  return {
    browserJavaEnabled: false,
    browserLanguage: navigator.language,
    browserColorDepth: screen.colorDepth,
    browserScreenHeight: screen.height,
    browserScreenWidth: screen.width,
    browserTimezone: String(new Date().getTimezoneOffset()),
  };
}

function offerCopy(button: HTMLButtonElement): void {
  const source = document.querySelector<HTMLInputElement>(`#${button.dataset["copies"]}`);
  if (!source) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    try {
      await navigator.clipboard.writeText(source.value);
      button.textContent = button.dataset["copied"] ?? "";
    } catch {
      // No permission: the shopper copies it by hand.
      source.select();
    }
  });
}
