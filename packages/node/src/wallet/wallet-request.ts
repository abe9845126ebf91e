/**
 * Executes one wallet operation by the table of operations (section 4.4): validation, method and path with the merchant's
 * overrides, result.
 */
import { encodeQuery, type FieldErrors, type OperationName, operations } from "@cardpane/contract/gateway";
import type * as z from "zod";
import { redactor } from "../call/redact.ts";
import { type Call, send } from "../call/send.ts";
import { toJsonValue } from "../call/to-json.ts";
import {
  checkMaxRetries,
  checkTimeout,
  maxIpLength,
  merchantAuthorization,
  type RequestOptions,
  resolveIdempotencyKey,
  type Settings,
} from "../client/settings.ts";
import { invalidRequest } from "../errors/errors.ts";
import {
  explainStatus,
  operationMetadata,
  type ResultOf,
  readers,
  type WalletOperation,
} from "./operation-metadata.ts";
import { toPublicPaths, toWireAmounts } from "./wire-amounts.ts";

/** Arguments of an operation. */
export interface OperationArgs {
  /** The `{id}` of the path. */
  readonly id?: number | undefined;
  readonly input?: object | undefined;
  readonly options?: RequestOptions | undefined;
}

/** Executes operations with the credentials of the merchant or of a logged-in customer. */
export type ExecuteOperation = <Name extends WalletOperation>(
  name: Name,
  args?: OperationArgs,
) => Promise<ResultOf<Name>>;

/** The wallet user: named by each call or the client, bound to one user, or implied by the customer's token. */
export type RequestScope =
  | { readonly type: "any"; readonly clientId: number | undefined }
  | { readonly type: "user"; readonly clientId: number }
  | { readonly type: "self" };

/** A validated call without credentials. */
export type PreparedRequest<Result> = Omit<Call<Result>, "authorization">;

/** Executes operations with the API key. */
export function executeAsMerchant(settings: Settings, scope: RequestScope): ExecuteOperation {
  return async (name, args = {}) =>
    send(settings, {
      ...prepareRequest(settings, name, args, scope),
      authorization: merchantAuthorization(settings),
    });
}

/**
 * Validates the arguments and builds the call.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function prepareRequest<Name extends WalletOperation>(
  settings: Settings,
  name: Name,
  args: OperationArgs,
  scope: RequestScope,
): PreparedRequest<ResultOf<Name>> {
  const options = args.options ?? {};
  const idempotencyKey = resolveIdempotencyKey(options, settings);
  const input = checkInput(settings, name, args, scope, idempotencyKey);
  const { method, success } = settings.routes[name];
  const { url, body } = buildUrlAndBody(settings, name, args.id, input);
  const { effect, missing } = operationMetadata[name];
  return {
    method,
    url,
    body,
    idempotencyKey,
    timeoutMs: checkTimeout(options.timeoutMs ?? settings.timeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? settings.maxRetries),
    signal: options.signal,
    expected: {
      effect,
      missing,
      success,
      parse: readers[name] as (body: unknown) => ResultOf<Name> | undefined,
      explain: (status) => explainStatus(name, status),
      redact: redactor([settings.apiKey, ...secretsIn(input)]),
    },
  };
}

type Input = Readonly<Record<string, unknown>>;

/** @throws NotSentError */
function checkInput(
  settings: Settings,
  name: WalletOperation,
  args: OperationArgs,
  scope: RequestScope,
  idempotencyKey: string,
): Input {
  const plain = toJsonValue(args.input ?? {});
  if (!plain.ok) throw invalidRequest(plain.errors, idempotencyKey);
  const amounts = toWireAmounts(name, plain.value);
  const { input, errors } = withClientId(name, amounts.input, scope);
  if (takesId(name) && !isId(args.id)) errors["id"] = "must be a positive whole number";
  const checked = operations[name].check(input, { maxIpLength: maxIpLength(settings) });
  const isValid = Object.keys(errors).length === 0 && Object.keys(amounts.errors).length === 0;
  if (checked.ok && isValid) return checked.value as Input;
  const wireErrors = checked.ok ? {} : toPublicPaths(name, checked.errors);
  throw invalidRequest({ ...wireErrors, ...errors, ...amounts.errors }, idempotencyKey);
}

/** Adds `clientId` to the input of operations that take one. */
function withClientId(
  name: WalletOperation,
  input: unknown,
  scope: RequestScope,
): { readonly input: unknown; readonly errors: FieldErrors } {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return { input, errors: {} };
  if (!takesClientId(name)) return { input, errors: {} };
  const { clientId: given, ...rest } = input as Input;
  if (scope.type !== "any" && given !== undefined) {
    return { input: rest, errors: { clientId: "must be left out: this wallet is one user's" } };
  }
  if (scope.type === "self") return { input: rest, errors: {} };
  const clientId = given ?? scope.clientId;
  if (clientId !== undefined) return { input: { ...rest, clientId }, errors: {} };
  const where = "give it with the call or to createClient, or use wallet.forUser(clientId)";
  return { input: rest, errors: { clientId: `is required with an API key: ${where}` } };
}

/** Sensitive values of an input, which errors must not repeat. */
function secretsIn({ code, refreshToken }: Input): readonly string[] {
  return [code, refreshToken].filter((value) => typeof value === "string");
}

/** Builds URL and body. */
function buildUrlAndBody(
  { routes, baseUrl }: Settings,
  name: WalletOperation,
  id: number | undefined,
  input: Input,
): { readonly url: string; readonly body: string | undefined } {
  const { method, path } = routes[name];
  const isInPath = path.includes("{id}");
  const url = baseUrl + path.replace("{id}", String(id));
  // A path without `{id}` (an override) sends the id in the query or the body.
  const all = takesId(name) && !isInPath ? { ...input, id } : input;
  if (method !== "GET") return { url, body: JSON.stringify(all) };
  const query = new URLSearchParams(encodeQuery(all).map((pair): [string, string] => [...pair])).toString();
  const glue = path.includes("?") ? "&" : "?";
  return { url: query === "" ? url : url + glue + query, body: undefined };
}

const takesId = (name: OperationName) => operations[name].path.includes("{id}");
const takesClientId = (name: OperationName) =>
  Object.hasOwn((operations[name].request as Partial<z.ZodObject>).shape ?? {}, "clientId");
const isId = (id: unknown) => Number.isSafeInteger(id) && Number(id) > 0;
