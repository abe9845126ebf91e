/** Section 4.3: creates a payment. Everything here runs in one transaction; a refusal rolls it back. */
import {
  amountProblem,
  isPaymentCode,
  missingThreeDsFields,
  type PaymentCode,
  type PaymentRequest,
  type PaymentResult,
  wantsThreeDs,
} from "@cardpane/gateway";
import { isExpired, refuseRealCard } from "../cards/cards.ts";
import { toWireBody } from "../compatibility/responses.ts";
import { newSecret } from "../db/ids.ts";
import { findOrder } from "../db/payments.ts";
import { insertRow } from "../db/rows.ts";
import { type RuleFacts, takeCode, takeRule } from "../db/rules.ts";
import {
  type ConsumerRow,
  orders,
  type PaymentRow,
  type ProductSnapshot,
  payments,
  type ThreeDsResult,
} from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { MerchantContext, WorkContext } from "../operation-context.ts";
import { redirectSource } from "../sources/redirects.ts";
import { refuseGuessedCard } from "../tokens/wrong-cvvs.ts";
import { beginThreeDs, type CardDecision, decide, final, mpiRefusal, threeDsOf } from "./card-decision.ts";
import { consumerOf, ruleFacts } from "./consumer.ts";
import { enqueuePaymentNotification } from "./enqueue-payment-notification.ts";
import { confirmationDate, settledAfterDays } from "./follow-up-job.ts";
import { onPaymentSucceeded } from "./on-payment-succeeded.ts";
import { resolveProduct } from "./product.ts";
import { type ResolvedSource, resolveSource } from "./resolve-source.ts";
import { paymentResultOf } from "./result.ts";
import { dayMs, dueNow, laterCharge } from "./schedule.ts";
import { finalState, type RequestedCharge } from "./state.ts";

/**
 * Creates a payment.
 *
 * @throws Refusal 400 naming the invalid field: an unknown site, SKU, consumer, order, token or account. Refusal 429 for a card
 * with too many wrong CVVs; it does not use up the token.
 */
export async function createPayment(
  context: MerchantContext,
  request: PaymentRequest,
): Promise<PaymentResult> {
  const { tx, now, merchantId } = context;
  const emulateCode = emulatedCode(request);
  const product = await resolveProduct(tx, merchantId, request.sku);
  const requested = { ...dueNow(product.price), partialApproval: request.partialApproval };
  refuseFractions(requested);

  const retried = await retriedOrder(context, request);
  const consumer = await consumerOf(context, request.consumer);
  const resolvedSource = await resolveSource({ ...context, consumer }, request.paymentSource);
  if (resolvedSource.kind === "redirect" && laterCharge(product.price, 0)) {
    throw badField(
      "paymentSource.type",
      "cannot be charged again, and this price goes on after the purchase",
    );
  }
  const fingerprint = fingerprintOf(context, resolvedSource);
  if (fingerprint) await refuseGuessedCard(context, merchantId, fingerprint);
  const facts = ruleFacts("/payment", consumer, requested, fingerprint);
  const forced = emulateCode ?? (await takeCode(context.tx, merchantId, facts));
  const weighs =
    wantsThreeDs(request.paymentSource) && (await takeRule(tx, merchantId, "threeDs", facts)) !== undefined;
  const completeness = weighs ? completenessOf(consumer, resolvedSource) : undefined;
  const { decision, threeDs } = decidePayment(context, request, resolvedSource, forced, completeness);

  const orderId = retried ?? (await insertRow(tx, orders, { merchantId })).id;
  const draft = describePayment(context, request, {
    requested,
    product,
    consumer,
    resolvedSource,
    decision,
    threeDs,
    orderId,
  });
  const { mode, followUpAt } = await afterSuccess(context, request, facts, draft);
  const subscription = draft.status === "success" ? await onPaymentSucceeded(tx, draft, now) : undefined;
  const payment = await insertRow(tx, payments, {
    ...draft,
    mode,
    followUpAt,
    subscriptionId: subscription?.id ?? null,
  });
  const account = resolvedSource.kind === "account" ? resolvedSource.account : undefined;
  const record = { payment, consumer, account, subscription };
  if (payment.status !== "pending") await enqueuePaymentNotification(context, record);
  const result = paymentResultOf(record, context.settings.publicUrl);
  return toWireBody(context.settings.compatibility, result, "answer") as PaymentResult;
}

