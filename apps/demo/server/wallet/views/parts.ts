/** What the wallet's pages and the operator's share: messages, amounts, moments, one-time marks. */
import { randomBytes } from "node:crypto";
import type { WalletTransaction } from "@cardpane/node";
import { html } from "hono/html";
import { layout } from "../../http/layout.ts";
import type { Html, Page } from "../../http/page.ts";
import { lastFourOf, paneBrand } from "../../shop/brand.ts";
import { formatAmount } from "../../shop/money.ts";
import { declineText } from "../../shop/views/decline.ts";
import { sourceWords } from "../../shop/views/source-name.ts";
import type { Refusal } from "../refusal.ts";
import type { WalletNotice } from "../shopper-wallet.ts";

/** What was filled into a form that was refused, and why. */
export interface Refused {
  /** Which form of the page it was. */
  readonly form: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly refusal: Refusal;
}

/** What a form shows again after a refusal; nothing for the other forms of the page. */
export function refusedIn(refused: Refused | undefined, form: string) {
  const mine = refused?.form === form ? refused : undefined;
  const errors = mine?.refusal.errors ?? {};
  const [first] = Object.keys(errors);
  const typed = (name: string, otherwise = "") => {
    const value = mine?.values[name];
    return typeof value === "string" ? value : otherwise;
  };
  return {
    refusal: mine?.refusal,
    isRefused: mine !== undefined,
    /** What a field shows: what was typed, otherwise what is known, and what is wrong with it. */
    field: (name: string, known = "", problem = name) => ({
      ...{ name, value: typed(name, known), problem: errors[problem], isFirstWrong: problem === first },
    }),
    /** Whether a box is ticked. */
    isTicked: (name: string, known = false) => (mine ? typed(name) === "on" : known),
    /** A refusal whose outcome is unknown is sent again under the same form token, and so cannot be done twice. */
    formToken: mine?.refusal.kind === "unknown" ? String(mine.values["formToken"] ?? "") : freshFormToken(),
  };
}

/** One-time token of a form. */
export function freshFormToken(): string {
  return randomBytes(12).toString("base64url");
}

/**
 * The reason of a refusal, as a message at the top of its form. Nothing if the fields of the form show all of it: then the first of
 * them gets the focus. Errors of other fields are shown here, for QA and the operator with the interface's message.
 *
 * @param fields names that the form has.
 */
export function refusalMessage(
  { texts, locale, isQaOpen, here }: Page,
  refusal: Refusal | undefined,
  fields: readonly string[] = [],
): Html | null {
  if (!refusal) return null;
  const { wallet } = texts;
  const { kind, errors, waitSeconds } = refusal;
  const others = Object.entries(errors).filter(([name]) => !fields.includes(name));
  if (kind === "invalid" && others.length === 0) return null;
  const words =
    kind === "throttled" ? wallet.throttled(formatSeconds(waitSeconds ?? 60, locale)) : wallet.refusals[kind];
  return html`<div class="message failed" role="alert"><p>${words}</p>${(
    isQaOpen || here.startsWith("/operator") ? others : []
  ).map(
    ([name, problem]) => html`<p class="code"><bdi lang="en" dir="ltr">${name} ${problem}</bdi></p>`,
  )}</div>`;
}

/** Writes seconds with their unit in its right form: `1 second`. */
function formatSeconds(seconds: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "long" }).format(
    seconds,
  );
}

/** The result of the last action, shown once. It takes the focus: screen readers announce no status that a page loads with. */
export function noticeMessage({ texts, locale }: Page, notice: WalletNotice | null): Html | null {
  if (!notice) return null;
  const { wallet } = texts;
  if (notice.kind === "declined") {
    return html`<div class="message declined" role="alert" tabindex="-1" autofocus><p>${wallet.declined} ${declineText(texts, notice.code, false)}</p></div>`;
  }
  if (notice.kind === "session_ended" || notice.kind === "blocked") {
    return html`<div class="message failed" role="alert" tabindex="-1" autofocus><p>${wallet.notices[notice.kind]}</p></div>`;
  }
  if (notice.kind === "topped_up" || notice.kind === "taken_back" || notice.kind === "refunded") {
    const words = {
      topped_up: wallet.toppedUp,
      taken_back: wallet.takenBack,
      refunded: texts.afterPayment.refunds.made,
    }[notice.kind];
    return html`<p class="notice" role="status" tabindex="-1" autofocus>${words(formatAmount(notice.amount, notice.currency, locale))}</p>`;
  }
  const words: Readonly<Record<typeof notice.kind, string>> = {
    ...wallet.notices,
    ...texts.afterPayment.notices,
  };
  return html`<p class="notice" role="status" tabindex="-1" autofocus>${words[notice.kind]}</p>`;
}

/** An amount with its currency, in an element of its own so that it stays whole in right-to-left text. */
export function money(amount: number | null, currency: string, locale: string): Html {
  if (amount === null) return html`<bdi class="money">–</bdi>`;
  return html`<bdi class="money">${formatAmount(amount, currency, locale)}</bdi>`;
}

/** The card of an account or a transaction, whose number the gateway masks: `Visa ending in 4242`. */
export function accountCard(texts: Page["texts"], brand: string | null | undefined, masked: string): string {
  return sourceWords(texts, { method: "card", brand: paneBrand(brand), lastFour: lastFourOf(masked) });
}

/** A moment as the wallet writes it, in UTC. */
export function moment(given: WalletTransaction["date"], locale: string): Html {
  if (!given) return html`<bdi>–</bdi>`;
  const { date } = given;
  const at = new Date(`${date.slice(0, 19).replace(" ", "T")}Z`);
  if (Number.isNaN(at.getTime())) return html`<bdi>${date}</bdi>`;
  const words = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  }).format(at);
  return html`<time datetime="${at.toISOString()}">${words} UTC</time>`;
}

/** One of the interface's values in the shopper's language; an unknown one of a newer gateway as it is. */
export function word({ texts }: Page, name: string): Html | string {
  const { words } = texts.wallet;
  return Object.hasOwn(words, name) ? words[name as keyof typeof words] : html`<bdi lang="en">${name}</bdi>`;
}

/** The wallet, or the operator's list, cannot be shown. */
export function walletFailedPage(page: Page, refusal: Refusal): Html {
  const { texts } = page;
  return layout(page, {
    title: texts.wallet.title,
    body: html`<div class="wallet"><h1>${texts.wallet.title}</h1>${refusalMessage(page, refusal)}
<p><a href="${page.here}">${texts.reload}</a></p><p><a href="/">${texts.shopOn}</a></p></div>`,
  });
}
