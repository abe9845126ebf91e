/**
 * Executes one wallet operation by the table of operations (section 4.4): validates the input, applies the merchant's
 * overrides of method and path, and reads the result. Effect, reader and statuses of each operation are here.
 */

import { isRecord } from "@cardpane/contract/record";
import { operations, type WalletOperationName } from "@cardpane/gateway";
import type * as z from "zod/mini";
import { type CheckedCall, sendChecked } from "../call/checked-call.ts";
import type { StatusMeaning } from "../call/response.ts";
import type { WireRequest } from "../call/wire-amounts.ts";
import type { Effect, Missing } from "../errors/errors.ts";
import type { RequestOptions, Settings } from "../settings/settings.ts";
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
interface OperationMetadata<Result> {
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
const operationMetadata = {
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
type ResultOf<Name extends WalletOperationName> = NonNullable<
  ReturnType<(typeof operationMetadata)[Name]["read"]>
>;

/** Arguments of an operation. */
export interface OperationArgs {
  /** The `{id}` of the path. */
  readonly id?: number | undefined;
  readonly input?: object | undefined;
  readonly options?: RequestOptions | undefined;
}

/** Executes operations with the credentials of the merchant or of a logged-in customer. */
export type ExecuteOperation = <Name extends WalletOperationName>(
  name: Name,
  args?: OperationArgs,
) => Promise<ResultOf<Name>>;

/** Executes operations with the API key, for one user if they need one. */
export function executeAsMerchant(settings: Settings, userId?: number): ExecuteOperation {
  return async (name, args = {}) => sendChecked(settings, walletCall(settings, name, args, userId));
}

/**
 * Describes one call of an operation.
 *
 * @param userId the wallet user; with a customer's token it is implied
 */
export function walletCall<Name extends WalletOperationName>(
  { gateway: { currencies } }: Settings,
  name: Name,
  { id, input, options }: OperationArgs,
  userId?: number,
): CheckedCall<ResultOf<Name>> {
  const { read, statuses, ...rest } = operationMetadata[name] as OperationMetadata<ResultOf<Name>>;
  return {
    ...rest,
    name,
    input: input ?? {},
    id: operations[name].path.includes("{id}") ? { name: "id", value: id } : undefined,
    options,
    complete: (given) => withClientId(name, given, userId),
    fieldOrder: operations[name].request,
    read: (body) => read(body, currencies),
    explain: (status) => statuses?.[status],
  };
}

/** Adds `clientId`, the wire's name of the user's id, to the operations that take one. */
function withClientId(name: WalletOperationName, input: unknown, clientId: number | undefined): WireRequest {
  const { shape = {} } = operations[name].request as Partial<z.ZodMiniObject>;
  if (!("clientId" in shape) || !isRecord(input)) return { request: input, errors: {} };
  const { clientId: _, userId: __, ...rest } = input;
  const named = ["clientId", "userId"].filter((field) => input[field] !== undefined);
  const why = "must be left out: this wallet is one user's";
  return {
    request: clientId === undefined ? rest : { clientId, ...rest },
    errors: Object.fromEntries(named.map((field) => [field, why])),
  };
}
