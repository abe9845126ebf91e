/**
 * The wallet's script: draws and copies the authenticator's secret, adds the device data for 3D Secure, and prevents double submits.
 * Every form works without it.
 */
import type { DeviceData } from "@cardpane/browser";
import { showQrCode } from "./qr-code.ts";

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

/** The time after which a form whose page does not come can be sent again. */
const maxAnswerMs = 10_000;

/**
 * The answer to a login sets a new cookie and ends the old session. A second click would cancel it and send the old cookie, so it
 * is ignored until the next page has loaded.
 */
function sendOnce(form: HTMLFormElement): void {
  let isSent = false;
  const allow = () => {
    isSent = false;
  };
  form.addEventListener("submit", (event) => {
    if (isSent) return event.preventDefault();
    isSent = true;
    setTimeout(allow, maxAnswerMs);
  });
  // The shopper may return with the browser's back button.
  addEventListener("pagehide", allow);
}