/** The keyed hash of the card's number; `undefined` for a source without a card. */
function fingerprintOf({ vault }: MerchantContext, source: ResolvedSource): string | undefined {
  const instrument = source.kind === "account" ? source.instrument : undefined;
  return instrument?.kind === "card" ? vault.fingerprint(instrument.number) : undefined;
}

/**
 * `emulateCode` has 4 to 6 characters on the wire; here it must also be one of the table's codes. *Assumption*: 1001 and
 * 1002 are allowed, and such a payment captures less or more, as the test cards of these codes do.
 */
function emulatedCode({ paymentSource }: PaymentRequest): PaymentCode | undefined {
  const code = "emulateCode" in paymentSource ? paymentSource.emulateCode : undefined;
  if (code === undefined || isPaymentCode(code)) return code;
  throw badField("paymentSource.emulateCode", "must be one of the payment codes");
}

function refuseFractions({ partialApproval, currency }: RequestedCharge): void {
  const problem =
    partialApproval?.amount === undefined ? undefined : amountProblem(partialApproval.amount, currency);
  if (problem) throw badField("partialApproval.amount", problem);
}

/** *Assumption*: an order can be retried if its last transaction was declined, and only by its own merchant. */
async function retriedOrder(context: MerchantContext, { sku }: PaymentRequest): Promise<number | undefined> {
  if (!sku.action) return undefined;
  const order = await findOrder(context.tx, context.merchantId, sku.action.id);
  if (!order) throw badField("sku.action.id", "is not an order of this merchant");
  if (!order.isDeclined) throw badField("sku.action.id", "is an order that was not declined");
  return order.id;
}

/** The decision, and the result of 3D Secure so far. */
interface Decided {
  readonly decision: CardDecision | { readonly kind: "redirect" };
  readonly threeDs: ThreeDsResult | null;
}

/**
 * Decides a payment of any source. A code that the merchant or QA forces takes precedence; otherwise a source with a separate
 * page redirects, a bank accepts or refuses the debit, and card-decision.ts decides a card.
 *
 * @param forced the code of `emulateCode` or of a QA rule.
 * @param completeness decides about a challenge in place of the card, if a QA rule says so.
 * @throws Refusal 400 for a card number that is not a test card's.
 */
function decidePayment(
  context: WorkContext,
  request: PaymentRequest,
  resolvedSource: ResolvedSource,
  forced: PaymentCode | undefined,
  completeness: "complete" | "incomplete" | undefined,
): Decided {
  const ended = (code: PaymentCode): Decided => ({ decision: final(code), threeDs: null });
  if (forced) return ended(forced);
  if (resolvedSource.kind === "redirect") return { decision: { kind: "redirect" }, threeDs: null };
  const { instrument } = resolvedSource;
  if (instrument.kind === "bank") return ended(resolvedSource.isNoDebit ? "5300" : "0");

  const { paymentSource, consumer } = request;
  // A payment without the browser's fields reaches this line only if the settings skip 3D Secure for it.
  const byGateway = wantsThreeDs(paymentSource) && missingThreeDsFields(consumer).length === 0;
  const threeDs = threeDsOf(paymentSource, byGateway);
  const byCard = refuseRealCard(instrument.number, "paymentSource");
  const behaviour = completeness
    ? { ...byCard, threeDs: completeness === "complete" ? ("frictionless" as const) : ("challenge" as const) }
    : byCard;
  const refusal = mpiRefusal(paymentSource);
  const card = { behaviour, isExpired: isExpired(instrument, context.now), threeDs, refusal };
  return { decision: decide(card), threeDs: beginThreeDs(card) };
}

