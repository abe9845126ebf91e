/**
 * Executes one wallet operation by the table of operations (section 4.4): validates the input, applies the merchant's
 * overrides of method and path, and reads the result.
 */

import { isRecord } from "@cardpane/contract/record";
import { operations, type WalletOperationName } from "@cardpane/gateway";
import type * as z from "zod";
import { type CheckedCall, sendChecked } from "../call/checked-call.ts";
import type { WireRequest } from "../call/wire-amounts.ts";
import type { RequestOptions, Settings } from "../client/settings.ts";
import { type OperationMetadata, operationMetadata, type ResultOf } from "./operation-metadata.ts";

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
  const { shape = {} } = operations[name].request as Partial<z.ZodObject>;
  if (!("clientId" in shape) || !isRecord(input)) return { request: input, errors: {} };
  const { clientId: _, userId: __, ...rest } = input;
  const named = ["clientId", "userId"].filter((field) => input[field] !== undefined);
  const why = "must be left out: this wallet is one user's";
  return {
    request: clientId === undefined ? rest : { clientId, ...rest },
    errors: Object.fromEntries(named.map((field) => [field, why])),
  };
}
