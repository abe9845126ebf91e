/** Section 2.2: a payment request, and the conditions between its parts. */

import { isRecord, readOwn } from "@cardpane/contract/record";
import * as z from "zod/mini";
import { type Consumer, consumer, consumerWithLongIp, type MaxIpLength, threeDsFields } from "./consumer.ts";
import { type Metadata, metadata } from "./metadata.ts";
import { amount, amountProblem } from "./money.ts";
import { FieldErrorList, type FieldErrors, type Parsed, parse, withConditions } from "./parse.ts";
import { type Sku, sku, skuVariant } from "./sku.ts";
import { applePayProblems, type PaymentSource, type PaymentSourceType, paymentSource } from "./source.ts";
import { webAddress } from "./text.ts";

const partialApproval = z
  .strictObject({
    amount: z.optional(amount),
    percentage: z.optional(
      z
        .number("must be a number")
        .check(z.minimum(0, "must be from 0 to 100"), z.maximum(100, "must be from 0 to 100")),
    ),
  })
  .check(
    z.refine((value) => value.amount !== undefined || value.percentage !== undefined, {
      error: "must hold an amount, a percentage or both",
    }),
    z.meta({ description: "an amount, a percentage or both" }),
  );

/** Approves a part of the amount: an amount, a percentage, or both. */
export interface WirePartialApproval {
  /** In the major unit of the first charge's currency. */
  readonly amount?: number | undefined;
  /** From 0 to 100. */
  readonly percentage?: number | undefined;
}

/** The addresses to which the gateway sends notifications and the shopper returns. Absolute http or https addresses. */
export interface PaymentUrls {
  /** Receives the notifications; `begin()` of the checkout creates it. */
  readonly ipnUrl: string;
  /** The page to which the shopper's browser returns after a redirect. */
  readonly redirectUrl: string;
}

/** Whether the gateway sends e-mails to the shopper. */
export interface EmailOptions {
  /** Whether it sends e-mails. */
  readonly send?: boolean | undefined;
}

/** Body of `POST /payment` (section 2.2). */
export interface PaymentRequest {
  readonly paymentSource: PaymentSource;
  readonly partialApproval?: WirePartialApproval | undefined;
  readonly sku: Sku;
  readonly consumer: Consumer;
  readonly url: PaymentUrls;
  readonly metadata?: Metadata | undefined;
  readonly emailOptions?: EmailOptions | undefined;
}

/** Schema of {@link EmailOptions}. */
export const emailOptions = z.strictObject({ send: z.optional(z.boolean("must be true or false")) });

/** Body of `POST /payment`. Its cross-field conditions are checked by {@link parsePaymentRequest}. */
export const paymentRequest = z.strictObject({
  paymentSource,
  partialApproval: z.optional(partialApproval),
  sku,
  consumer,
  // Assumption: the interface requires `url` and does not describe its two members.
  url: z.strictObject({ ipnUrl: webAddress, redirectUrl: webAddress }),
  metadata: z.optional(metadata),
  emailOptions: z.optional(emailOptions),
});

export interface PaymentSettings {
  /**
   * How to handle a payment that requires 3D Secure (the default for card and token) but lacks the browser's fields:
   * refuse it, or process it without 3D Secure.
   * @default "refuse"
   */
  // Assumption: the interface only calls them "required for 3DS".
  readonly threeDsMissing?: "refuse" | "skip";
  /**
   * Maximum length of `consumer.ip`. 39 allows a whole IPv6 address, which live gateways accept.
   * @default 16
   */
  readonly maxIpLength?: MaxIpLength;
}

/**
 * Checks a payment request against sections 2.2 to 2.5: every bound and every condition between fields. Returns all problems
 * at once, keyed by the path of the field.
 */
export function parsePaymentRequest(input: unknown, settings: PaymentSettings = {}): Parsed<PaymentRequest> {
  // The sku is a union. It is parsed with the variant that the input means, so that an error names a field and not "sku".
  const parsed = parse(requestWith(skuVariant(readOwn(input, "sku")), settings.maxIpLength), input);
  const broken = [
    ...consumerProblems(input, settings),
    ...applePay(input),
    ...retryWithoutThreeDs(input),
    ...amountProblems(input),
  ];
  return withConditions(parsed, errorsOf(broken));
}

type SkuVariant = ReturnType<typeof skuVariant>;
type RequestsBySku = Map<SkuVariant, z.ZodMiniType<PaymentRequest>>;
const requests: Readonly<Record<MaxIpLength, RequestsBySku>> = { 16: new Map(), 39: new Map() };

/** The schema for a variant, cached, because zod compiles a schema at its first use. */
function requestWith(variant: SkuVariant, maxIpLength: MaxIpLength = 16): z.ZodMiniType<PaymentRequest> {
  const known = requests[maxIpLength];
  const who = maxIpLength === 39 ? consumerWithLongIp : consumer;
  const schema = known.get(variant) ?? z.extend(paymentRequest, { sku: variant, consumer: who });
  known.set(variant, schema);
  return schema;
}

/** Whether a payment uses 3D Secure: by default for card and token, but not after the merchant's own MPI authenticated. */
export function wantsThreeDs(source: unknown): boolean {
  const type = readOwn(source, "type");
  if (type !== "card" && type !== "token") return false;
  // Assumption: a merchant that sends the result of its own MPI wants no second authentication.
  return readOwn(source, "3ds") !== false && readOwn(source, "mpiParameters") === undefined;
}

