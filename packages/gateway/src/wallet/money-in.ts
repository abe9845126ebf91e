/** Section 4.4: money into an account, by refills (card) and top-ups. */
import * as z from "zod/mini";
import { type Consumer, consumer, longIp, threeDsFields } from "../consumer.ts";
import { type Metadata, metadata } from "../metadata.ts";
import { amount } from "../money.ts";
import { type Parsed, parse } from "../parse.ts";
import {
  type Condition,
  type EmailOptions,
  emailOptions,
  missingThreeDsFields,
  type PaymentSettings,
} from "../payment.ts";
import { dateTime, webAddress } from "../text.ts";
import { type ClientIdField, clientId, flag, merchantOrderId, name, open, reason } from "./values.ts";

/** The consumer of a refill: a subset of a payment's consumer. */
export type RefillConsumer = Omit<Consumer, "id" | "externalId" | "email" | "cpf" | "deviceId">;

/** *Assumption*: `ip` is required, as in a payment; the interface marks no member of a refill's consumer as required. */
const refillConsumer = z.omit(consumer, {
  id: true,
  externalId: true,
  email: true,
  cpf: true,
  deviceId: true,
});

/** An extra line on the refill's bill: a fee or a discount. */
export interface AmountMod {
  /** In the major unit of the account's currency; negative for a discount. */
  readonly amount: number;
  /** The text that the shopper sees, 1 to 128 characters. */
  readonly title: string;
}

/** Free data with two keys that the gateway interprets. */
export interface RefillMetadata {
  /** `true`: the shopper pays the `amountMods` in addition to the amount. Else they are deducted from the credited amount. */
  readonly isCover?: boolean | undefined;
  /** At most 20. */
  readonly amountMods?: readonly AmountMod[] | undefined;
  readonly [key: string]: unknown;
}

/** Schema of {@link AmountMod}. */
const amountMod = z.strictObject({
  amount: z
    .number("must be a number")
    .check(z.minimum(-999_999_999_999, "is too large"), z.maximum(999_999_999_999, "is too large")),
  title: name,
});

/** Schema of {@link RefillMetadata}. *Assumptions*: the meaning of `isCover`, and at most 20 `amountMods`. */
export const refillKeys = z.looseObject({
  isCover: z.optional(flag),
  amountMods: z.optional(
    z.array(amountMod, "must be an array").check(z.maxLength(20, "must hold at most 20")),
  ),
});
const refillMetadata = z.intersection(metadata, refillKeys);

/** Body of a refill. The path names the account. */
export interface RefillRequest extends ClientIdField {
  /** Name of the purchase, for the shopper and on the statement: 1 to 128 characters. */
  readonly name: string;
  /** In the major unit of the account's currency, more than 0. */
  readonly amount: number;
  /** With `secure`, the fields that 3D Secure requires are required. */
  readonly consumer: RefillConsumer;
  /** Whether the gateway notifies the shopper by e-mail. */
  readonly emailOptions?: EmailOptions | undefined;
  /** The page to which the shopper returns: an absolute http or https address. */
  readonly redirectUrl?: string | undefined;
  /** Receives the report of the transaction. @default the account's address */
  readonly webhookUrl?: string | undefined;
  /** Uses 3D Secure. @default false */
  readonly secure?: boolean | undefined;
  /** Runs the whole refill without moving money: the transaction has mode `test`. */
  readonly test?: boolean | undefined;
  /** Your own id of the order, 1 to 64 characters. */
  readonly merchantOrderId?: string | undefined;
  readonly metadata?: (Metadata & RefillMetadata) | undefined;
  /** Asks for a card even if the account has one that can be charged at once ("quick sale"). */
  readonly forceCheckout?: boolean | undefined;
  /** `domain`: the shop's domain, without a protocol, which the payment page shows. */
  readonly payment?: { readonly domain?: string | undefined } | undefined;
}

/**
 * Schema of {@link RefillRequest}. *Assumptions*: `secure` is off by default and requires the fields that section 2.5 requires;
 * `test` creates a transaction with mode `test`.
 */
export const refillRequest = z.strictObject({
  clientId,
  name,
  amount: amount.check(z.positive("must be more than 0")),
  consumer: refillConsumer,
  emailOptions: z.optional(emailOptions),
  redirectUrl: z.optional(webAddress),
  webhookUrl: z.optional(webAddress),
  secure: z.optional(flag),
  test: z.optional(flag),
  merchantOrderId: z.optional(merchantOrderId),
  metadata: z.optional(refillMetadata),
  forceCheckout: z.optional(flag),
  payment: z.optional(
    z.strictObject({
      domain: z.optional(
        z.string().check(
          z.regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
            error: "must be a domain name without a protocol",
          }),
        ),
      ),
    }),
  ),
});

const longIpRefillRequest = z.extend(refillRequest, { consumer: z.extend(refillConsumer, { ip: longIp }) });

/** The fields that a refill with 3D Secure requires. */
export const refillCondition = {
  when: "for 3DS",
  fields: threeDsFields.map((field) => `consumer.${field}`),
} as const satisfies Condition;

/** Checks a whole refill: bounds, and the fields that 3D Secure requires if the refill uses it. */
export function parseRefillRequest(
  input: unknown,
  { maxIpLength }: Pick<PaymentSettings, "maxIpLength"> = {},
): Parsed<RefillRequest> {
  const parsed = parse(maxIpLength === 39 ? longIpRefillRequest : refillRequest, input);
  const { secure, consumer: who } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const missing = secure === true && typeof who === "object" && who !== null ? missingThreeDsFields(who) : [];
  if (missing.length === 0) return parsed;
  const errors = Object.fromEntries(
    missing.map((field) => [`consumer.${field}`, `is required ${refillCondition.when}`]),
  );
  return { ok: false, errors: { ...(parsed.ok ? {} : parsed.errors), ...errors } };
}

/** Result of a refill: the address of the payment page. The outcome is sent to `webhookUrl`. */
export const refillResult = z.looseObject({
  result: open(["processing"]),
  action: open(["redirect"]),
  code: z.int(),
  /** *Assumption*: the address of the payment page; the interface shows no field for it. */
  url: z.optional(z.string()),
});
export type RefillResult = z.infer<typeof refillResult>;

/** Body of a top-up, which adds or removes virtual money. The path names the account. */
export interface TopUpRequest extends ClientIdField {
  /** 1 to 255 characters. */
  readonly reason?: string | undefined;
  /** In the major unit of the account's currency. Positive: an `income` transaction. Negative: an `outcome`. Never 0. */
  readonly amount: number;
  /** Your own id of the order, 1 to 64 characters. */
  readonly merchantOrderId?: string | undefined;
  readonly metadata?: Metadata | undefined;
  /** Expiry of the money, in UTC: `2031-12-24 18:00:00`. For accounts of type promo only. */
  readonly dateExpire?: string | undefined;
}

/** Schema of {@link TopUpRequest}. */
export const topUpRequest = z.strictObject({
  clientId,
  reason: z.optional(reason),
  amount: z.number("must be a number").check(
    z.minimum(-999_999_999_999, "is too large"),
    z.maximum(999_999_999_999, "is too large"),
    z.refine((value) => value !== 0, { error: "must not be 0" }),
    z.meta({ description: "not 0" }),
  ),
  merchantOrderId: z.optional(merchantOrderId),
  metadata: z.optional(metadata),
  dateExpire: z.optional(dateTime),
});
