/**
 * Executes one wallet operation by the table of operations (section 4.4): validates the input, applies the merchant's
 * overrides of method and path, and reads the result.
 */

import { isRecord } from "@cardpane/contract/record";
import { type Currencies, operations, type WalletOperationName } from "@cardpane/gateway";
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
  const problem = isId(id) ? undefined : "must be a positive whole number";
  return {
    ...rest,
    name,
    isOrdered: true,
    input: input ?? {},
    id: operations[name].path.includes("{id}") ? { name: "id", value: id, problem } : undefined,
    options,
    toWire: (given) => toWire(name, given, userId, currencies),
    paths: amountPathsOf(name),
    read: (body) => read(body, currencies),
    explain: (status) => statuses?.[status],
    secretFields: ["code", "refreshToken"],
  };
}

/** Converts the input to the wire: minor units become decimals, and `clientId`, the wire's name of the user's id, is added. */
function toWire(
  name: WalletOperationName,
  given: unknown,
  clientId: number | undefined,
  currencies: Currencies,
): WireRequest {
  const { request, errors } = toWireAmounts(name, given, currencies);
  const isOfUser = Object.hasOwn((operations[name].request as Partial<z.ZodObject>).shape ?? {}, "clientId");
  if (!isOfUser || !isRecord(request)) return { request, errors };
  const { clientId: _, userId: __, ...rest } = request;
  const named = ["clientId", "userId"].filter((field) => request[field] !== undefined);
  const why = "must be left out: this wallet is one user's";
  return {
    request: clientId === undefined ? rest : { ...rest, clientId },
    errors: { ...errors, ...Object.fromEntries(named.map((field) => [field, why])) },
  };
}

const isId = (id: unknown) => Number.isSafeInteger(id) && Number(id) > 0;