/** The browser's fields that 3D Secure requires and the consumer lacks. */
export function missingThreeDsFields(consumerInput: unknown): readonly string[] {
  return threeDsFields.filter((field) => isMissing(readOwn(consumerInput, field)));
}

/** A broken condition between fields. Conditions are checked on the raw input, to report them together with broken bounds. */
interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/**
 * The broken conditions that a source sets for itself and for the consumer (sections 2.3 and 2.5), for every body with
 * `paymentSource` and `consumer`. Messages by path of the field.
 */
export function payerProblems(input: unknown, settings: PaymentSettings = {}): FieldErrors {
  return errorsOf([...consumerProblems(input, settings), ...applePay(input)]);
}

function errorsOf(problems: readonly Problem[]): FieldErrors {
  const list = new FieldErrorList();
  for (const { path, message } of problems) list.add(path, message);
  return list.errors;
}

/** A condition under which fields that are optional in a schema are required. */
export interface Condition {
  /** Follows `is required` in the message. */
  readonly when: string;
  /** Paths of the fields. */
  readonly fields: readonly string[];
}

/** A condition that depends on the payment: on its source, its consumer and the settings. */
export interface PayerCondition extends Condition {
  readonly applies: (payer: {
    readonly source: unknown;
    readonly consumer: Readonly<Record<string, unknown>>;
    readonly settings: PaymentSettings;
  }) => boolean;
}

/** Section 2.5: which fields of the consumer are required, and when. */
export const payerConditions: readonly PayerCondition[] = [
  {
    when: "when id is empty",
    fields: ["consumer.externalId", "consumer.email"],
    applies: ({ consumer: who }) => isMissing(who["id"]),
  },
  forType("binancepay", "email"),
  forType("sepa", "firstName", "lastName"),
  forType("card", "firstName", "lastName"),
  forType("binancepay", "firstName", "lastName"),
  forType("pix", "cpf"),
  {
    when: "for 3DS",
    fields: threeDsFields.map((field) => `consumer.${field}`),
    applies: ({ source, settings }) => wantsThreeDs(source) && settings.threeDsMissing !== "skip",
  },
];

function forType(type: PaymentSourceType, ...fields: readonly string[]): PayerCondition {
  return {
    when: `for ${type}`,
    fields: fields.map((field) => `consumer.${field}`),
    applies: ({ source }) => readOwn(source, "type") === type,
  };
}

function consumerProblems(input: unknown, settings: PaymentSettings): readonly Problem[] {
  const source = readOwn(input, "paymentSource");
  const who = readOwn(input, "consumer");
  if (!isRecord(who)) return [];
  const rules: PaymentSettings = isRetry(input) ? { ...settings, threeDsMissing: "refuse" } : settings;
  return payerConditions
    .filter(({ applies }) => applies({ source, consumer: who, settings: rules }))
    .flatMap(({ when, fields }) =>
      fields
        .map((path) => path.split("."))
        .filter(([, field]) => isMissing(who[String(field)]))
        .map((path) => ({ path, message: `is required ${when}` })),
    );
}

/** Whether a payment is a retry after an SCA decline. Section 2.4: it has every parameter of 3D Secure. */
function isRetry(input: unknown): boolean {
  return readOwn(readOwn(input, "sku"), "action") !== undefined;
}

function retryWithoutThreeDs(input: unknown): readonly Problem[] {
  const source = readOwn(input, "paymentSource");
  const isWithout = readOwn(source, "3ds") === false && readOwn(source, "mpiParameters") === undefined;
  if (!isRetry(input) || !isWithout) return [];
  return [{ path: ["paymentSource", "3ds"], message: "must not be false in a retry after an SCA decline" }];
}

/** Section 2.3: an Apple Pay source has exactly one of its two modes. */
function applePay(input: unknown): readonly Problem[] {
  const source = readOwn(input, "paymentSource");
  if (readOwn(source, "type") !== "applePay" || !isRecord(source)) return [];
  return Object.entries(applePayProblems(source)).map(([field, message]) => ({
    path: ["paymentSource", field],
    message,
  }));
}

/** Errors of amounts with more decimals than their currency has. *Assumption*: they are refused, never rounded. */
function amountProblems(input: unknown): readonly Problem[] {
  const price = readOwn(readOwn(input, "sku"), "price");
  // Array.from, because map() skips the holes of a sparse array and keeps them.
  const items: readonly unknown[] = Array.isArray(price) ? Array.from(price) : [];
  const amounts = items.map((item, index) => ({
    path: ["sku", "price", index, "amount"],
    value: readOwn(item, "amount"),
    currency: readOwn(item, "currency"),
  }));
  // A partial approval has no currency field: its currency is that of the first charge.
  const least = readOwn(readOwn(input, "partialApproval"), "amount");
  const all = [
    ...amounts,
    { path: ["partialApproval", "amount"], value: least, currency: amounts[0]?.currency },
  ];
  return all.flatMap(({ path, value, currency }) => {
    if (typeof value !== "number" || typeof currency !== "string") return [];
    const message = amountProblem(value, currency);
    return message === undefined ? [] : [{ path, message }];
  });
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}
