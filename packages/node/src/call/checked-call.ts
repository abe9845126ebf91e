/**
 * Executes one operation of the table of operations: validates the input and converts it to the wire, applies the merchant's
 * overrides of method and path, and reads the response.
 */
import { type AnyOperationName, encodeQuery, type FieldErrors } from "@cardpane/gateway";
import { merchantAuthorization, type RequestOptions, type Settings } from "../client/settings.ts";
import { invalidRequest } from "../errors/errors.ts";
import { explainToken } from "../payments/payment-response.ts";
import { type CallOptions, resolveCallOptions, withQuery } from "./call-options.ts";
import { mergeExtras, separateExtras } from "./extras.ts";
import { readObject } from "./read-values.ts";
import { type Redact, redactor, secretsOf } from "./redact.ts";
import type { ExpectedResponse } from "./response.ts";
import { type Call, send } from "./send.ts";
import { toJsonValue } from "./to-json.ts";
import { extraPlaces, validate } from "./validate.ts";

/** An input in the wire's names and units, with the errors of the conversion by public path. */
export interface WireRequest {
  readonly request: unknown;
  readonly errors: FieldErrors;
}

/** The public paths of an operation's fields: what matches a path on the wire is replaced, by the first pattern that matches. */
export type PublicPaths = readonly (readonly [wire: RegExp, name: string])[];

/** An input, with the functions that convert it to a request. */
export interface CheckedInput {
  readonly name: AnyOperationName;
  readonly input?: unknown;
  /** The `{id}` of the path. */
  readonly id?: PathId | undefined;
  readonly options?: RequestOptions | null | undefined;
  /** The options, if they were resolved before the input was made: their errors come first. */
  readonly callOptions?: CallOptions | undefined;
  /**
   * Sends the fields in the order of the document, not in the caller's. An operation keeps its order from release to release:
   * a gateway may refuse an idempotency key whose body has another order.
   *
   * @default false
   */
  readonly isOrdered?: boolean | undefined;
  /** Converts the input to the wire, in particular amounts. */
  readonly toWire?: ((input: unknown) => WireRequest) | undefined;
  readonly paths?: PublicPaths | undefined;
  /** Errors that were found before, by public path. */
  readonly found?: FieldErrors | undefined;
}

/** An `{id}`, with its public name and its problem, if it is invalid. */
export interface PathId {
  readonly name: string;
  readonly value: unknown;
  readonly problem: string | undefined;
}

/** One call. */
export interface CheckedCall<Result>
  extends CheckedInput,
    Pick<ExpectedResponse<Result>, "effect" | "missing" | "explain"> {
  /** Reads the body of a success; `undefined` if it is unreadable. */
  readonly read: (body: unknown, redact: Redact) => Result | undefined;
  /** Request fields whose values errors must not repeat, in addition to those of a payment source. */
  readonly secretFields?: readonly string[] | undefined;
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
  return send(settings, { ...prepareCall(settings, call), authorization });
}

/**
 * Validates the input and builds the call.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function prepareCall<Result>(settings: Settings, call: CheckedCall<Result>): PreparedCall<Result> {
  const { name, id, effect, missing, explain, read, secretFields = [] } = call;
  const options = call.options ?? {};
  const callOptions = call.callOptions ?? resolveCallOptions(options, settings, effect);
  const request = checkInput(settings, call, callOptions.idempotencyKey);
  const { method, path, success } = settings.routes[name];
  // If an overridden path has no `{id}`, the id is sent in the query or the body.
  const all = id && !path.includes("{id}") ? { ...request, id: id.value } : request;
  const query =
    method === "GET" ? new URLSearchParams(encodeQuery(all).map((pair): [string, string] => [...pair])) : "";
  const url = settings.baseUrl + path.replace("{id}", String(id?.value));
  const source = request["paymentSource"];
  const secrets = secretFields.map((field) => request[field]).filter((value) => typeof value === "string");
  const redact = redactor([settings.apiKey, ...secretsOf(source), ...secrets]);
  return {
    ...callOptions,
    operation: name,
    path,
    method,
    url: withQuery(withOwnQuery(url, String(query)), options, callOptions.idempotencyKey),
    body: method === "GET" ? undefined : JSON.stringify(all),
    expected: {
      success,
      effect,
      missing,
      parse: (body) => read(body, redact),
      explain: explain ?? explainToken(readObject(source)["type"] === "token"),
      redact,
    },
  };
}

function withOwnQuery(url: string, query: string): string {
  return query === "" ? url : `${url}${url.includes("?") ? "&" : "?"}${query}`;
}

/**
 * Validates the input and returns the request in the wire's names and units. Errors keep the public field names.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function checkInput(
  settings: Settings,
  { name, input, id, isOrdered, toWire, paths = [], found = {} }: CheckedInput,
  idempotencyKey?: string,
): Readonly<Record<string, unknown>> {
  const json = toJsonValue(input);
  if (!json.ok) throw invalidRequest(json.errors, idempotencyKey);
  // A GET accepts no extra fields.
  const places = settings.routes[name].method === "GET" ? [] : extraPlaces(name);
  const own = separateExtras(json.value, places);
  const wire: WireRequest = toWire?.(own.input) ?? { request: own.input, errors: {} };
  const valid = validate(settings, name, wire.request, wire.errors);
  const errors = {
    ...withPublicPaths({ ...valid.errors, ...own.errors }, paths, found),
    ...wire.errors,
    ...(id?.problem !== undefined && { [id.name]: id.problem }),
    ...found,
  };
  if (Object.keys(errors).length > 0) throw invalidRequest(errors, idempotencyKey);
  return Object(mergeExtras(isOrdered ? valid.value : wire.request, own.extras));
}

/** The errors by public path. What could not be read is reported once, not also field by field as missing. */
function withPublicPaths(errors: FieldErrors, paths: PublicPaths, found: FieldErrors): FieldErrors {
  const unread = new Set(Object.keys(found).map((path) => path.split(".")[0]));
  const renamed = Object.entries(errors).map(([path, text]) => {
    const [pattern, name] = paths.find(([wire]) => wire.test(path)) ?? [path, path];
    return [path.replace(pattern, name), text] as const;
  });
  const isUnread = (path: string) =>
    path === "httpRequest.remoteAddress"
      ? unread.has("httpRequest")
      : path.startsWith("device.") && unread.has("device");
  return Object.fromEntries(renamed.filter(([path]) => !isUnread(path)));
}
