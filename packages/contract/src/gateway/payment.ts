/** Section 2.2: a payment request, and the conditions that tie its parts together. */
import * as z from "zod";
import { consumer, threeDsFields } from "./consumer.ts";
import { amount, amountProblem } from "./money.ts";
import { collectErrors, type FieldErrors, type Parsed } from "./parse.ts";
import { sku, skuVariant } from "./sku.ts";
import { applePayProblems, paymentSource } from "./source.ts";
import { webAddress } from "./text.ts";

const partialApproval = z
  .strictObject({
    amount: amount.optional(),
    percentage: z
      .number("must be a number")
      .min(0, "must be from 0 to 100")
      .max(100, "must be from 0 to 100")
      .optional(),
  })
  .refine((value) => value.amount !== undefined || value.percentage !== undefined, {
    error: "must hold amount, percentage or both",
  });

/** Body of `POST /payment`. Its cross-field conditions are checked by {@link parsePaymentRequest}. */
export const paymentRequest = z.strictObject({
  paymentSource,
  partialApproval: partialApproval.optional(),
  sku,
  consumer,
  url: z.strictObject({ ipnUrl: webAddress, redirectUrl: webAddress }),
  metadata: z.record(z.string(), z.json()).optional(),
  emailOptions: z.strictObject({ send: z.boolean("must be true or false").optional() }).optional(),
});
export type PaymentRequest = z.infer<typeof paymentRequest>;

export interface PaymentSettings {
  /**
   * What becomes of a payment that asks for 3D Secure (the default for card and token) without the browser's fields:
   * refused, or made without 3D Secure. *Assumption*: the interface calls them "required for 3DS" and says no more.
   * @default "refuse"
   */
  readonly threeDsMissing?: "refuse" | "skip";
}

/**
 * Checks a payment request against sections 2.2 to 2.5: every bound, and every condition between fields, all in one
 * answer, keyed by the path of the field.
 */
export function parsePaymentRequest(input: unknown, settings: PaymentSettings = {}): Parsed<PaymentRequest> {
  // The sku is a union: parsed by the variant it means, so that an error names a field and not "sku".
  const parsed = paymentRequest.extend({ sku: skuVariant(read(input, "sku")) }).safeParse(input);
  const errors: FieldErrors = parsed.success ? {} : collectErrors(parsed.error, input);
  for (const [path, message] of Object.entries(conditions(input, settings))) errors[path] ??= message;
  if (parsed.success && Object.keys(errors).length === 0) return { ok: true, value: parsed.data };
  return { ok: false, errors };
}

/** Says whether a payment goes through 3D Secure: on by default for card and token, off where an MPI did it before. */
export function wantsThreeDs(source: unknown): boolean {
  const type = read(source, "type");
  if (type !== "card" && type !== "token") return false;
  // Assumption: a merchant that sends the result of its own MPI asks the gateway for no second authentication.
  return read(source, "3ds") !== false && read(source, "mpiParameters") === undefined;
}

/** The browser's fields that 3D Secure needs and the consumer lacks. */
export function missingThreeDsFields(consumerInput: unknown): readonly string[] {
  return threeDsFields.filter((field) => read(consumerInput, field) === undefined);
}

/** Conditions between fields, on the raw input, so that they are told together with the bounds. */
function conditions(input: unknown, settings: PaymentSettings): FieldErrors {
  const source = read(input, "paymentSource");
  const who = read(input, "consumer");
  const errors: FieldErrors = {};
  const need = (field: string, because: string) => {
    if (isMissing(read(who, field))) errors[`consumer.${field}`] = `is required ${because}`;
  };
  const type = read(source, "type");

  if (isRecord(who)) {
    if (isMissing(who["id"])) {
      need("externalId", "when id is empty");
      need("email", "when id is empty");
    }
    if (type === "binancepay") need("email", "for binancepay");
    if (type === "sepa" || type === "card" || type === "binancepay") {
      need("firstName", `for ${type}`);
      need("lastName", `for ${type}`);
    }
    if (type === "pix") need("cpf", "for pix");
    if (wantsThreeDs(source) && settings.threeDsMissing !== "skip") {
      for (const field of missingThreeDsFields(who)) errors[`consumer.${field}`] = "is required for 3DS";
    }
  }
  if (type === "applePay" && isRecord(source)) {
    for (const [field, message] of Object.entries(applePayProblems(source))) {
      errors[`paymentSource.${field}`] = message;
    }
  }
  const price = read(read(input, "sku"), "price");
  if (Array.isArray(price)) {
    price.forEach((item: unknown, index) => {
      const value = read(item, "amount");
      const code = read(item, "currency");
      if (typeof value !== "number" || typeof code !== "string") return;
      const problem = amountProblem(value, code);
      if (problem) errors[`sku.price.${index}.amount`] = problem;
    });
  }
  return errors;
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function read(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
