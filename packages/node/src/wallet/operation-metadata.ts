/** What errors need to know of each wallet operation beyond the table of operations: its effect, and what its statuses mean. */
import type { WalletOperationName } from "@cardpane/contract/gateway";
import type { StatusMeaning } from "../call/response.ts";
import type { Effect, Missing } from "../errors/errors.ts";
import {
  type Read,
  readAccount,
  readAccounts,
  readAuthenticator,
  readCreatedUser,
  readRefill,
  readTokenPair,
  readTransaction,
  readTransactionPage,
  readUser,
  readUserPage,
} from "./records.ts";

/** An operation of the wallet, by its name in the table of operations. */
export type WalletOperation = WalletOperationName;

/** How the response of each operation is read. */
export const readers = {
  listUsers: readUserPage,
  createUser: readCreatedUser,
  getUser: readUser,
  updateUser: readUser,
  regenerateAuthenticator: readAuthenticator,
  login: readTokenPair,
  refreshTokens: readTokenPair,
  listAccounts: readAccounts,
  createAccount: readAccount,
  getAccount: readAccount,
  updateAccount: readAccount,
  refill: readRefill,
  topUp: readTransaction,
  payFromAccount: readTransaction,
  listTransactions: readTransactionPage,
  getTransaction: readTransaction,
  voidTransaction: readTransaction,
} as const satisfies Record<WalletOperation, Read<unknown>>;

/** The result of an operation. */
export type ResultOf<Name extends WalletOperation> = NonNullable<ReturnType<(typeof readers)[Name]>>;

interface OperationMetadata {
  readonly effect: Effect;
  /** What a 404 refers to. */
  readonly missing?: Missing;
}

/** Effect of each operation, and what its 404 refers to. */
export const operationMetadata: Readonly<Record<WalletOperation, OperationMetadata>> = {
  listUsers: { effect: "read" },
  createUser: { effect: "change" },
  getUser: { effect: "read", missing: "user" },
  updateUser: { effect: "change", missing: "user" },
  regenerateAuthenticator: { effect: "change", missing: "user" },
  login: { effect: "change" },
  refreshTokens: { effect: "change", missing: "user" },
  listAccounts: { effect: "read", missing: "user" },
  createAccount: { effect: "change", missing: "user" },
  getAccount: { effect: "read", missing: "account" },
  updateAccount: { effect: "change", missing: "account" },
  refill: { effect: "money", missing: "account" },
  topUp: { effect: "money", missing: "account" },
  payFromAccount: { effect: "money", missing: "account" },
  listTransactions: { effect: "read", missing: "user" },
  getTransaction: { effect: "read", missing: "transaction" },
  voidTransaction: { effect: "money", missing: "transaction" },
};

const duplicateUser: StatusMeaning = {
  code: "already_exists",
  what: "The gateway has another user with this e-mail address or externalUserId",
};
const sessionEnded: StatusMeaning = {
  code: "session_ended",
  what: "The gateway no longer accepts this refresh token",
};

/** Statuses with a specific meaning (*assumption*, like the statuses themselves). */
const statusMeanings: Partial<Record<WalletOperation, Readonly<Record<number, StatusMeaning>>>> = {
  createUser: { 409: duplicateUser },
  updateUser: { 409: duplicateUser },
  login: {
    401: { code: "login_refused", what: "The gateway did not accept this e-mail address and code" },
    // Not retried: the authenticator code would be outdated by then.
    429: { code: "rate_limited", what: "Too many logins failed" },
  },
  // A refresh token that was refused once is never accepted later.
  refreshTokens: { 400: sessionEnded, 401: sessionEnded, 404: sessionEnded },
};

/** The meaning of a status that is specific to this operation. */
export function explainStatus(name: WalletOperation, status: number): StatusMeaning | undefined {
  return statusMeanings[name]?.[status];
}
