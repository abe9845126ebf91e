/**
 * Sections 2.6 and 2.7: the result of a payment, and the body of a refusal.
 *
 * Results are read loosely: a field that a newer gateway adds is kept, and a descriptive enum (method, mode, code) may have
 * unknown values. `status` and `action` decide the merchant's next step, so they accept known values only.
 */
import * as z from "zod";
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

const id = z.string().min(5).max(36);
const code = open(Object.keys(paymentCodes) as [PaymentCode, ...PaymentCode[]]);

const resultSource = z.looseObject({
  method: open(paymentMethods).optional(),
  number: z.string().optional(),
  brand: z.string().optional(),
  bankName: z.string().optional(),
  bankCountry: z.string().optional(),
  expirationMonth: z.string().optional(),
  expirationYear: z.string().optional(),
  paymentAccountId: z.guid().optional(),
  disabled: z.boolean().optional(),
});

const payment = z.looseObject({
  /** Absent while the payment is pending. */
  code: code.optional(),
  description: z.string().max(128).optional(),
  action: z.enum(["redirect", "charge"]).optional(),
  url: z.string().optional(),
  qrCode: z.string().optional(),
  mode: open(["sale", "auth"]).optional(),
  status: z.enum(["success", "fail", "pending"]),
  amount: z.number(),
  /** "ISO 3 format". Not looked up: a result in a currency that is newer than our table is still valid. */
  currency: z.string().regex(/^[A-Z]{3}$/),
  amountUsd: z.number().optional(),
  orderId: id,
  transactionId: id,
  descriptor: z.string().optional(),
  source: resultSource.optional(),
});

const resultConsumer = z.looseObject({
  id,
  externalId: z.string().min(3).max(64).optional(),
  email: z.string().max(100).optional(),
  firstName: z.string().min(1).max(32).optional(),
  lastName: z.string().min(1).max(32).optional(),
  phone: z.string().optional(),
  country: z.string().optional(),
  state: z.string().optional(),
  city: z.string().optional(),
  zip: z.string().optional(),
});

const subscription = z.looseObject({
  id: id.optional(),
  status: open(["active", "canceled"]).nullable().optional(),
  renewalDate: z.string().nullable().optional(),
  cancelDate: z.string().nullable().optional(),
  cycle: z.number().nullable().optional(),
});

/** Result of `POST /payment`, status 201: a declined or pending payment has a result like a successful one. */
export const paymentResult = z.looseObject({
  payment,
  consumer: resultConsumer,
  subscription: subscription.optional(),
  metadata: metadata.optional(),
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
  errors: z.record(z.string(), z.string()).optional(),
});
export type ErrorResult = z.infer<typeof errorResult>;
