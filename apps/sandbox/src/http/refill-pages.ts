/**
 * The page of a refill. It takes the card in the pane, never in a form of the sandbox, so that the sandbox's page sees no
 * card data, like a shop's.
 *
 *   GET  /refill/:id       the card form, or a redirect to the challenge or to the shop, depending on the refill's status
 *   POST /refill/:id       the pane's token, or `answer=cancel`; then a redirect to GET, so that a reload pays nothing
 *   GET, POST /refill/:id/3ds   the challenge
 */
import { fromMinor, isPaymentCode, paymentCodes } from "@cardpane/gateway";
import { type Context, Hono } from "hono";
import { isPageId } from "../db/ids.ts";
import { findRow } from "../db/rows.ts";
import { type RefillRow, walletRefills } from "../db/schema-money.ts";
import { walletAccounts } from "../db/schema-wallet.ts";
import { Refusal } from "../errors.ts";
import { withOutcome } from "../payments/second-step.ts";
import { billOf } from "../wallet/refill/bill.ts";
import { type RefillStep, stepRefill } from "../wallet/refill/steps.ts";
import { limitBody, readText } from "./body.ts";
import { cardPageHeaders } from "./page.ts";
import { type PageTexts, textsFor } from "./page-texts.ts";
import type { PaneScript } from "./pane-script.ts";
import { type RefillFacts, refillEndPage, refillPage } from "./refill-views.ts";
import { answer, formatAmount, maxAnswerBytes, type PageDeps, readChallenge } from "./second-step-pages.ts";
import { challengePage, missingPage, wrongAnswerPage } from "./second-step-views.ts";

/** The path of refill pages. */
export const refillRoute = "/refill/:id";
/** The path of their challenges. */
export const refillChallengeRoute = "/refill/:id/3ds";

export interface RefillPageDeps extends PageDeps {
  /** The pane that takes the card; `undefined` if none is configured, or it does not answer. */
  readonly findPane: () => Promise<PaneScript | undefined>;
}

/** Besides the token, the pane's form contains device data and the card's mask. */
const maxCardBytes = 16 * 1024;

/** The routes of both pages. */
export function refillRoutes(deps: RefillPageDeps) {
  const routes = new Hono();

  routes.get(refillRoute, async (c) => {
    const refill = await refillOf(deps, c);
    return refill ? show(deps, c, refill) : answer(c, missingPage(textsFor(c)), 404);
  });
  routes.post(refillRoute, limitBody(maxCardBytes), async (c) => {
    const step = readStep(new URLSearchParams(await readText(c.req.raw)));
    return step ? take(deps, c, step) : answer(c, wrongAnswerPage(textsFor(c)), 400);
  });

  routes.get(refillChallengeRoute, async (c) => showChallenge(deps, c));
  routes.post(refillChallengeRoute, limitBody(maxAnswerBytes), async (c) => {
    const given = readChallenge(new URLSearchParams(await readText(c.req.raw)));
    if (given === "unreadable") return answer(c, wrongAnswerPage(textsFor(c)), 400);
    if (given === "bad-code") return showChallenge(deps, c, textsFor(c).codeMissing);
    return take(deps, c, { kind: "challenge", answer: given.answer });
  });
  return routes;
}

const idOf = (c: Context) => c.req.param("id") ?? "";
const refillOf = async ({ db }: RefillPageDeps, c: Context) =>
  isPageId(idOf(c)) ? findRow(db, walletRefills, { pageId: idOf(c) }) : undefined;
const pathOf = (c: Context) => `/refill/${encodeURIComponent(idOf(c))}`;

/** `payment` is the field that the pane adds to its form: JSON that contains the token. */
function readStep(form: URLSearchParams): RefillStep | undefined {
  if (form.get("answer") === "cancel") return { kind: "cancel" };
  try {
    const payment: unknown = JSON.parse(form.get("payment") ?? "");
    const token =
      typeof payment === "object" && payment !== null && "token" in payment ? payment.token : undefined;
    return typeof token === "string" ? { kind: "card", token } : undefined;
  } catch {
    return undefined;
  }
}

