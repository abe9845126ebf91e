/**
 * The wallet's script: draws and copies the authenticator's secret, adds the device data for 3D Secure, and prevents double submits.
 * Every form works without it.
 */
import type { DeviceData } from "@cardpane/browser";
import { showQrCode } from "./qr-code.ts";
import { maxAnswerMs } from "./read-page.ts";

void showQrCode(document.body);
const device = document.querySelector<HTMLInputElement>("input[name=device]");
if (device) device.value = JSON.stringify(readDevice());
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-once]")) sendOnce(form);

/** The device data for 3D Secure. The pane sends it with its tokens; a refill's card is typed on the gateway's page. */
function readDevice(): DeviceData {
  return {
    browserJavaEnabled: false,
    browserLanguage: navigator.language,
    browserColorDepth: screen.colorDepth,
    browserScreenHeight: screen.height,
    browserScreenWidth: screen.width,
    browserTimezone: String(new Date().getTimezoneOffset()),
  };
}

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
