/**
 * The page of a refill. It takes the card in the pane, never in a form of the sandbox, so that the sandbox's page sees no
 * card data, like a shop's.
 *
 *   GET  /refill/:id       the card form, or a redirect to the challenge or to the shop, depending on the refill's status
 *   POST /refill/:id       the pane's token, or `answer=cancel`; then a redirect to GET, so that a reload pays nothing
 *   GET, POST /refill/:id/3ds   the challenge
 */
import { readOwn } from "@cardpane/contract/record";
import { isPaymentCode, paymentCodes } from "@cardpane/gateway";
import { type Context, Hono } from "hono";
import { html } from "hono/html";
import { isPageId } from "../db/ids.ts";
import { findRow } from "../db/rows.ts";
import { type RefillRow, walletRefills } from "../db/schema-money.ts";
import { walletAccounts } from "../db/schema-wallet.ts";
import { Refusal } from "../errors.ts";
import { withOutcome } from "../payments/second-step.ts";
import { billOf } from "../wallet/refill/bill.ts";
import { type RefillStep, stepRefill } from "../wallet/refill/steps.ts";
import { limitBody, readText } from "./body.ts";
import { amountLine, cardPageHeaders, type Fact, wholeWords } from "./page.ts";
import { type PageTexts, textsFor } from "./page-texts.ts";
import type { PaneScript } from "./pane-script.ts";
import { type CardProblem, refillEndPage, refillPage } from "./refill-views.ts";
import {
  answer,
  formatAmount,
  maxAnswerBytes,
  note,
  type PageDeps,
  readChallenge,
} from "./second-step-pages.ts";
import { challengePage } from "./second-step-views.ts";

const refillRoute = "/refill/:id";
const refillChallengeRoute = "/refill/:id/3ds";

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
    return refill ? show(deps, c, refill) : note(c, "missing");
  });
  routes.post(refillRoute, limitBody(maxCardBytes), async (c) => {
    const step = readStep(new URLSearchParams(await readText(c.req.raw)));
    return step ? take(deps, c, step) : note(c, "noAnswer");
  });

  routes.get(refillChallengeRoute, async (c) => showChallenge(deps, c));
  routes.post(refillChallengeRoute, limitBody(maxAnswerBytes), async (c) => {
    const given = readChallenge(new URLSearchParams(await readText(c.req.raw)));
    if (given === "unreadable") return note(c, "noAnswer");
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
    const token = readOwn(JSON.parse(form.get("payment") ?? ""), "token");
    return typeof token === "string" ? { kind: "card", token } : undefined;
  } catch {
    return undefined;
  }
}

async function take(deps: RefillPageDeps, c: Context, step: RefillStep): Promise<Response> {
  if (!isPageId(idOf(c))) return note(c, "missing");
  try {
    const refill = await deps.runtime.write((context) => stepRefill(context, idOf(c), step));
    return refill ? c.redirect(pathOf(c), 303) : note(c, "missing");
  } catch (error) {
    // The token was refused as unusable, and nothing was charged.
    const refill = error instanceof Refusal && error.status === 400 ? await refillOf(deps, c) : undefined;
    if (!refill) throw error;
    return show(deps, c, refill, { text: textsFor(c).cardUnusable });
  }
}

async function show(
  deps: RefillPageDeps,
  c: Context,
  refill: RefillRow,
  unusable?: CardProblem,
): Promise<Response> {
  const { status, code, transactionId, request } = refill;
  if (status === "challenge") return c.redirect(`${pathOf(c)}/3ds`, 303);
  const isEnded = transactionId !== null;
  const back = isEnded && returnUrl(refill, deps);
  if (back) return c.redirect(back, 303);
  const texts = textsFor(c);
  const problem = unusable ?? (code === null ? undefined : { text: texts.declined, reason: meaningOf(code) });
  const { charge, bill } = await billOfPage(deps, refill, texts);
  if (isEnded) return answer(c, refillEndPage(texts, bill, status === "success", problem), 200);
  const pane = await deps.findPane();
  const page = await refillPage(texts, { charge, bill, isTest: request.test ?? false }, problem, pane);
  return c.body(page, unusable ? 400 : 200, cardPageHeaders(pane?.url));
}

async function showChallenge(deps: RefillPageDeps, c: Context, problem?: string): Promise<Response> {
  const refill = await refillOf(deps, c);
  if (!refill) return note(c, "missing");
  if (refill.status !== "challenge") return c.redirect(pathOf(c), 303);
  const texts = textsFor(c);
  const { id, request, currency } = refill;
  const charge = formatAmount(billOf(request, currency).chargeMinor, currency, texts.lang);
  const summary = amountLine(charge, [
    [texts.merchant, request.payment?.domain ?? "Cardpane sandbox"],
    [texts.product, request.name],
    [texts.order, String(id)],
  ]);
  return answer(c, challengePage(texts, summary, problem), problem === undefined ? 200 : 400);
}

/** The amount that the card pays, and the lines of the bill. */
async function billOfPage({ db }: RefillPageDeps, refill: RefillRow, texts: PageTexts) {
  const { currency, accountId, request } = refill;
  const account = await findRow(db, walletAccounts, { id: accountId });
  const { lines, amountMinor, chargeMinor, creditMinor } = billOf(request, currency);
  const money = (minor: number) => formatAmount(minor, currency, texts.lang);
  const sum = (name: Fact[0], minor: number): Fact => [name, wholeWords(money(minor))];
  // Without further lines, all amounts are that of the charge.
  const sums = [
    sum(texts.amount, amountMinor),
    ...lines.map((line) => sum(html`<bdi>${line.title}</bdi>`, line.amountMinor)),
    sum(texts.youReceive, creditMinor),
  ];
  const charge = money(chargeMinor);
  const bill = amountLine(charge, [
    [texts.for, request.name],
    [texts.shop, request.payment?.domain],
    [texts.account, account?.name ?? ""],
    ...(lines.length > 0 ? sums : []),
  ]);
  return { charge, bill };
}

function meaningOf(code: string): string {
  return `${isPaymentCode(code) ? paymentCodes[code] : "Declined"} (${code})`;
}

/** The shop's `redirectUrl` with the outcome in its query, as for a payment; `undefined` if the refill has none. */
function returnUrl(
  { request: { redirectUrl }, id, userId, transactionId, status, code }: RefillRow,
  { settings }: PageDeps,
): string | undefined {
  if (redirectUrl === undefined) return undefined;
  const isApproved = status === "success";
  const outcome = { orderId: id, transactionId, consumerId: userId, isApproved, code };
  return withOutcome(redirectUrl, outcome, settings.compatibility);
}
