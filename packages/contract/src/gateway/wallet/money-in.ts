/** Section 4.4: how money gets onto an account: refills by card, and top-ups. */
import * as z from "zod";
import { consumer, longIp } from "../consumer.ts";
import { metadata } from "../metadata.ts";
import { amount } from "../money.ts";
import { type Parsed, parse } from "../parse.ts";
import { missingThreeDsFields, type PaymentSettings } from "../payment.ts";
import { webAddress } from "../text.ts";
import { clientId, flag, merchantOrderId, name, open, reason } from "./values.ts";

const refillConsumer = consumer
  .pick({
    firstName: true,
    lastName: true,
    ip: true,
    userAgent: true,
    browserAcceptHeader: true,
    browserJavaEnabled: true,
    browserLanguage: true,
    browserColorDepth: true,
    browserScreenHeight: true,
    browserScreenWidth: true,
    browserTimezone: true,
    phone: true,
    country: true,
    state: true,
    city: true,
    zip: true,
    address: true,
    birthday: true,
  })
  .strict();

/** A line of the refill's bill beside the amount: a fee, a discount. */
const amountMod = z.strictObject({
  /** In the account's currency; negative for a discount. */
  amount: z
    .number("must be a number")
    .min(-999_999_999_999, "is too large")
    .max(999_999_999_999, "is too large"),
  title: name,
});

/** Free data, with two keys that the gateway reads. */
const refillMetadata = z.intersection(
  metadata,
  z.looseObject({
    /** *Assumption*: the shopper pays the `amountMods` on top of the amount; otherwise they come off what is credited. */
    isCover: flag.optional(),
    /** *Assumption*: at most 20. */
    amountMods: z.array(amountMod, "must be an array").max(20, "must hold at most 20").optional(),
  }),
);

/** Body of a refill. The account is named by the path. */
export const refillRequest = z.strictObject({
  clientId,
  /** What is bought, as the shopper and the statement read it. */
  name,
  amount: amount.positive("must be more than 0"),
  /** With `secure` it needs what 3D Secure needs, as section 2.5 does (*assumption*). */
  consumer: refillConsumer,
  emailOptions: z.strictObject({ send: flag }).optional(),
  /** Where the shopper goes afterwards. */
  redirectUrl: webAddress.optional(),
  /** Where the transaction is reported; the account's own unless given. */
  webhookUrl: webAddress.optional(),
  /** Through 3D Secure. @default false (*assumption*) */
  secure: flag.optional(),
  /** Goes through everything and moves no money: the transaction has mode `test` (*assumption*). */
  test: flag.optional(),
  merchantOrderId: merchantOrderId.optional(),
  metadata: refillMetadata.optional(),
  /** Asks for a card even where the account has one to charge at once ("quick sale"). */
  forceCheckout: flag.optional(),
  payment: z
    .strictObject({
      /** The shop's domain, which the page names. */
      domain: z
        .string()
        .regex(/^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/, {
          error: "must be a domain name without a protocol",
        })
        .optional(),
    })
    .optional(),
});
export type RefillRequest = z.infer<typeof refillRequest>;

const longIpRefillRequest = refillRequest.extend({ consumer: refillConsumer.extend({ ip: longIp }) });

/** Checks a refill whole: bounds, and what 3D Secure needs where the refill goes through it. */
export function parseRefillRequest(
  input: unknown,
  { maxIpLength }: Pick<PaymentSettings, "maxIpLength"> = {},
): Parsed<RefillRequest> {
  const parsed = parse(maxIpLength === 39 ? longIpRefillRequest : refillRequest, input);
  const { secure, consumer: who } = (input ?? {}) as Readonly<Record<string, unknown>>;
  const missing = secure === true && typeof who === "object" && who !== null ? missingThreeDsFields(who) : [];
  if (missing.length === 0) return parsed;
  const errors = Object.fromEntries(missing.map((field) => [`consumer.${field}`, "is required for 3DS"]));
  return { ok: false, errors: { ...(parsed.ok ? {} : parsed.errors), ...errors } };
}

/** The answer to a refill: where the shopper goes to pay for it. Its end is told to `webhookUrl`. */
export const refillResult = z.looseObject({
  result: open(["processing"]),
  action: open(["redirect"]),
  code: z.int(),
  /** *Assumption*: the page's address; the interface shows no field for it. */
  url: z.string().optional(),
});
export type RefillResult = z.infer<typeof refillResult>;

/** A day and a time, `Y-m-d H:i:s`, in UTC (*assumption*). */
const dateTime = z.string().refine(isDateTime, { error: "must be a date and time, yyyy-mm-dd hh:mm:ss" });

function isDateTime(value: string): boolean {
  if (!/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return false;
  const iso = `${value.replace(" ", "T")}.000Z`;
  const parsed = new Date(iso);
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString() === iso;
}

/** Body of a top-up, which adds or takes virtual money. The account is named by the path. */
export const topUpRequest = z.strictObject({
  clientId,
  reason: reason.optional(),
  /** Positive: an `income` transaction. Negative: an `outcome`. */
  amount: z
    .number("must be a number")
    .min(-999_999_999_999, "is too large")
    .max(999_999_999_999, "is too large")
    .refine((value) => value !== 0, { error: "must not be 0" }),
  merchantOrderId: merchantOrderId.optional(),
  metadata: metadata.optional(),
  /** When the money stops counting; for accounts of type promo only. */
  dateExpire: dateTime.optional(),
});
export type TopUpRequest = z.infer<typeof topUpRequest>;
