/** Shared by the pages of the wallet, the cards, a subscription and the operator: messages, amounts, dates, one-time tokens. */
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

/** The values of a refused form, and the refusal. */
export interface Refused {
  /** The id of the form on its page. */
  readonly form: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly refusal: Refusal;
}

/** The values and errors of a form after a refusal; empty for the other forms of the page. */
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
    /** The submitted value of a field, else the known one, and the field's error. */
    field: (name: string, known = "", problem = name) => ({
      ...{ name, value: typed(name, known), problem: errors[problem], isFirstWrong: problem === first },
    }),
    /** Whether a checkbox is checked. */
    isTicked: (name: string, known = false) => (mine ? typed(name) === "on" : known),
    /** After an unknown outcome the form keeps its token, so that a second submit cannot be processed twice. */
    formToken: mine?.refusal.kind === "unknown" ? String(mine.values["formToken"] ?? "") : freshFormToken(),
  };
}

/** Creates the one-time token of a form. */
export function freshFormToken(): string {
  return randomBytes(12).toString("base64url");
}

/**
 * The reason of a refusal, as a message at the top of its form. `null` if the fields of the form show all errors: the first of
 * them then takes the focus. Errors of other fields are shown here, for QA and the operator with the interface's message.
 *
 * @param fields the names of the form's fields.
 */
export function refusalMessage(
  { texts, locale, isQaOpen }: Page,
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
  return html`<div class="message failed" role="alert"><p>${words}</p>${(isQaOpen ? others : []).map(
    ([name, problem]) => html`<p class="code"><bdi lang="en" dir="ltr">${name} ${problem}</bdi></p>`,
  )}</div>`;
}

/** Formats seconds with the plural form of the unit: `1 second`. */
function formatSeconds(seconds: number, locale: string): string {
  return new Intl.NumberFormat(locale, { style: "unit", unit: "second", unitDisplay: "long" }).format(
    seconds,
  );
}

/** The result of the last action, shown once. It takes the focus: screen readers do not announce a status of a loading page. */
export function noticeMessage({ texts, locale }: Page, notice: WalletNotice | null): Html | null {
  if (!notice) return null;
  const { wallet } = texts;
  if (notice.kind === "declined") {
    return html`<div class="message declined" role="alert" tabindex="-1" autofocus><p>${wallet.declined} ${declineText(texts, notice.code, false)}</p></div>`;
  }
  if (notice.kind === "session_ended" || notice.kind === "blocked") {
    return html`<div class="message failed" role="alert" tabindex="-1" autofocus><p>${wallet.notices[notice.kind]}</p></div>`;
  }
  if (notice.kind === "topped_up" || notice.kind === "taken_back") {
    const words = notice.kind === "topped_up" ? wallet.toppedUp : wallet.takenBack;
    return html`<p class="notice" role="status" tabindex="-1" autofocus>${words(formatAmount(notice.amount, notice.currency, locale))}</p>`;
  }
  const words: Readonly<Record<typeof notice.kind, string>> = {
    ...wallet.notices,
    ...texts.afterPayment.notices,
  };
  return html`<p class="notice" role="status" tabindex="-1" autofocus>${words[notice.kind]}</p>`;
}

/** An amount with its currency, in a `<bdi>` so that it is not reordered in right-to-left text. */
export function money(amount: number | null, currency: string, locale: string): Html {
  if (amount === null) return html`<bdi class="money">–</bdi>`;
  return html`<bdi class="money">${formatAmount(amount, currency, locale)}</bdi>`;
}

/** The card of an account or a transaction, whose number the gateway masks: `Visa ending in 4242`. */
export function accountCard(texts: Page["texts"], brand: string | null | undefined, masked: string): string {
  return sourceWords(texts, { method: "card", brand: paneBrand(brand), lastFour: lastFourOf(masked) });
}

/** A date and time of the wallet, in UTC. */
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

/** The page for a wallet that cannot be shown. */
export function walletFailedPage(page: Page, refusal: Refusal): Html {
  const { texts } = page;
  return layout(page, {
    title: texts.wallet.title,
    body: html`<div class="wallet"><h1>${texts.wallet.title}</h1>${refusalMessage(page, refusal)}
<p><a href="${page.here}">${texts.reload}</a></p><p><a href="/">${texts.shopOn}</a></p></div>`,
  });
}