async function take(deps: RefillPageDeps, c: Context, step: RefillStep): Promise<Response> {
  const { runtime } = deps;
  if (!isPageId(idOf(c))) return answer(c, missingPage(textsFor(c)), 404);
  try {
    const refill = await runtime.write((context) => stepRefill(context, idOf(c), step));
    return refill ? c.redirect(pathOf(c), 303) : answer(c, missingPage(textsFor(c)), 404);
  } catch (error) {
    // The token was refused as unusable, and nothing was charged.
    const refill = error instanceof Refusal && error.status === 400 ? await refillOf(deps, c) : undefined;
    if (!refill) throw error;
    return show(deps, c, refill, textsFor(c).cardUnusable);
  }
}

async function show(
  deps: RefillPageDeps,
  c: Context,
  refill: RefillRow,
  problem?: string,
): Promise<Response> {
  if (refill.status === "challenge") return c.redirect(`${pathOf(c)}/3ds`, 303);
  const texts = textsFor(c);
  const facts = await factsOf(deps, refill, texts, problem);
  if (refill.endedAt) {
    const back = returnUrl(refill, deps);
    return back === undefined
      ? answer(c, refillEndPage(texts, facts, refill.status === "success"), 200)
      : c.redirect(back, 303);
  }
  const pane = await deps.findPane();
  const status = problem === undefined ? 200 : 400;
  return c.body(await refillPage(texts, facts, pane), status, cardPageHeaders(pane?.url));
}

async function showChallenge(deps: RefillPageDeps, c: Context, problem?: string): Promise<Response> {
  const refill = await refillOf(deps, c);
  if (!refill) return answer(c, missingPage(textsFor(c)), 404);
  if (refill.status !== "challenge") return c.redirect(pathOf(c), 303);
  const texts = textsFor(c);
  const facts = {
    amount: formatAmount(refill.chargeMinor, refill.currency, texts.lang),
    merchant: refill.domain ?? "Cardpane sandbox",
    title: refill.name,
    orderId: String(refill.id),
    sourceType: "card",
    lastFour: undefined,
    bankName: undefined,
    expiresAt: refill.expiresAt,
  };
  return answer(c, challengePage(texts, facts, problem), problem === undefined ? 200 : 400);
}

async function factsOf(
  { db }: RefillPageDeps,
  refill: RefillRow,
  { lang, declined }: PageTexts,
  problem: string | undefined,
): Promise<RefillFacts> {
  const { currency, accountId, amountMinor, metadata, code } = refill;
  const account = await findRow(db, walletAccounts, { id: accountId });
  const amount = fromMinor(amountMinor, currency);
  const { lines, ...bill } = billOf({ amount, metadata: metadata ?? undefined }, currency);
  const inWords = (minor: number) => formatAmount(minor, currency, lang);
  return {
    name: refill.name,
    account: account?.name ?? "",
    domain: refill.domain ?? undefined,
    amount: inWords(bill.amountMinor),
    lines: lines.map((line) => ({ title: line.title, amount: inWords(line.amountMinor) })),
    charge: inWords(bill.chargeMinor),
    credit: inWords(bill.creditMinor),
    isTest: refill.isTest,
    problem: problem ?? (code === null ? undefined : declined),
    reason: problem !== undefined || code === null ? undefined : meaningOf(code),
  };
}

function meaningOf(code: string): string {
  return `${isPaymentCode(code) ? paymentCodes[code] : "Declined"} (${code})`;
}

/** The shop's `redirectUrl` with the outcome in its query, as for a payment; `undefined` if the refill has none. */
function returnUrl(
  { redirectUrl, id, userId, transactionId, status, code }: RefillRow,
  { settings }: PageDeps,
): string | undefined {
  if (redirectUrl === null) return undefined;
  const outcome = {
    orderId: String(id),
    transactionId: String(transactionId),
    consumerId: String(userId),
    isApproved: status === "success",
    code: code ?? "",
  };
  return withOutcome(redirectUrl, outcome, settings.compatibility);
}