/**
 * What the card networks want for 3D Secure beside the browser's fields, which the interface requires: the cardholder's name, and an
 * e-mail address or a phone number.
 */
function completenessOf({ firstName, lastName, email, phone }: ConsumerRow, source: ResolvedSource) {
  const hasName = (source.kind === "account" && source.hasName) || (firstName && lastName);
  return hasName && (email || phone) ? "complete" : "incomplete";
}

/**
 * Live gateways do more than a sale: test data makes a payment of mode `test` (*assumption*: an emulated code is such data), a
 * QA rule makes an authorization, and a bank confirms its payment later.
 */
async function afterSuccess(
  context: MerchantContext,
  { paymentSource }: PaymentRequest,
  facts: RuleFacts,
  draft: ReturnType<typeof describePayment>,
): Promise<Pick<PaymentRow, "mode" | "followUpAt">> {
  const { merchantId, now, settings } = context;
  const sale = { mode: "sale", followUpAt: null } as const;
  if (settings.compatibility === "document") return sale;
  if ("emulateCode" in paymentSource && paymentSource.emulateCode !== undefined)
    return { ...sale, mode: "test" };
  if (draft.status !== "success") return sale;
  const rule = draft.chargedMinor === 0 ? undefined : await takeRule(context.tx, merchantId, "auth", facts);
  if (rule) {
    const days = rule.settleAfterDays ?? settledAfterDays;
    return { mode: "auth", followUpAt: new Date(now.getTime() + days * dayMs) };
  }
  return { ...sale, followUpAt: confirmationDate(settings, paymentSource.type, now) };
}

interface Parts extends Decided {
  readonly requested: RequestedCharge;
  readonly product: ProductSnapshot;
  readonly consumer: ConsumerRow;
  readonly resolvedSource: ResolvedSource;
  readonly orderId: number;
}

function describePayment(context: MerchantContext, request: PaymentRequest, parts: Parts) {
  const { requested, product, consumer, resolvedSource, decision, threeDs, orderId } = parts;
  const { paymentSource, url } = request;
  const ended = decision.kind === "final" ? finalState(decision.code, requested) : undefined;
  return {
    orderId,
    merchantId: context.merchantId,
    consumerId: consumer.id,
    paymentAccountId: resolvedSource.kind === "account" ? resolvedSource.account.id : null,
    source: resolvedSource.kind === "redirect" ? resolvedSource.source : null,
    threeDs,
    ...(ended ?? ({ status: "pending", code: null, chargedMinor: 0 } as const)),
    requestedMinor: requested.amountMinor,
    currency: requested.currency,
    sourceType: paymentSource.type,
    product,
    partialApproval: request.partialApproval ?? null,
    metadata: request.metadata ?? null,
    ipnUrl: url.ipnUrl,
    redirectUrl: url.redirectUrl,
    sendEmail: request.emailOptions?.send ?? true,
    secondStep: decision.kind === "final" ? null : decision.kind,
    challengeId: ended ? null : newSecret(),
    approvedCode: decision.kind === "challenge" ? decision.approvedCode : null,
    expiresAt: ended ? null : new Date(context.now.getTime() + waitsMs(paymentSource.type)),
    createdAt: context.now,
    settledAt: ended ? context.now : null,
  } satisfies typeof payments.$inferInsert;
}

/** The time limit for the answer to a challenge; after it the payment ends with 5228 (*assumption*). */
const challengeWaitsMs = 10 * 60 * 1000;

/** The time limit of a second step: the source's, or that of a challenge. */
function waitsMs(type: string): number {
  return redirectSource(type)?.waitsMs ?? challengeWaitsMs;
}
