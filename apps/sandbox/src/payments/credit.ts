/**
 * Refund and void of a payment, whole or in part. *Not in the document*: see the contract's table of field operations.
 *
 *   sale, settlement, renewal   refunded: mode `refund`
 *   authorization, unsettled    voided, as a whole only: mode `void`; it is then never settled
 *
 * The returned amount is stored with the payment, under a constraint of the database: the sum of all credits never exceeds the
 * payment.
 */
import { type CreditRequest, type CreditResult, fromMinor } from "@cardpane/gateway";
import { toWireBody } from "../compatibility/responses.ts";
import { parsePublicId } from "../db/ids.ts";
import { findRow, insertRow, updateRow } from "../db/rows.ts";
import { type PaymentRow, payments } from "../db/schema.ts";
import { badField, Refusal } from "../errors.ts";
import type { MerchantContext, WorkContext } from "../operation-context.ts";
import { minorOf } from "./amounts.ts";
import { notifyOfPayment } from "./enqueue-payment-notification.ts";
import { creditResultOf, isPaid } from "./result.ts";

/**
 * Returns a payment's money.
 *
 * @throws Refusal 404 for an unknown payment of the merchant; 400 on `id` if nothing can be returned, on `amount` for more
 * than the remaining amount.
 */
export async function creditPayment(
  context: MerchantContext,
  request: CreditRequest,
  id: string,
): Promise<CreditResult> {
  const { tx, merchantId } = context;
  const payment = await findRow(tx, payments, { id: parsePublicId(id) ?? 0, merchantId });
  if (!payment) throw new Refusal(404);
  const mode = payment.mode === "auth" ? "void" : "refund";
  const credit = await returnMoney(context, payment, request.amount, { mode });
  const record = await notifyOfPayment(context, credit.id);
  return toWireBody(context.settings.compatibility, creditResultOf(record), "answer") as CreditResult;
}

/**
 * Returns money of a payment by a transaction of its own.
 *
 * @param amount all that is left unless it is given.
 * @throws Refusal 400 on `id` or `amount` for money that cannot be returned.
 */
export async function returnMoney(
  { tx, now }: WorkContext,
  payment: PaymentRow,
  amount: number | undefined,
  as: Pick<typeof payments.$inferInsert, "mode" | "stage">,
): Promise<PaymentRow> {
  refuseUncreditable(payment);
  const amountMinor = amountToReturn(payment, amount);
  const credited = { creditedMinor: payment.creditedMinor + amountMinor };
  // A voided authorization is no longer settled.
  await updateRow(tx, payments, payment.id, {
    ...credited,
    ...(payment.mode === "auth" && { followUpAt: null }),
  });
  return insertRow(tx, payments, { ...counterpartOf(payment, amountMinor, now), ...as });
}

function refuseUncreditable({ mode, status, chargedMinor, creditedMinor, followUpAt }: PaymentRow): void {
  const isPayment = mode === "sale" || mode === "settle" || mode === "auth" || mode === "test";
  const problems: readonly (readonly [boolean, string])[] = [
    [!isPayment, `is a ${mode}, of which nothing can go back`],
    [!isPaid({ status }), "is a payment that did not succeed"],
    [chargedMinor === 0, "is a payment that took nothing"],
    [creditedMinor === chargedMinor, "is a payment whose money has gone back already"],
    [mode === "auth" && followUpAt === null, "is an authorization that is settled: credit the settlement"],
  ];
  const problem = problems.find(([isSo]) => isSo);
  if (problem) throw badField("id", problem[1]);
}

function amountToReturn(payment: PaymentRow, amount: number | undefined): number {
  const { currency, chargedMinor, creditedMinor, mode } = payment;
  const leftMinor = chargedMinor - creditedMinor;
  if (amount === undefined) return leftMinor;
  const amountMinor = minorOf(amount, currency, "amount");
  if (amountMinor > leftMinor) {
    const left = `${fromMinor(leftMinor, currency)} ${currency}`;
    throw badField("amount", `is more than is left of the payment, ${left}`);
  }
  if (mode === "auth" && amountMinor < leftMinor) {
    throw badField("amount", "is a part of an authorization, which is voided as a whole");
  }
  return amountMinor;
}

/** The transaction that follows another: with its order, shopper and addresses, and a separate amount. */
export function counterpartOf(parent: PaymentRow, amountMinor: number, now: Date) {
  const { orderId, merchantId, consumerId, paymentAccountId, source, sourceType, currency } = parent;
  const { product, metadata, ipnUrl, redirectUrl, sendEmail } = parent;
  return {
    orderId,
    merchantId,
    consumerId,
    paymentAccountId,
    source,
    sourceType,
    currency,
    product,
    metadata,
    ipnUrl,
    redirectUrl,
    sendEmail,
    parentId: parent.id,
    status: "success" as const,
    code: "0",
    requestedMinor: amountMinor,
    chargedMinor: amountMinor,
    createdAt: now,
    settledAt: now,
  };
}
