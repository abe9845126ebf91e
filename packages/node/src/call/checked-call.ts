/**
 * Executes one operation of the table of operations: validates the input and converts it to the wire, applies the merchant's
 * overrides of method and path, and reads the response.
 */
import { isRecord, readOwn } from "@cardpane/contract/record";
import {
  type AnyOperationName,
  encodeQuery,
  type FieldErrors,
  fieldOperations,
  isFieldOperationId,
} from "@cardpane/gateway";
import * as z from "zod/mini";
import { ConfigurationError, invalidRequest } from "../errors/errors.ts";
import { withChosenIp } from "../settings/address.ts";
import { merchantAuthorization, type RequestOptions, type Settings } from "../settings/settings.ts";
import { resolveCallOptions } from "./call-options.ts";
import { mergeExtra } from "./extras.ts";
import { readObject, toJsonValue } from "./read-values.ts";
import { type Redact, redactor, secretsOf } from "./redact.ts";
import type { ExpectedResponse, StatusMeaning } from "./response.ts";
import { type Call, send } from "./send.ts";
import { rememberUrl } from "./told-url.ts";
import { validate } from "./validate.ts";
import { type Origins, toWireAmounts, type WireRequest } from "./wire-amounts.ts";

/** The input of an operation. */
export interface CheckedInput {
  readonly name: AnyOperationName;
  readonly input: unknown;
  /** The `{id}` of the path, and its public name. */
  readonly id?: { readonly name: string; readonly value: unknown } | undefined;
  /** Completes the input, which is plain JSON data by then. */
  readonly complete?: ((input: unknown) => WireRequest) | undefined;
  /**
   * The schema whose fields give the order in which the request's are sent; all others follow. A gateway may refuse an
   * idempotency key whose body has another order.
   *
   * @default the caller's order
   */
  readonly fieldOrder?: z.ZodMiniType | undefined;
  /** Where the parts of the input came from, except for amounts. */
  readonly origins?: Origins | undefined;
  /** Errors that were found before, by public path. */
  readonly found?: FieldErrors | undefined;
}

/** One call. */
export interface CheckedCall<Result>
  extends CheckedInput,
    Pick<ExpectedResponse<Result>, "effect" | "missing" | "explain"> {
  readonly options?: RequestOptions | null | undefined;
  /** Reads the body of a success; `undefined` if it is unreadable. */
  readonly read: (body: unknown, redact: Redact) => Result | undefined;
}

/** A checked call without credentials. */
export type PreparedCall<Result> = Omit<Call<Result>, "authorization">;

/**
 * Sends a call with the API key.
 *
 * @throws CardpaneError
 */
export async function sendChecked<Result>(settings: Settings, call: CheckedCall<Result>): Promise<Result> {
  const authorization = merchantAuthorization(settings);
  return rememberUrl(call.input, async () =>
    send(settings, { ...prepareCall(settings, call), authorization }),
  );
}

/**
 * Validates the input and builds the call.
 *
 * @throws NotSentError (`invalid_request`), ConfigurationError
 */
export function prepareCall<Result>(settings: Settings, call: CheckedCall<Result>): PreparedCall<Result> {
  const { name, id, effect, missing, explain, read } = call;
  checkAllowed(settings, name);
  const options = call.options ?? {};
  const callOptions = resolveCallOptions(options, settings, effect);
  const request = checkInput(settings, call, callOptions.idempotencyKey);
  const { method, path, success } = settings.routes[name];
  // If an overridden path has no `{id}`, the id is sent in the query or the body.
  const all = id && !path.includes("{id}") ? { ...request, id: id.value } : request;
  const query =
    method === "GET" ? new URLSearchParams(encodeQuery(all).map((pair): [string, string] => [...pair])) : "";
  const url = settings.baseUrl + path.replace("{id}", String(id?.value));
  const source = request["paymentSource"];
  const { code, refreshToken } = request;
  const secrets = [code, refreshToken].filter((value) => typeof value === "string");
  const redact = redactor([settings.apiKey, ...secretsOf(source), ...secrets]);
  return {
    ...callOptions,
    operation: name,
    path,
    method,
    url: withQuery(url, String(query)),
    body: method === "GET" ? undefined : JSON.stringify(all),
    expected: {
      success,
      effect,
      missing,
      parse: (body) => read(body, redact),
      explain: explain ?? (readObject(source)["type"] === "token" ? explainToken : undefined),
      redact,
    },
  };
}

/**
 * Recognizes the refusal of a token. *Assumption*: the gateway reports a token that was used, has expired or is unknown at
 * `paymentSource.value`.
 */
