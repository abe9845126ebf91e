/** A decline as text: its meaning for the shopper, and in closed details the gateway's code, for support. */
import { explainCode } from "@cardpane/node";
import { html } from "hono/html";
import type { Html, Page } from "../../http/page.ts";
import { type DeclineKind, declineKind, type Texts } from "../../texts/index.ts";

/** A message for the top of the form. The message takes the focus, because the page was loaded again. */
export function declineMessage(page: Page, code: string | null, isCard: boolean): Html {
  return html`<div class="message declined" tabindex="-1" autofocus><h3>${declineTitle(page.texts, code)}</h3>${declineWords(page, code, isCard)}</div>`;
}

/** The message's content without its heading. */
export function declineWords(page: Page, code: string | null, isCard: boolean): Html {
  return html`<p>${declineText(page.texts, code, isCard)}</p>${code !== null && codeFold(page, code)}`;
}

/** The heading of a decline: if the payment was cancelled or timed out, nobody declined it. */
export function declineTitle({ declinedTitle, unconfirmed }: Texts, code: string | null): string {
  const kind = code === null ? "bank" : declineKind(code);
  if (kind === "stopped") return unconfirmed.cancelled.title;
  return kind === "timed_out" ? unconfirmed.timed_out.title : declinedTitle;
}

/** A decline explained to the shopper. The gateway sends codes that name a card for every payment method. */
export function declineText(texts: Texts, code: string | null, isCard: boolean): string {
  const kind = code === null ? "bank" : declineKind(code);
  const { declines, accountDeclines, declinedRetry } = texts;
  const text =
    isCard || !cardKinds.includes(kind) ? declines[kind] : accountDeclines[kind === "funds" ? kind : "bank"];
  return `${text} ${declinedRetry}`;
}

/** Declines whose text names the card. */
const cardKinds: readonly DeclineKind[] = ["bank", "funds", "expired", "cvv", "number"];

/** The gateway's code in details, closed for shoppers and open for QA. */
export function codeFold(page: Page, code: string): Html {
  return supportFold(page, codeLine(page.texts, code));
}

/** Details that only support and QA need: closed for shoppers, open if the QA panel is open. */
export function supportFold({ texts, isQaOpen }: Page, content: Html): Html {
  return html`<details class="support" ${isQaOpen && html`open`}><summary>${texts.support}</summary>${content}</details>`;
}

/** `Code 5051: Insufficient funds`; the meaning comes from the interface, which is written in English. */
export function codeLine(texts: Texts, code: string): Html {
  return html`<p class="code">${texts.code} <bdi>${code}</bdi>: <span lang="en" dir="ltr">${explainCode(code)}</span></p>`;
}
