/**
 * The wallet's script, which only adds: every form works without it. It collects the browser data for 3D Secure, sends
 * what changes who is logged in once, and copies the authenticator's secret.
 */
import type { DeviceData } from "@cardpane/browser";

const form = document.querySelector<HTMLFormElement>("form[data-device]");
const field = form?.elements.namedItem("device");
if (field instanceof HTMLInputElement) field.value = JSON.stringify(readBrowser());
for (const once of document.querySelectorAll<HTMLFormElement>("form[data-once]")) sendOnce(once);
const copy = document.querySelector<HTMLButtonElement>("button[data-copies]");
if (copy) offerCopy(copy);

/** Section 2.5 of the interface. The pane sends the same with each token; a refill's card is typed on another page. */
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

/** How long the shop may take to answer: twice what its server waits for the gateway. */
const maxAnswerMs = 60_000;

/**
 * The answer brings a new cookie and ends the old one. A second click would break the first one's answer off, and go with the
 * cookie that has just ended: it counts for nothing until the next page is there, or the shopper has stopped the first.
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
    // Not `disabled`, which would throw the focus away and take the button's own address out of the form.
    sent?.setAttribute("aria-disabled", "true");
    timer = window.setTimeout(allow, maxAnswerMs);
  });
  // Back from the next page by the browser's button.
  addEventListener("pagehide", allow);
  // Where the browser reports a stopped navigation; elsewhere the time ends the wait.
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