export function explainToken(status: number, errors: FieldErrors | undefined): StatusMeaning | undefined {
  return status === 400 && errors?.["paymentSource.value"] !== undefined
    ? { code: "token_unusable", what: "The gateway refused the request" }
    : undefined;
}

/** @throws ConfigurationError for an operation that is not in the document, if the client sends only those of the document */
function checkAllowed({ gateway, overridden, routes }: Settings, name: AnyOperationName): void {
  if (!(name in fieldOperations) || gateway.fieldOperations === "send" || overridden.has(name)) return;
  const { method, path } = routes[name];
  throw new ConfigurationError(
    `${name} (${method} ${path}) is not in the gateway's document, and gateway.fieldOperations is "refuse": nothing was sent. Set it to "send", or name ${name} in operations, where your gateway has it`,
  );
}

function withQuery(url: string, query: string): string {
  return query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/**
 * Builds the request in the wire's names and units, and checks it once. An error is told at the public path of its field.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function checkInput(
  settings: Settings,
  { name, input, id, complete, fieldOrder, origins, found = {} }: CheckedInput,
  idempotencyKey?: string,
): Readonly<Record<string, unknown>> {
  const json = toJsonValue(input);
  if (!json.ok) throw invalidRequest(json.errors, idempotencyKey);
  // Also checked here, because validation can be off: an empty request must never be sent.
  if (json.value === undefined) throw invalidRequest({ "(body)": "is required" }, idempotencyKey);
  if (json.value === null) throw invalidRequest({ "(body)": "must be an object" }, idempotencyKey);
  const { extra, ...known } = readObject(json.value);
  const own = isRecord(json.value) ? known : json.value;
  const completed = complete?.(own) ?? { request: own, errors: {} };
  const wire = toWireAmounts(name, completed.request, settings.gateway.currencies);
  const refused = { ...completed.errors, ...wire.errors };
  const request = withTextToken(withChosenIp(wire.request, settings, refused), settings);
  const publicPaths = { ...wire.origins, ...origins };
  const invalid = Object.entries(validate(settings, name, request, refused)).map(
    ([path, text]) => [publicPath(publicPaths, path), text] as const,
  );
  const isQuery = settings.routes[name].method === "GET";
  const whole =
    isQuery && extra !== undefined
      ? { request, errors: { extra: "is not accepted by a GET" } }
      : mergeExtra(name, Object(inOrder(request, fieldOrder)), extra);
  const errors = {
    ...Object.fromEntries(invalid),
    ...refused,
    ...whole.errors,
    ...idErrors(name, id),
    ...found,
  };
  if (Object.keys(errors).length > 0) throw invalidRequest(errors, idempotencyKey);
  return Object(whole.request);
}

/** The public path of a part of the request: its own, or that of the part that holds it. */
function publicPath(origins: Origins, path: string): string {
  if (Object.hasOwn(origins, path)) return String(origins[path]);
  const end = path.lastIndexOf(".");
  return end === -1 ? path : publicPath(origins, path.slice(0, end)) + path.slice(end);
}

/** Sends a wallet's token as text, if the gateway wants that. */
function withTextToken(request: unknown, { gateway }: Settings): unknown {
  const source = readOwn(request, "paymentSource");
  const token = readOwn(source, "token");
  if (gateway.walletTokens !== "text" || !isRecord(token)) return request;
  return { ...Object(request), paymentSource: { ...Object(source), token: JSON.stringify(token) } };
}

/** A value whose objects have their fields in the order of the schema. */
function inOrder(value: unknown, schema: unknown): unknown {
  if (schema instanceof z.ZodMiniOptional) return inOrder(value, schema.def.innerType);
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((item) => inOrder(item, schema.def.element));
  }
  if (!(schema instanceof z.ZodMiniObject) || !isRecord(value)) return value;
  const names = Object.keys({ ...schema.shape, ...value }).filter((name) => Object.hasOwn(value, name));
  return Object.fromEntries(names.map((name) => [name, inOrder(value[name], schema.shape[name])]));
}

function idErrors(name: AnyOperationName, id: CheckedInput["id"]): FieldErrors {
  if (!id) return {};
  const { value } = id;
  if (name in fieldOperations) {
    const problem = "must be an id of the gateway: 1 to 36 letters, digits, - and _";
    return isFieldOperationId(value) ? {} : { [id.name]: problem };
  }
  const isId = Number.isSafeInteger(value) && Number(value) > 0;
  return isId ? {} : { [id.name]: "must be a positive whole number" };
}
