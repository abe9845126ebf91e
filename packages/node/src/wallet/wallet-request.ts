/**
 * Executes one wallet operation by the table of operations (section 4.4): validation, method and path with the merchant's
 * overrides, result.
 */
import { encodeQuery, type FieldErrors, type OperationName, operations } from "@cardpane/contract/gateway";
import { isRecord } from "@cardpane/contract/record";
import type * as z from "zod";
import { boundErrors } from "../call/bound-errors.ts";
import { resolveCallOptions, withQuery } from "../call/call-options.ts";
import { type ExtraPlace, mergeExtras, separateExtras, withCallBody } from "../call/extras.ts";
import { redactor } from "../call/redact.ts";
import { type Call, send } from "../call/send.ts";
import { toJsonValue } from "../call/to-json.ts";
import {
  maxIpLength,
  merchantAuthorization,
  type RequestOptions,
  type Settings,
} from "../client/settings.ts";
import { invalidRequest } from "../errors/errors.ts";
import { adviseOnGrowing } from "../payments/validate.ts";
import {
  explainStatus,
  operationMetadata,
  type ResultOf,
  readers,
  type WalletOperation,
} from "./operation-metadata.ts";
import type { Read } from "./records.ts";
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
  const call = resolveCallOptions(options, settings);
  const input = checkInput(settings, name, args, scope, call.idempotencyKey);
  const { method, path, success } = settings.routes[name];
  const { url, body } = buildUrlAndBody(settings, name, args.id, input);
  const { effect, missing } = operationMetadata[name];
  const read = readers[name] as Read<ResultOf<Name>>;
  return {
    ...call,
    operation: name,
    path,
    method,
    url: withQuery(url, options, call.idempotencyKey),
    body,
    expected: {
      effect,
      missing,
      success,
      parse: (body) => read(body, settings.gateway.currencies),
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
  const own = separateExtras(plain.value, placesOf(name, settings));
  const amounts = toWireAmounts(name, own.input, settings.gateway.currencies);
  const { input, errors } = withClientId(name, amounts.input, scope);
  if (takesId(name) && !isId(args.id)) errors["id"] = "must be a positive whole number";
  const valid = validateInput(name, input, settings, amounts.errors);
  const all: FieldErrors = {
    ...toUserPath(toPublicPaths(name, valid.errors), own.input),
    ...errors,
    ...own.errors,
    ...amounts.errors,
  };
  const request = mergeExtras(valid.value, own.extras);
  // A GET has no place for fields that this version does not know.
  const known = placesOf(name, settings)[0]?.known({});
  const merged = withCallBody(request, args.options?.body, known, all);
  if (Object.keys(all).length > 0) throw invalidRequest(all, idempotencyKey);
  return Object(merged) as Input;
}

/** Validates by the client's setting: whole, by the schema alone, or not at all. */
function validateInput(
  name: WalletOperation,
  input: unknown,
  settings: Settings,
  refused: FieldErrors,
): { readonly value: unknown; readonly errors: FieldErrors } {
  if (settings.validation === "off") return { value: input, errors: {} };
  const checked = operations[name].check(input, { maxIpLength: maxIpLength(settings) });
  // The checked value has its fields in the order of the document.
  if (checked.ok) return { value: checked.value, errors: {} };
  const errors = { ...checked.errors };
  adviseOnGrowing(errors, input, settings, refused);
  if (settings.validation === "strict") return { value: input, errors };
  return { value: input, errors: boundErrors(operations[name].request, input, errors) };
}

/** Where the input of an operation with a body takes fields that this version does not know. */
function placesOf(name: WalletOperation, { routes }: Settings): readonly ExtraPlace[] {
  if (routes[name].method === "GET") return [];
  const { shape = {} } = operations[name].request as Partial<z.ZodObject>;
  const consumer = (shape["consumer"] as Partial<z.ZodObject> | undefined)?.shape;
  return [
    { key: "", known: () => Object.keys(shape) },
    ...(consumer ? [{ key: "consumer", known: () => Object.keys(consumer) }] : []),
  ];
}

/** The wire calls the user `clientId`; errors use the name that the call used. */
function toUserPath({ clientId, ...errors }: FieldErrors, input: unknown): FieldErrors {
  if (clientId === undefined) return errors;
  const isAlias = isRecord(input) && input["clientId"] !== undefined;
  return { ...errors, [isAlias ? "clientId" : "userId"]: clientId };
}

/** Adds `clientId`, the wire's name of the user's id, to the input of operations that take one. */
function withClientId(
  name: WalletOperation,
  input: unknown,
  scope: RequestScope,
): { readonly input: unknown; readonly errors: FieldErrors } {
  if (!isRecord(input)) return { input, errors: {} };
  if (!takesClientId(name)) return { input, errors: {} };
  const { clientId: alias, userId, ...rest } = input as Input;
  const option = alias === undefined ? "userId" : "clientId";
  const given = userId ?? alias;
  if (scope.type !== "any" && given !== undefined) {
    return { input: rest, errors: { [option]: "must be left out: this wallet is one user's" } };
  }
  if (scope.type === "self") return { input: rest, errors: {} };
  if (userId !== undefined && alias !== undefined && userId !== alias) {
    return { input: rest, errors: { clientId: "is another name of userId. Remove it" } };
  }
  const clientId = given ?? scope.clientId;
  if (clientId !== undefined) return { input: { ...rest, clientId }, errors: {} };
  const where = "give it with the call or to createClient, or use wallet.forUser(userId)";
  return { input: rest, errors: { userId: `is required with an API key: ${where}` } };
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
