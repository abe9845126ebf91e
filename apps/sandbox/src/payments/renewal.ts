/**
 * The later charges of a price schedule, whether delayed or repeated: on the clock, from the saved account.
 *
 *   active --charged, more to come--> active (cycle + 1)      active --last charge made--> canceled
 *   active --declined---------------> active, tried again a day later      --declined four times in a row--> canceled
 *
 * *Assumptions*: each charge is a new transaction of the same order; the shopper is absent, so there is no 3D Secure; a
 * declined charge is tried three times more, a day apart, and then the subscription is canceled; a subscription whose schedule
 * has ended is also `canceled`, since the interface has no other status.
 */

import { type PaymentCode, toMinor } from "@cardpane/gateway";
import { isExpired, refuseRealCard } from "../cards/cards.ts";
import { findFirstPayment } from "../db/payments.ts";
import { findRow, insertRow, matching, updateRow } from "../db/rows.ts";
import { takeCode } from "../db/rules.ts";
import {
  type PaymentRow,
  paymentAccounts,
  payments,
  type SubscriptionRow,
  subscriptions,
} from "../db/schema.ts";
import type { Money } from "../money.ts";
import type { WorkContext } from "../operation-context.ts";
import { createJob } from "../scheduling/scheduled-job.ts";
import { eventOf, type TimelineEvent } from "../scheduling/timeline-event.ts";
import { decide } from "./card-decision.ts";
import { payerOf, ruleFacts } from "./consumer.ts";
import { counterpartOf } from "./credit.ts";
import { notifyOfPayment } from "./enqueue-payment-notification.ts";
import { openAccount } from "./instrument.ts";
import { canceledAt, dayMs, upcoming } from "./schedule.ts";
import { type FinalState, finalState } from "./state.ts";

/** How often a declined charge is retried. */
const tries = 3;

/** The charges of subscriptions, as a scheduled job. */
export const renewalJob = createJob({
  name: "renewal",
  table: subscriptions,
  at: subscriptions.renewalDate,
  isOpen: matching(subscriptions, { status: "active" }),
  run: renew,
});

async function renew(context: WorkContext, subscription: SubscriptionRow): Promise<TimelineEvent> {
  const { tx, now } = context;
  const charge = upcoming(subscription, subscription.cycle);
  if (!charge) throw new Error("A subscription that is over is due.");
  const { amount, currency } = charge.item;
  const money = { amountMinor: toMinor(amount, currency), currency };
  const first = await findFirstPayment(tx, subscription.id);
  const state = finalState(await authorizeCharge(context, first.merchantId, subscription, money), money);
  const payment = await insertRow(tx, payments, nextTransaction(first, subscription, money, state, now));
  if (state.status === "success")
    await updateRow(tx, paymentAccounts, subscription.paymentAccountId, { lastPaidAt: now });
  await updateRow(tx, subscriptions, subscription.id, advanced(subscription, state, now));
  await notifyOfPayment(context, payment.id);
  return eventOf("charged", now, payment, {
    subscriptionId: String(subscription.id),
    status: state.status,
  });
}

/** The issuer's code for a charge of a saved account. */
async function authorizeCharge(
  context: WorkContext,
  merchantId: number,
  subscription: SubscriptionRow,
  money: Money,
): Promise<PaymentCode> {
  const { tx, vault, now } = context;
  const account = await findRow(tx, paymentAccounts, { id: subscription.paymentAccountId });
  if (!account) throw new Error("A subscription's account has gone.");
  const payer = await payerOf(tx, subscription.consumerId);
  const facts = ruleFacts("/payment", payer, money, account.fingerprint);
  const forced = await takeCode(context.tx, merchantId, facts);
  if (forced !== undefined) return forced;
  if (account.disabled) return "5046";
  const instrument = openAccount(vault, account);
  if (instrument.kind === "bank") return "0";
  const behaviour = refuseRealCard(instrument.number, "paymentSource");
  // The shopper authenticated the first payment, which this one refers to.
  const decision = decide({ behaviour, isExpired: isExpired(instrument, now), threeDs: "external" });
  return decision.kind === "final" ? decision.code : "5006";
}

function nextTransaction(
  first: PaymentRow,
  subscription: SubscriptionRow,
  { amountMinor, currency }: Money,
  state: FinalState,
  now: Date,
) {
  return {
    ...counterpartOf(first, amountMinor, now),
    parentId: null,
    paymentAccountId: subscription.paymentAccountId,
    subscriptionId: subscription.id,
    ...state,
    currency,
  };
}

/** The columns of a subscription after a charge. */
function advanced(subscription: SubscriptionRow, { status }: FinalState, now: Date) {
  if (status === "success") {
    const cycle = subscription.cycle + 1;
    const next = upcoming(subscription, cycle);
    return { cycle, failures: 0, ...(next ? { renewalDate: next.at } : canceledAt(now)) };
  }
  const failures = subscription.failures + 1;
  const renewalDate = new Date(now.getTime() + dayMs);
  return { failures, ...(failures > tries ? canceledAt(now) : { renewalDate }) };
}
