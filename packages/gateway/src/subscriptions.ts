/**
 * Subscriptions: get, change, cancel, recover, change the card. *Not in the document*: the shapes are those of public clients
 * of such gateways.
 */
import * as z from "zod/mini";
import { consumer, consumerWithLongIp } from "./consumer.ts";
import { amountProblem } from "./money.ts";
import { FieldErrorList, type Parsed, parse, withConditions } from "./parse.ts";
import { type PaymentSettings, payerProblems } from "./payment.ts";
import { resultId } from "./refunds.ts";
import { priceSchedule } from "./sku.ts";
import { paymentSource } from "./source.ts";
import { dateTime, text } from "./text.ts";
import { open } from "./wallet/values.ts";

/** One subscription. */
export const subscriptionResult = z.looseObject({
  id: resultId,
  status: z.nullable(open(["active", "canceled"])),
  /** The number of renewals so far; 0 after the first payment. */
  cycle: z.optional(z.nullable(z.number())),
  skuName: z.optional(z.nullable(z.string())),
  siteId: z.optional(z.nullable(resultId)),
  /** `2031-12-24 18:00:00`. */
  renewalDate: z.optional(z.nullable(z.string())),
  cancelDate: z.optional(z.nullable(z.string())),
  consumerId: z.optional(z.nullable(resultId)),
});
export type SubscriptionResult = z.infer<typeof subscriptionResult>;

/** Body of a price change, which takes effect at the next renewal. */
export const changeSubscriptionRequest = z.strictObject({
  price: priceSchedule,
});
export type ChangeSubscriptionRequest = z.infer<typeof changeSubscriptionRequest>;

/** Checks a price change, including the decimals of each amount. */
export function parseChangeSubscriptionRequest(input: unknown): Parsed<ChangeSubscriptionRequest> {
  const parsed = parse(changeSubscriptionRequest, input);
  if (!parsed.ok) return parsed;
  const problems = new FieldErrorList();
  for (const [index, { amount, currency }] of parsed.value.price.entries()) {
    const message = amountProblem(amount, currency);
    if (message !== undefined) problems.add(["price", index, "amount"], message);
  }
  return withConditions(parsed, problems.errors);
}

/** Body of a cancellation; an empty one cancels at once. */
export interface CancelSubscriptionRequest {
  /** Whether the gateway notifies the shopper by e-mail. */
  readonly sendEmail?: boolean | undefined;
  /** Keeps the subscription active until the day of its next renewal. */
  readonly keepActiveUntilNextRebill?: boolean | undefined;
  /** The end of the subscription, in UTC: `2031-12-24 18:00:00`. */
  readonly cancelDate?: string | undefined;
  /** 1 to 255 characters. */
  readonly reason?: string | undefined;
}

/** Schema of {@link CancelSubscriptionRequest}. */
export const cancelSubscriptionRequest = z.strictObject({
  sendEmail: z.optional(z.boolean("must be true or false")),
  keepActiveUntilNextRebill: z.optional(z.boolean("must be true or false")),
  cancelDate: z.optional(dateTime),
  reason: z.optional(text(1, 255)),
});

/** Body that changes the card of a subscription: a source and a consumer, as in a payment. */
export const changeSubscriptionCardRequest = z.strictObject({ paymentSource, consumer });
export type ChangeSubscriptionCardRequest = z.infer<typeof changeSubscriptionCardRequest>;

const longIpCardRequest = z.extend(changeSubscriptionCardRequest, { consumer: consumerWithLongIp });

/** Checks a card change by the rules of a payment: the source requires the same fields of the consumer. */
export function parseChangeSubscriptionCardRequest(
  input: unknown,
  settings: PaymentSettings = {},
): Parsed<ChangeSubscriptionCardRequest> {
  const schema = settings.maxIpLength === 39 ? longIpCardRequest : changeSubscriptionCardRequest;
  return withConditions(parse(schema, input), payerProblems(input, settings));
}
