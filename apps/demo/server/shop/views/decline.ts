/** A decline in words: what it means for the shopper, and the interface's own wording of the code. */
import { explainCode } from "@cardpane/node";
import { html } from "hono/html";
import type { Html } from "../../http/page.ts";
import { declineKind, type Texts } from "../../texts/index.ts";

/** A message for the top of the form. */
export function declineMessage(texts: Texts, code: string | null): Html {
  return html`<div class="message declined"><h3>${texts.declinedTitle}</h3>${declineWords(texts, code)}</div>`;
}

/** The same without its heading. */
export function declineWords(texts: Texts, code: string | null): Html {
  return html`<p>${declineText(texts, code)}</p>${code !== null && codeLine(texts, code)}`;
}

/** What a decline means for the shopper. */
export function declineText(texts: Texts, code: string | null): string {
  return `${texts.declines[code === null ? "bank" : declineKind(code)]} ${texts.declinedRetry}`;
}

/** `Code 5051: Insufficient funds`; the meaning is the interface's, which is written in English. */
export function codeLine(texts: Texts, code: string): Html {
  return html`<p class="code">${texts.code} <bdi>${code}</bdi>: <span lang="en" dir="ltr">${explainCode(code)}</span></p>`;
}
