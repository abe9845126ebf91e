/** Section 4.3: creates a payment. Everything here happens in one transaction; a refusal undoes all of it. */
import {
  amountProblem,
  isPaymentCode,
  missingThreeDsFields,
  type PaymentCode,
  type PaymentRequest,
  type PaymentResult,
  wantsThreeDs,
} from "@cardpane/contract/gateway";
import { isExpired } from "../cards/expiry.ts";
import { refuseRealCard } from "../cards/test-card.ts";
import { type ConsumerRow, saveConsumer } from "../db/consumers.ts";
import { insertOrder, insertPayment, lockOrder, type NewPayment } from "../db/payments.ts";
import type { ProductSnapshot } from "../db/schema.ts";
import { badField } from "../errors.ts";
import type { Work } from "../work.ts";
import { decide, threeDsOf } from "./decision.ts";
import { type Funding, fund } from "./funding.ts";
import { resolveProduct } from "./product.ts";
import { paymentResultOf } from "./result.ts";
import { dueNow } from "./schedule.ts";
import { type Asked, begin, type PaymentState } from "./state.ts";
import { succeed } from "./success.ts";

/** A payment's surroundings: it always has a merchant. */
export type PaymentWork = Work & { readonly merchantId: number };

/**
 * Creates a payment and says how it went.
 *
 * @throws Refusal 400 on the field that leads nowhere: an unknown site, SKU, consumer, order, token or account.
 */
export async function createPayment(work: PaymentWork, request: PaymentRequest): Promise<PaymentResult> {
  const { tx, now, merchantId } = work;
  const emulateCode = emulatedCode(request);
  const product = await resolveProduct(tx, merchantId, request.sku);
  const asked = { ...dueNow(product.price), partialApproval: request.partialApproval };
  refuseFractions(asked);

  // Rows are locked in this order in every payment, so that no two of them wait for each other.
  const retried = await retriedOrder(work, request);
  const consumer = await saveConsumer(tx, merchantId, request.consumer, now);
  const funding = await fund(work, consumer, request.paymentSource);
  const state = begin(decideCard(work, request, funding, emulateCode), asked);

  const orderId = retried ?? (await insertOrder(tx, merchantId, now));
  const draft = describePayment(work, request, { asked, product, consumer, funding, state, orderId });
  const subscription = state.status === "success" ? await succeed(tx, draft, now) : undefined;
  const payment = await insertPayment(tx, { ...draft, subscriptionId: subscription?.id ?? null });
  return paymentResultOf(
    { payment, consumer, account: funding.account, subscription },
    work.settings.publicUrl,
  );
}

/** `emulateCode` has 4 to 6 characters on the wire; here it must also be one of the table's codes. */
function emulatedCode({ paymentSource }: PaymentRequest): PaymentCode | undefined {
  const code = "emulateCode" in paymentSource ? paymentSource.emulateCode : undefined;
  if (code === undefined || isPaymentCode(code)) return code;
  throw badField("paymentSource.emulateCode", "must be one of the payment codes");
}

function refuseFractions({ partialApproval, currency }: Asked): void {
  const problem =
    partialApproval?.amount === undefined ? undefined : amountProblem(partialApproval.amount, currency);
  if (problem) throw badField("partialApproval.amount", problem);
}

/** *Assumption*: an order can be retried when its last transaction was declined, and by nobody else's merchant. */
async function retriedOrder(work: PaymentWork, { sku }: PaymentRequest): Promise<number | undefined> {
  if (!sku.action) return undefined;
  const order = await lockOrder(work.tx, work.merchantId, sku.action.id);
  if (!order) throw badField("sku.action.id", "is not an order of this merchant");
  if (order.lastStatus !== "fail") throw badField("sku.action.id", "is an order that was not declined");
  return order.id;
}

function decideCard(
  work: Work,
  request: PaymentRequest,
  { card }: Funding,
  emulateCode: PaymentCode | undefined,
) {
  // Without the browser's fields the payment got this far only because the settings let it go on without 3D Secure.
  const isAsked = wantsThreeDs(request.paymentSource) && missingThreeDsFields(request.consumer).length === 0;
  return decide({
    behaviour: refuseRealCard(card.number, "paymentSource"),
    isExpired: isExpired(card, work.now),
    threeDs: threeDsOf(request.paymentSource, isAsked),
    emulateCode,
  });
}

interface Parts {
  readonly asked: Asked;
  readonly product: ProductSnapshot;
  readonly consumer: ConsumerRow;
  readonly funding: Funding;
  readonly state: PaymentState;
  readonly orderId: number;
}

function describePayment(work: PaymentWork, request: PaymentRequest, parts: Parts) {
  const { asked, product, consumer, funding, state, orderId } = parts;
  const { paymentSource, url } = request;
  const isPending = state.status === "pending";
  return {
    orderId,
    merchantId: work.merchantId,
    consumerId: consumer.id,
    paymentAccountId: funding.account.id,
    status: state.status,
    code: isPending ? null : state.code,
    requestedMinor: asked.amountMinor,
    chargedMinor: isPending ? 0 : state.chargedMinor,
    currency: asked.currency,
    sourceType: paymentSource.type,
    mid: ("mid" in paymentSource ? paymentSource.mid : undefined) ?? null,
    product,
    shopper: request.consumer,
    partialApproval: request.partialApproval ?? null,
    metadata: request.metadata ?? null,
    ipnUrl: url.ipnUrl,
    redirectUrl: url.redirectUrl,
    sendEmail: request.emailOptions?.send ?? true,
    challengeId: isPending ? work.random.secret() : null,
    approvedCode: isPending ? state.approvedCode : null,
    createdAt: work.now,
    settledAt: isPending ? null : work.now,
  } satisfies NewPayment;
}
