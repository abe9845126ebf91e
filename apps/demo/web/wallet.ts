/**
 * The wallet's script. Every form works without it: the script adds the browser data for 3D Secure, prevents double submits of
 * forms that renew the session, and copies the authenticator's secret.
 */
import type { DeviceData } from "@cardpane/browser";
import { showQrCode } from "./qr-code.ts";

const form = document.querySelector<HTMLFormElement>("form[data-device]");
const field = form?.elements.namedItem("device");
if (field instanceof HTMLInputElement) field.value = JSON.stringify(readBrowser());
for (const once of document.querySelectorAll<HTMLFormElement>("form[data-once]")) sendOnce(once);
const copy = document.querySelector<HTMLButtonElement>("button[data-copies]");
if (copy) offerCopy(copy);
void showQrCode(document.body);

/** The browser fields of section 2.5 of the interface. The pane sends them with tokens; a refill's card is typed elsewhere. */
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

/** The time that the shop has to answer: twice the time that its server waits for the gateway. */
const maxAnswerMs = 60_000;

/**
 * The response sets a new cookie and ends the old session. A second click would cancel the first response and send the old
 * cookie, so it is ignored until the next page has loaded, or the shopper has stopped the first navigation.
 */
function sendOnce(once: HTMLFormElement): void {
  let sent: HTMLElement | null | undefined;
  let timer = 0;
  const allow = () => {
    clearTimeout(timer);
    sent?.removeAttribute("aria-disabled");
    sent = undefined;
  };
  once.addEventListener("submit", (event) => {
    if (sent !== undefined) return event.preventDefault();
    sent = event.submitter;
    // Not `disabled`, which would drop the focus and remove the button's own address from the form.
    sent?.setAttribute("aria-disabled", "true");
    timer = window.setTimeout(allow, maxAnswerMs);
  });
  // The shopper may return with the browser's back button.
  addEventListener("pagehide", allow);
  // Some browsers report a stopped navigation; in others, the timer ends the wait.
  if ("navigation" in window) navigation.addEventListener("navigateerror", allow);
}

function offerCopy(button: HTMLButtonElement): void {
  const source = document.querySelector<HTMLTextAreaElement>(`#${button.dataset["copies"]}`);
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
