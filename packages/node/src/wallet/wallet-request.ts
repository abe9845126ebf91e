/**
 * Executes one wallet operation by the table of operations (section 4.4): validates the input, applies the merchant's
 * overrides of method and path, and reads the result.
 */

import { isRecord } from "@cardpane/contract/record";
import {
  type Currencies,
  type FieldErrors,
  type OperationName,
  operations,
  type WalletOperationName,
} from "@cardpane/gateway";
import type * as z from "zod";
import { type CheckedCall, sendChecked, type WireRequest } from "../call/checked-call.ts";
import type { RequestOptions, Settings } from "../client/settings.ts";
import { type OperationMetadata, operationMetadata, type ResultOf } from "./operation-metadata.ts";
import { amountPathsOf, toWireAmounts } from "./wire-amounts.ts";

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

/** The wallet user of a call: `any`, from the call or the client; `user`, bound; `self`, implied by the customer's token. */
export type RequestScope =
  | { readonly type: "any"; readonly userId: number | undefined }
  | { readonly type: "user"; readonly userId: number }
  | { readonly type: "self" };

/** Executes operations with the API key. */
export function executeAsMerchant(settings: Settings, scope: RequestScope): ExecuteOperation {
  return async (name, args = {}) => sendChecked(settings, walletCall(settings, name, args, scope));
}

/** Describes one call of an operation. */
export function walletCall<Name extends WalletOperationName>(
  { gateway: { currencies } }: Settings,
  name: Name,
  { id, input, options }: OperationArgs,
  scope: RequestScope,
): CheckedCall<ResultOf<Name>> {
  const { read, statuses, ...rest } = operationMetadata[name] as OperationMetadata<ResultOf<Name>>;
  const problem = isId(id) ? undefined : "must be a positive whole number";
  return {
    ...rest,
    name,
    isOrdered: true,
    input: input ?? {},
    id: operations[name].path.includes("{id}") ? { name: "id", value: id, problem } : undefined,
    options,
    toWire: (given) => toWire(name, given, scope, currencies),
    paths: [[/^clientId$/, "userId"], ...amountPathsOf(name)],
    read: (body) => read(body, currencies),
    explain: (status) => statuses?.[status],
    secretFields: ["code", "refreshToken"],
  };
}

/** Converts the input to the wire: `userId` becomes `clientId`, and minor units become decimals. */
function toWire(
  name: WalletOperationName,
  given: unknown,
  scope: RequestScope,
  currencies: Currencies,
): WireRequest {
  const amounts = toWireAmounts(name, given, currencies);
  const { input, errors } = withClientId(name, amounts.request, scope);
  return { request: input, errors: { ...errors, ...amounts.errors } };
}

/** Adds `clientId`, the wire's name of the user's id, to the input of operations that need it. */
function withClientId(
  name: WalletOperationName,
  input: unknown,
  scope: RequestScope,
): { readonly input: unknown; readonly errors: FieldErrors } {
  if (!isRecord(input)) return { input, errors: {} };
  if (!takesClientId(name)) return { input, errors: {} };
  const { clientId: wireName, userId, ...rest } = input;
  if (wireName !== undefined)
    return { input: rest, errors: { clientId: "is not a field here: give userId" } };
  if (scope.type !== "any" && userId !== undefined) {
    return { input: rest, errors: { userId: "must be left out: this wallet is one user's" } };
  }
  if (scope.type === "self") return { input: rest, errors: {} };
  const clientId = userId ?? scope.userId;
  if (clientId !== undefined) return { input: { ...rest, clientId }, errors: {} };
  const where = "give it with the call or to createClient, or use wallet.forUser(userId)";
  return { input: rest, errors: { userId: `is required with an API key: ${where}` } };
}

const takesClientId = (name: OperationName) =>
  Object.hasOwn((operations[name].request as Partial<z.ZodObject>).shape ?? {}, "clientId");
const isId = (id: unknown) => Number.isSafeInteger(id) && Number(id) > 0;
