/**
 * Section 4: the table of operations. The Node client's calls, the sandbox's routes and the OpenAPI document are all derived
 * from it. A merchant whose gateway differs overrides entries with {@link withOverrides} and needs no fork.
 */
import { type FieldOperationName, fieldOperations } from "./field-operations.ts";
import type { Operation, Route } from "./operation.ts";
import { type Parsed, parse } from "./parse.ts";
import { parsePaymentRequest, payerConditions, paymentRequest } from "./payment.ts";
import { paymentResult } from "./result.ts";
import {
  type TokenizeAccountRequest,
  type TokenizeRequest,
  tokenizeAccountRequest,
  tokenizeRequest,
  tokenizeResult,
} from "./tokenize.ts";
import { type WalletOperationName, walletOperations } from "./wallet/operations.ts";

/** The names of the payment area's operations. */
export type PaymentOperationName = "tokenize" | "tokenizeWithPaymentAccountId" | "payment";

/** The three operations of the payment area. */
export const paymentOperations = {
  tokenize: {
    method: "POST",
    path: "/tokenize",
    auth: "none",
    success: 201,
    errors: [400, 401, 403, 429, 500],
    request: tokenizeRequest,
    result: tokenizeResult,
    check: (input: unknown): Parsed<TokenizeRequest> => parse(tokenizeRequest, input),
    summary: "Exchanges card data for a one-time token, valid for 30 minutes.",
    section: "4.1",
  },
  tokenizeWithPaymentAccountId: {
    method: "POST",
    path: "/tokenizeWithPaymentAccountId",
    auth: "none",
    success: 201,
    errors: [400, 401, 403, 429, 500],
    request: tokenizeAccountRequest,
    result: tokenizeResult,
    check: (input: unknown): Parsed<TokenizeAccountRequest> => parse(tokenizeAccountRequest, input),
    summary: "Exchanges a stored payment account and its CVV for a one-time token, valid for 30 minutes.",
    section: "4.2",
  },
  payment: {
    method: "POST",
    path: "/payment",
    auth: "merchant",
    success: 201,
    // 401, 403, 429 and 500 are an assumption: the interface shows only 400 for this operation.
    errors: [400, 401, 403, 429, 500],
    request: paymentRequest,
    result: paymentResult,
    check: parsePaymentRequest,
    conditions: payerConditions,
    summary: "Creates a payment. A declined or pending payment is an answer, not an error.",
    section: "4.3",
  },
} as const satisfies Readonly<Record<PaymentOperationName, Operation>>;

/** Every operation of the document. {@link fieldOperations} has the others. */
export const operations = { ...paymentOperations, ...walletOperations } as const;

/** The name of an operation of the document. */
export type OperationName = PaymentOperationName | WalletOperationName;
/** Every operation, including those that are not in the document. */
export const allOperations = { ...operations, ...fieldOperations } as const;
/** The name of any operation. */
export type AnyOperationName = OperationName | FieldOperationName;
/** Overrides of method, path and success status, for a gateway that differs from this table. */
export type OperationOverrides = {
  readonly [Name in AnyOperationName]?: Partial<Route>;
};
/** Method, path and success status of each operation, overrides applied. */
export type Routes = {
  readonly [Name in AnyOperationName]: Route;
};

/** The table's routes with a merchant's overrides. */
export function withOverrides(overrides: OperationOverrides = {}): Routes {
  const names = Object.keys(allOperations) as AnyOperationName[];
  return Object.fromEntries(
    names.map((name) => {
      const { method, path, success } = allOperations[name];
      const own = overrides[name];
      return [
        name,
        {
          method: own?.method ?? method,
          path: own?.path ?? path,
          success: own?.success ?? success,
        },
      ];
    }),
  ) as Routes;
}
