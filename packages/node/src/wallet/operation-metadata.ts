/** Metadata of wallet operations beyond the table of operations: effect, response reader, and meaning of statuses. */
import type { WalletOperationName } from "@cardpane/gateway";
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

/** Metadata of one operation, in addition to its row in the table of operations. */
export interface OperationMetadata<Result> {
  readonly effect: Effect;
  /** Reads the body of a success. */
  readonly read: Read<Result>;
  /** The kind of record that a 404 refers to. */
  readonly missing?: Missing;
  /** Statuses with a specific meaning (*assumption*, like the statuses themselves). */
  readonly statuses?: Readonly<Record<number, StatusMeaning>>;
}

const duplicateUser: StatusMeaning = {
  code: "already_exists",
  what: "The gateway has another user with this e-mail address or externalUserId",
};
const sessionEnded: StatusMeaning = {
  code: "session_ended",
  what: "The gateway no longer accepts this refresh token",
};

/** Every operation of the wallet. */
export const operationMetadata = {
  listUsers: { effect: "read", read: readUserPage },
  createUser: { effect: "change", read: readCreatedUser, statuses: { 409: duplicateUser } },
  getUser: { effect: "read", read: readUser, missing: "user" },
  updateUser: { effect: "change", read: readUser, missing: "user", statuses: { 409: duplicateUser } },
  regenerateAuthenticator: { effect: "change", read: readAuthenticator, missing: "user" },
  login: {
    effect: "change",
    read: readTokenPair,
    statuses: {
      401: { code: "login_refused", what: "The gateway did not accept this e-mail address and code" },
      // Not retried: the authenticator code would have expired.
      429: { code: "rate_limited", what: "Too many logins failed" },
    },
  },
  refreshTokens: {
    effect: "change",
    read: readTokenPair,
    missing: "user",
    // A refused refresh token is never accepted later.
    statuses: { 400: sessionEnded, 401: sessionEnded, 404: sessionEnded },
  },
  listAccounts: { effect: "read", read: readAccounts, missing: "user" },
  createAccount: { effect: "change", read: readAccount, missing: "user" },
  getAccount: { effect: "read", read: readAccount, missing: "account" },
  updateAccount: { effect: "change", read: readAccount, missing: "account" },
  refill: { effect: "money", read: readRefill, missing: "account" },
  topUp: { effect: "money", read: readTransaction, missing: "account" },
  payFromAccount: { effect: "money", read: readTransaction, missing: "account" },
  listTransactions: { effect: "read", read: readTransactionPage, missing: "user" },
  getTransaction: { effect: "read", read: readTransaction, missing: "transaction" },
  voidTransaction: { effect: "money", read: readTransaction, missing: "transaction" },
} as const satisfies Record<WalletOperationName, OperationMetadata<unknown>>;

/** The result of an operation. */
export type ResultOf<Name extends WalletOperationName> = NonNullable<
  ReturnType<(typeof operationMetadata)[Name]["read"]>
>;
