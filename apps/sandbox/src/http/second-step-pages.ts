/**
 * The pages of the second step, simulated by the sandbox without any script: the issuer's challenge, and one page that
 * represents every bank, voucher, wallet and QR code.
 */
import { currencyDecimals, declineCodes, isPaymentCode } from "@cardpane/gateway";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import { isPageId } from "../db/ids.ts";
import type { Db } from "../db/open.ts";
import { type PaymentRecord, readRecord } from "../db/payments.ts";
import { matching } from "../db/rows.ts";
import { payments } from "../db/schema.ts";
import { toWire } from "../money.ts";
import type { DomainSettings } from "../operation-context.ts";
import { finishSecondStep, returnUrl, type SecondStepAnswer } from "../payments/second-step.ts";
import { challengeAnswers, redirectCodes } from "../payments/state.ts";
import type { Runtime } from "../runtime.ts";
import { limitBody, readText } from "./body.ts";
import { amountLine, type Markup, pageHeaders } from "./page.ts";
import { type PageTexts, textsFor } from "./page-texts.ts";
import { challengePage, defaultFailCode, notePage, payPage } from "./second-step-views.ts";

/** The maximum size of a page's form submission, in bytes. */
export const maxAnswerBytes = 1024;

/** The only code that a challenge refuses (*assumption*); any other six digits are right. */
const wrongChallengeCode = "000000";

export interface PageDeps {
  readonly db: Db;
  readonly runtime: Runtime;
  readonly settings: Pick<DomainSettings, "publicUrl" | "compatibility">;
}

type Unread = "unreadable" | "bad-code";
type Read = SecondStepAnswer | Unread;
type ChallengeStep = Extract<SecondStepAnswer, { step: "challenge" }>;

/** The routes of both pages: the page, and the submission of its form. */
export function secondStepRoutes(deps: PageDeps) {
  const routes = new Hono();
  const kinds = [
    { route: "/3ds/:id", step: "challenge", read: readChallenge },
    { route: "/pay/:id", step: "redirect", read: readRedirect },
  ] as const;

  for (const { route, step, read } of kinds) {
    const show = async (c: Context, id: string, isCodeMissing = false) => {
      const texts = textsFor(c);
      const which = matching(payments, { secondStep: step, challengeId: id });
      const record = isPageId(id) ? await readRecord(deps.db, which) : undefined;
      if (!record) return note(c, "missing");
      const { payment } = record;
      // The shopper came back from the shop with the back button: the payment is settled already.
      if (payment.status !== "pending") return c.redirect(returnUrl(payment, deps.settings), 303);
      const summary = summaryOf(record, texts);
      const view =
        step === "challenge"
          ? challengePage(texts, summary, isCodeMissing ? texts.codeMissing : undefined)
          : payPage(texts, summary, payment);
      return answer(c, view, isCodeMissing ? 400 : 200);
    };

    routes.get(route, (c) => show(c, c.req.param("id") ?? ""));
    routes.post(route, limitBody(maxAnswerBytes), async (c) => {
      const id = c.req.param("id") ?? "";
      const given: Read = read(new URLSearchParams(await readText(c.req.raw)));
      if (given === "unreadable") return note(c, "noAnswer");
      if (given === "bad-code") return show(c, id, true);
      const next = isPageId(id)
        ? await deps.runtime.write((context) => finishSecondStep(context, id, given))
        : undefined;
      return next === undefined ? note(c, "missing") : c.redirect(next, 303);
    });
  }
  return routes;
}

/** `code` is the shopper's answer: right or wrong depending on its digits. The other answers are for QA. */
export function readChallenge(form: URLSearchParams): ChallengeStep | Unread {
  const given = form.get("answer");
  if (given === "code") {
    const code = (form.get("code") ?? "").trim();
    if (!/^\d{6}$/.test(code)) return "bad-code";
    return { step: "challenge", answer: code === wrongChallengeCode ? "fail" : "approve" };
  }
  const known = challengeAnswers.find((answerName) => answerName === given);
  return known ? { step: "challenge", answer: known } : "unreadable";
}

function readRedirect(form: URLSearchParams): Read {
  const given = form.get("answer") ?? "";
  const code = form.get("code") ?? defaultFailCode;
  if (given === "failed")
    return Object.hasOwn(declineCodes, code) && isPaymentCode(code)
      ? { step: "redirect", code }
      : "unreadable";
  return isRedirectAnswer(given) ? { step: "redirect", code: redirectCodes[given] } : "unreadable";
}

function isRedirectAnswer(text: string): text is keyof typeof redirectCodes {
  return Object.hasOwn(redirectCodes, text);
}

function summaryOf({ payment, account }: PaymentRecord, texts: PageTexts): Markup {
  const { product, requestedMinor, currency, redirectUrl, orderId, source } = payment;
  return amountLine(formatAmount(requestedMinor, currency, texts.lang), [
    [texts.merchant, product.domainName ?? product.siteId ?? new URL(redirectUrl).hostname],
    [texts.product, product.title],
    [texts.card, account && html`<span>•••• ${account.maskedNumber.slice(-4)}</span>`],
    [texts.bank, source?.bankName],
    [texts.order, String(orderId)],
  ]);
}

/** An amount with its currency's code, in the format of a language and in Latin digits. */
export function formatAmount(amountMinor: number, currency: string, lang: string): string {
  const decimals = currencyDecimals(currency) ?? 2;
  return new Intl.NumberFormat(lang, {
    numberingSystem: "latn",
    style: "currency",
    currency,
    currencyDisplay: "code",
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  }).format(toWire({ amountMinor, currency }));
}

/** Answers with a page. */
export async function answer(c: Context, markup: Markup, status: ContentfulStatusCode): Promise<Response> {
  return c.body(await markup, status, pageHeaders);
}

/** Answers that there is no such page, or that its form was submitted without an answer. */
export function note(c: Context, which: Parameters<typeof notePage>[1]): Promise<Response> {
  return answer(c, notePage(textsFor(c), which), which === "missing" ? 404 : 400);
}
