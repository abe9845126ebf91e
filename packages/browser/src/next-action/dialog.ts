/**
 * The dialog: in the browser's top layer, so above the merchant's own, whatever their z-index; in a shadow root with a
 * constructed style sheet, so that the page's styles stay outside and the strictest policy allows ours.
 */

import { schemeOf } from "../page-style/page-preferences.ts";
import { createElement } from "../ui/create-element.ts";
import { pageDocument, unclobbered } from "../ui/unclobbered.ts";
import { dialogStyle } from "./dialog-styles.ts";
import type { NextActionSettings } from "./read-input.ts";
import type { Settle } from "./settle.ts";
import type { SpokenTexts } from "./spoken-texts.ts";

/** An open dialog. */
export interface Dialog {
  /** Where its content goes. */
  readonly body: HTMLElement;
  /** Says how far it is, or `""`: announced, and shown over the body. */
  announce(text: string): void;
}

/** Opens it; it closes itself when `ended`, and settles as cancelled when the shopper or the page closes it. */
export function openDialog(
  { texts, lang }: SpokenTexts,
  { scheme, windowSize }: NextActionSettings,
  settle: Settle,
  ended: AbortSignal,
): Dialog {
  const cancel = () => settle({ status: "cancelled" });
  const focused = deepestFocus(pageDocument);
  // The focus begins at the title: the key that paid, still down, must not press a button.
  const title = createElement("h2", { id: "title", textContent: texts.title, tabIndex: -1, autofocus: true });
  const close = createElement("button", {
    type: "button",
    className: "close",
    ariaLabel: texts.close,
    onclick: cancel,
  });
  close.append(createElement("span", { ariaHidden: "true", textContent: "✕" }));
  const status = createElement("p", { role: "status" });
  const body = createElement("div", { className: "body" }, { children: [status] });
  const dialog = createElement(
    "dialog",
    { className: `size-${windowSize}` },
    {
      style: `color-scheme:${schemeOf(scheme, pageDocument.body)}`,
      // No <header>: outside of the page's own it would be a second banner.
      children: [createElement("div", { className: "head" }, { children: [title, close] }), body],
    },
  );
  dialog.setAttribute("aria-labelledby", "title");
  // Escape, the back gesture of a phone, a merchant's script.
  dialog.addEventListener("close", cancel);

  // The texts decide, not the page: they may be in another language.
  dialog.dir = "auto";
  const host = createElement("div");
  if (lang) host.lang = lang;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(dialogStyle);
  const root = host.attachShadow({ mode: "open" });
  root.adoptedStyleSheets = [sheet];
  root.append(dialog);
  pageDocument.body.append(host);
  dialog.showModal();
  title.focus();

  const unlock = lockScroll();
  // No event reports that a script took it out of the page; its size becomes zero then.
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

/** The page behind must not move, neither by scrolling nor by the scroll bar's going. */
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

/** What has the focus, inside open shadow roots too. */
function deepestFocus({ activeElement }: DocumentOrShadowRoot): HTMLElement | null {
  const inner = activeElement?.shadowRoot ? deepestFocus(activeElement.shadowRoot) : null;
  return inner ?? (activeElement as HTMLElement | null);
}
