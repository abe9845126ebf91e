/**
 * Section 4.4: the wallet's rows of the table of operations. *Assumption*, all of it: the interface shows names, inputs and
 * results, but no methods, paths or statuses. We also assume that only the merchant may call the operations of users and
 * logins. A merchant whose gateway differs overrides a row.
 */
import { type Operation, type OperationShapes, operation } from "../operation.ts";
import {
  createAccountRequest,
  getAccountRequest,
  listAccountsRequest,
  listAccountsResult,
  paymentAccount,
  updateAccountRequest,
} from "./accounts.ts";
import {
  parseRefillRequest,
  refillCondition,
  refillRequest,
  refillResult,
  topUpRequest,
} from "./money-in.ts";
import { loginRequest, refreshTokensRequest, tokenPair } from "./session.ts";
import {
  getTransactionRequest,
  listTransactionsRequest,
  listTransactionsResult,
  parseWalletPaymentRequest,
  voidTransactionRequest,
  walletPaymentRequest,
  walletTransaction,
} from "./transactions.ts";
import {
  authenticatorResult,
  createUserRequest,
  createUserResult,
  listUsersRequest,
  listUsersResult,
  updateUserRequest,
  walletUser,
} from "./users.ts";
import { nothing } from "./values.ts";

/** The names of the wallet's operations. */
export type WalletOperationName =
  | "listUsers"
  | "createUser"
  | "getUser"
  | "updateUser"
  | "regenerateAuthenticator"
  | "login"
  | "refreshTokens"
  | "listAccounts"
  | "createAccount"
  | "getAccount"
  | "updateAccount"
  | "refill"
  | "topUp"
  | "payFromAccount"
  | "listTransactions"
  | "getTransaction"
  | "voidTransaction";

/** The wallet's operations. The caller passes the `{id}` of a path separately from the input. */
export const walletOperations = {
  listUsers: row("GET", "/api/v1/user", "merchant", 200, {
    request: listUsersRequest,
    result: listUsersResult,
    summary: "Lists the merchant's wallet users, a page at a time.",
  }),
  createUser: row("POST", "/api/v1/user", "merchant", 201, {
    moreErrors: [409],
    request: createUserRequest,
    result: createUserResult,
    summary: "Creates a wallet user with an authenticator, and payment accounts along with it.",
  }),
  getUser: row("GET", "/api/v1/user/{id}", "merchant or customer", 200, {
    request: nothing,
    result: walletUser,
    summary: "Gets one wallet user.",
  }),
  updateUser: row("PUT", "/api/v1/user/{id}", "merchant", 200, {
    moreErrors: [409],
    request: updateUserRequest,
    result: walletUser,
    summary: "Activates, blocks or renames a wallet user.",
  }),
  regenerateAuthenticator: row("POST", "/api/v1/user/{id}/oauth-url", "merchant", 200, {
    request: nothing,
    result: authenticatorResult,
    summary: "Makes a new authenticator URL; the old secret stops working.",
  }),
  login: row("POST", "/api/v1/auth", "merchant", 200, {
    moreErrors: [429],
    request: loginRequest,
    result: tokenPair,
    summary: "Logs a customer in by e-mail and authenticator code.",
  }),
  refreshTokens: row("POST", "/api/v1/auth/{id}/refresh", "merchant", 200, {
    request: refreshTokensRequest,
    result: tokenPair,
    summary: "Exchanges a refresh token for a new pair.",
  }),
  listAccounts: row("GET", "/api/v1/payment-account", "merchant or customer", 200, {
    request: listAccountsRequest,
    result: listAccountsResult,
    summary: "Lists a user's payment accounts.",
  }),
  createAccount: row("POST", "/api/v1/payment-account", "merchant or customer", 201, {
    request: createAccountRequest,
    result: paymentAccount,
    summary: "Creates a payment account.",
  }),
  getAccount: row("GET", "/api/v1/payment-account/{id}", "merchant or customer", 200, {
    request: getAccountRequest,
    result: paymentAccount,
    summary: "Gets one payment account.",
  }),
  updateAccount: row("PUT", "/api/v1/payment-account/{id}", "merchant or customer", 200, {
    request: updateAccountRequest,
    result: paymentAccount,
    summary: "Updates a payment account, its autoreload and its low-balance notice.",
  }),
  refill: row("POST", "/api/v1/payment-account/{id}/refill", "merchant or customer", 201, {
    request: refillRequest,
    result: refillResult,
    check: parseRefillRequest,
    conditions: [refillCondition],
    summary: "Begins a refill by card; the outcome is sent to the webhook.",
  }),
  topUp: row("POST", "/api/v1/payment-account/{id}/top-up", "merchant or customer", 201, {
    request: topUpRequest,
    result: walletTransaction,
    summary: "Adds virtual money to an account, or takes it.",
  }),
  payFromAccount: row("POST", "/api/v1/payment", "merchant or customer", 201, {
    moreErrors: [404],
    request: walletPaymentRequest,
    result: walletTransaction,
    check: parseWalletPaymentRequest,
    summary:
      "Pays from an account. A payment that the money does not suffice for is an answer, not an error.",
  }),
  listTransactions: row("GET", "/api/v1/transaction", "merchant or customer", 200, {
    request: listTransactionsRequest,
    result: listTransactionsResult,
    summary: "Lists a user's transactions, a page at a time.",
  }),
  getTransaction: row("GET", "/api/v1/transaction/{id}", "merchant or customer", 200, {
    request: getTransactionRequest,
    result: walletTransaction,
    summary: "Gets one transaction.",
  }),
  voidTransaction: row("POST", "/api/v1/transaction/{id}/void", "merchant or customer", 200, {
    request: voidTransactionRequest,
    result: walletTransaction,
    summary: "Undoes a transaction and its children.",
  }),
} as const satisfies Readonly<Record<WalletOperationName, Operation>>;

/** A row of the table. Every operation may refuse with 400, 401 and 403, and with 404 if its path has an `{id}`. */
function row<Request, Result>(
  method: Operation["method"],
  path: string,
  auth: Operation["auth"],
  success: number,
  {
    moreErrors = [],
    ...shapes
  }: OperationShapes<Request, Result> & { readonly moreErrors?: readonly number[] },
): Operation<Request, Result> {
  const errors = [400, 401, 403, ...(path.includes("{id}") ? [404] : []), ...moreErrors];
  return operation({ method, path, auth, success, errors, section: "4.4", ...shapes });
}
