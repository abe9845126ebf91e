/**
 * Refund and void of a payment. *Not in the document*: the shapes are those of public clients of such gateways. One
 * operation, "credit", does both: a payment that is settled is refunded, one that is not is voided.
 */
import * as z from "zod";
import { paymentCodes } from "./codes.ts";
import { amount } from "./money.ts";
import { text } from "./text.ts";
import { open } from "./wallet/values.ts";

/** Body of a refund or void. The currency is that of the payment. */
export const creditRequest = z.strictObject({
  /** Why the money goes back. Some gateways show it to the shopper. */
  reason: text(1, 255),
  /** A part of the payment. Absent: all that is left of it. */
  amount: amount.positive("must be more than 0").optional(),
});
export type CreditRequest = z.infer<typeof creditRequest>;

/** An id of the gateway in a result: live gateways send short texts and numbers, too. */
export const resultId = z.union([z.string().min(1).max(36), z.int().nonnegative()]);

/** Answer of a refund or void: a payment result without an order id. The code may be a number. */
export const creditResult = z.looseObject({
  payment: z.looseObject({
    code: z.union([open(Object.keys(paymentCodes) as [string, ...string[]]), z.int()]).optional(),
    description: z.string().optional(),
    action: z.string().optional(),
    /** `void` where nothing was settled yet. */
    mode: open(["refund", "void", "credit"]).optional(),
    status: open(["success", "fail", "pending"]),
    /** The amount that goes back. */
    amount: z.number().nonnegative(),
    currency: z.string().regex(/^[A-Z]{3}$/),
    /** The refund's own transaction. */
    transactionId: resultId,
    /** The refunded transaction. */
    parentTransactionId: resultId.optional(),
  }),
  consumer: z.looseObject({ id: resultId }).optional(),
  metadata: z.unknown().optional(),
  timestamp: z.unknown().optional(),
});
export type CreditResult = z.infer<typeof creditResult>;
