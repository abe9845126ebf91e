/**
 * Refund and void of a payment. *Not in the document*: the shapes are those of public clients of such gateways. One
 * operation, "credit", does both: it refunds a settled payment and voids an unsettled one.
 */
import * as z from "zod/mini";
import { paymentCodes } from "./codes.ts";
import { amount } from "./money.ts";
import { text } from "./text.ts";
import { open } from "./wallet/values.ts";

/** Body of a refund or void. Amounts are in the payment's currency. */
export const creditRequest = z.strictObject({
  /** The reason of the refund. Some gateways show it to the shopper. */
  reason: text(1, 255),
  /** A part of the payment. Absent: all of it that is not refunded yet. */
  amount: z.optional(amount.check(z.positive("must be more than 0"))),
});
export type CreditRequest = z.infer<typeof creditRequest>;

/** An id of the gateway in a result: live gateways also send short texts and numbers. */
export const resultId = z.union([
  z.string().check(z.minLength(1), z.maxLength(36)),
  z.int().check(z.nonnegative()),
]);

/** Result of a refund or void: a payment result without an order id. The code may be a number. */
export const creditResult = z.looseObject({
  payment: z.looseObject({
    code: z.optional(z.union([open(Object.keys(paymentCodes) as [string, ...string[]]), z.int()])),
    description: z.optional(z.string()),
    action: z.optional(z.string()),
    /** `void` if the payment was not settled yet. */
    mode: z.optional(open(["refund", "void", "credit"])),
    status: open(["success", "fail", "pending"]),
    /** The refunded or voided amount. */
    amount: z.number().check(z.nonnegative()),
    currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
    /** The refund's own transaction. */
    transactionId: resultId,
    /** The refunded transaction. */
    parentTransactionId: z.optional(resultId),
  }),
  consumer: z.optional(z.looseObject({ id: resultId })),
  metadata: z.optional(z.unknown()),
  timestamp: z.optional(z.unknown()),
});
export type CreditResult = z.infer<typeof creditResult>;
