/**
 * The dialog. It is in the browser's top layer, above any element of the merchant's page, whatever its z-index. It is in a shadow
 * root with a constructed style sheet, so that the page's styles do not apply and the strictest policy allows ours.
 */

import { schemeOf } from "../page-style/page-preferences.ts";
import { createElement } from "../ui/create-element.ts";
import { deepestFocus } from "../ui/deepest-focus.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { dialogStyle } from "./dialog-styles.ts";
import type { LocalizedDialogTexts } from "./dialog-texts.ts";
import type { NextActionSettings } from "./read-input.ts";
import type { Settle } from "./settle.ts";

/** An open dialog. */
export interface Dialog {
  /** The container of the content. */
  readonly body: HTMLElement;
  /** Shows a status over the body and announces it; `""` removes it. */
  announce(text: string): void;
}

/** Opens the dialog. It closes when `ended` aborts, and settles as cancelled when the shopper or the page closes it. */
export function openDialog(
  { texts, lang }: LocalizedDialogTexts,
  { scheme, windowSize }: NextActionSettings,
  settle: Settle,
  ended: AbortSignal,
): Dialog {
  const cancel = () => settle({ status: "cancelled" });
  const focused = deepestFocus();
  // The title gets the focus, so that the Enter key that submitted the payment, if still down, does not press a button.
  const title = createElement("h2", { id: "title", textContent: texts.title, tabIndex: -1, autofocus: true });
  const close = createElement(
    "button",
    { type: "button", className: "close", ariaLabel: texts.close, onclick: cancel },
    [createElement("span", { ariaHidden: "true" }, ["✕"])],
  );
  const status = createElement("p", { role: "status" });
  const body = createElement("div", { className: "body" }, [status]);
  const dialog = createElement(
    "dialog",
    { className: `size-${windowSize}`, style: `color-scheme:${schemeOf(scheme, pageDocument.body)}` },
    // Not a <header>, which would be a second banner landmark.
    [createElement("div", { className: "head" }, [title, close]), body],
  );
  dialog.setAttribute("aria-labelledby", "title");
  // Dispatched after Escape, the back gesture of a phone, and `close()` by a script of the merchant.
  dialog.addEventListener("close", cancel);

  // The direction of the texts, which may be in another language than the page.
  dialog.dir = "auto";
  const host = createElement("div");
  if (lang) host.lang = lang;
  const root = host.attachShadow({ mode: "open" });
  if ("replaceSync" in CSSStyleSheet.prototype) {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(dialogStyle);
    root.adoptedStyleSheets = [sheet];
  } else {
    // Safari before 16.4. A policy with nonces allows the style by the nonce of a script.
    const nonce = pageDocument.querySelector<HTMLScriptElement>("script[nonce]")?.nonce ?? "";
    root.append(createElement("style", { textContent: dialogStyle, nonce }));
  }
  root.append(dialog);
  keepEvents(host, ended);
  pageDocument.body.append(host);
  dialog.showModal();
  title.focus();

  const unlock = lockScroll();
  // No event reports that a script removed the dialog, but its size becomes zero, which this observer reports.
  const presence = new ResizeObserver(() => {
    if (!host.isConnected) cancel();
  });
  presence.observe(dialog);
  ended.addEventListener("abort", () => {
    presence.disconnect();
    dialog.close();
    host.remove();
    unlock();
    if (focused) unclobbered(focused).focus({ preventScroll: true });
  });
  return {
    body,
    announce(text) {
      status.textContent = text;
    },
  };
}

/** The events by which libraries for modals tell "outside", trap the focus, and close. */
const layerEvents = [
  "pointerdown",
  "pointerup",
  "mousedown",
  "mouseup",
  "touchstart",
  "touchend",
  "click",
  "focusin",
  "focusout",
  "keydown",
  "keyup",
];

/**
 * Keeps the events of the dialog from the page: a modal of the shop would take them as outside of itself, and close, move the focus back,
 * or prevent Tab. They are stopped at the window, before any listener of the document; the browser's own actions remain. A click does not
 * reach the dialog's buttons then, so they are pressed here. A listener that the page has added to the window before comes first.
 */
function keepEvents(host: HTMLElement, signal: AbortSignal): void {
  const keep = (event: Event) => {
    const path = event.composedPath();
    if (!path.includes(host)) return;
    event.stopImmediatePropagation();
    if (event.type !== "click") return;
    const button = path.find((node) => node instanceof HTMLButtonElement);
    (button as HTMLButtonElement | undefined)?.onclick?.(event as PointerEvent);
  };
  for (const type of layerEvents) addEventListener(type, keep, { capture: true, signal });
}

/** Prevents the page behind from scrolling, and from shifting when the scroll bar disappears. Returns a function that restores it. */
function lockScroll(): () => void {
  const { documentElement: page } = pageDocument;
  const { overflow, paddingInlineEnd } = page.style;
  const barPx = innerWidth - page.clientWidth;
  page.style.overflow = "hidden";
  if (barPx > 0) page.style.paddingInlineEnd = `${barPx}px`;
  return () => {
    Object.assign(page.style, { overflow, paddingInlineEnd });
  };
}
