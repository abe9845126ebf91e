/**
 * Sections 2.6 and 2.7: the result of a payment, and the body of a refusal.
 *
 * Results are read loosely: a field that a newer gateway adds is kept, and a descriptive enum (method, mode, code) may have
 * unknown values. `status` and `action` decide the merchant's next step, so they accept known values only.
 */
import * as z from "zod/mini";
import { type PaymentCode, paymentCodes } from "./codes.ts";
import { metadata } from "./metadata.ts";
import { open } from "./wallet/values.ts";

/** Every `payment.source.method` of the interface. */
export const paymentMethods = [
  "card",
  "applepay",
  "sepa",
  "sofortbanking",
  "ideal",
  "eps",
  "mybank",
  "bancontact",
  "giropay",
  "przelewy24",
  "onlinebanking",
  "skrill",
  "clickandbuy",
  "paypal",
  "pix",
  "boleto",
  "pps",
  "gash",
  "crypto",
  "paygarden",
  "alipay",
  "wechat",
  "unionpay_wallet",
  "voucher",
  "paysafecard",
  "ukash",
  "safeklick",
  "sms",
  "x1",
  "lotericas",
  "picpay",
  "deposit_express",
  "payid",
  "spei",
  "oxxo",
  "codi",
  "todito",
  "banktransfer",
  "cashpayment",
  "pse",
  "efecty",
  "tpaga",
  "pago46",
  "khipu",
  "multibanco",
  "bncr",
  "mbway",
  "papara",
  "havale",
  "webpay_chile",
  "banktransferChile",
  "mach",
] as const;
/** How a payment was made: `source.method` of a result. */
export type PaymentMethod = (typeof paymentMethods)[number];

const id = z.string().check(z.minLength(5), z.maxLength(36));
const code = open(Object.keys(paymentCodes) as [PaymentCode, ...PaymentCode[]]);

const resultSource = z.looseObject({
  method: z.optional(open(paymentMethods)),
  number: z.optional(z.string()),
  brand: z.optional(z.string()),
  bankName: z.optional(z.string()),
  bankCountry: z.optional(z.string()),
  expirationMonth: z.optional(z.string()),
  expirationYear: z.optional(z.string()),
  paymentAccountId: z.optional(z.guid()),
  disabled: z.optional(z.boolean()),
});

const payment = z.looseObject({
  /** Absent while the payment is pending. */
  code: z.optional(code),
  description: z.optional(z.string().check(z.maxLength(128))),
  action: z.optional(z.enum(["redirect", "charge"])),
  url: z.optional(z.string()),
  qrCode: z.optional(z.string()),
  mode: z.optional(open(["sale", "auth"])),
  status: z.enum(["success", "fail", "pending"]),
  amount: z.number(),
  /** "ISO 3 format". Not looked up: a result in a currency that is newer than our table is still valid. */
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  amountUsd: z.optional(z.number()),
  orderId: id,
  transactionId: id,
  descriptor: z.optional(z.string()),
  source: z.optional(resultSource),
});

const resultConsumer = z.looseObject({
  id,
  externalId: z.optional(z.string().check(z.minLength(3), z.maxLength(64))),
  email: z.optional(z.string().check(z.maxLength(100))),
  firstName: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
  lastName: z.optional(z.string().check(z.minLength(1), z.maxLength(32))),
  phone: z.optional(z.string()),
  country: z.optional(z.string()),
  state: z.optional(z.string()),
  city: z.optional(z.string()),
  zip: z.optional(z.string()),
});

const subscription = z.looseObject({
  id: z.optional(id),
  status: z.optional(z.nullable(open(["active", "canceled"]))),
  renewalDate: z.optional(z.nullable(z.string())),
  cancelDate: z.optional(z.nullable(z.string())),
  cycle: z.optional(z.nullable(z.number())),
});

/** Result of `POST /payment`, status 201: a declined or pending payment has a result like a successful one. */
export const paymentResult = z.looseObject({
  payment,
  consumer: resultConsumer,
  subscription: z.optional(subscription),
  metadata: z.optional(metadata),
  timestamp: z.looseObject({
    dateTime: z.string(),
    timezone: z.string(),
    unixTime: z.string(),
  }),
});
export type PaymentResult = z.infer<typeof paymentResult>;

/** Body of every refusal (section 2.7). `errors` maps the path of a field to its error message. */
export const errorResult = z.looseObject({
  message: z.string(),
  errors: z.optional(z.record(z.string(), z.string())),
});
export type ErrorResult = z.infer<typeof errorResult>;
