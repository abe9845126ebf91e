/**
 * Executes one operation that is not in the document (refunds, subscriptions, saved cards, senders), by the table of those
 * operations: validation, method and path with the merchant's overrides, result.
 */
import {
  encodeQuery,
  type FieldErrors,
  type FieldOperationName,
  fieldOperations,
  isFieldOperationId,
} from "@cardpane/contract/gateway";
import type * as z from "zod";
import {
  maxIpLength,
  merchantAuthorization,
  type RequestOptions,
  type Settings,
} from "../client/settings.ts";
import { ConfigurationError, type Effect, invalidRequest, type Missing } from "../errors/errors.ts";
import { explainToken } from "../payments/payment-response.ts";
import { adviseOnGrowing, paymentPlaces } from "../payments/validate.ts";
import { boundErrors } from "./bound-errors.ts";
import { resolveCallOptions, withQuery } from "./call-options.ts";
import { type ExtraPlace, mergeExtras, separateExtras, withCallBody } from "./extras.ts";
import { readObject } from "./read-values.ts";
import { redactor, secretsOf } from "./redact.ts";
import { send } from "./send.ts";
import { toJsonValue } from "./to-json.ts";

/** One call. */
export interface FieldCall<Result> {
  readonly name: FieldOperationName;
  /** The `{id}` of the path, and its public name. */
  readonly id?: { readonly name: string; readonly value: unknown } | undefined;
  readonly input?: unknown;
  readonly options?: RequestOptions | undefined;
  readonly effect: Effect;
  /** What a 404 refers to. */
  readonly missing?: Missing | undefined;
  /** Reads the body of a success; `undefined` if it is unreadable. */
  readonly read: (body: unknown) => Result | undefined;
  /** Converts the input to the wire, amounts above all. */
  readonly toWire?: (input: unknown) => { readonly request: unknown; readonly errors: FieldErrors };
  /** Renames the wire's paths to the public ones. */
  readonly toPublicPath?: (path: string) => string;
}

/** @throws CardpaneError */
export async function sendFieldCall<Result>(settings: Settings, call: FieldCall<Result>): Promise<Result> {
  const { name, options = {}, effect, missing, read } = call;
  checkAllowed(settings, name);
  const callOptions = resolveCallOptions(options, settings);
  const input = checkInput(settings, call, callOptions.idempotencyKey);
  const { method, path, success } = settings.routes[name];
  const isInPath = path.includes("{id}");
  const url = settings.baseUrl + path.replace("{id}", String(call.id?.value));
  // A path without `{id}` (an override) sends the id in the query or the body.
  const all = call.id && !isInPath ? { ...input, id: call.id.value } : input;
  const query =
    method === "GET"
      ? new URLSearchParams(encodeQuery(all).map(([k, v]): [string, string] => [k, v])).toString()
      : "";
  return send(settings, {
    ...callOptions,
    operation: name,
    path,
    method,
    url: withQuery(query === "" ? url : `${url}?${query}`, options, callOptions.idempotencyKey),
    authorization: merchantAuthorization(settings),
    body: method === "GET" ? undefined : JSON.stringify(all),
    expected: {
      success,
      effect,
      missing,
      parse: read,
      explain: explainToken(readObject(input["paymentSource"])["type"] === "token"),
      redact: redactor([settings.apiKey, ...secretsOf(input["paymentSource"])]),
    },
  });
}

/** @throws ConfigurationError for a client that sends what is in the document alone */
function checkAllowed({ gateway, overridden, routes }: Settings, name: FieldOperationName): void {
  if (gateway.fieldOperations === "send" || overridden.has(name)) return;
  const { method, path } = routes[name];
  throw new ConfigurationError(
    `${name} (${method} ${path}) is not in the gateway's document, and gateway.fieldOperations is "refuse": nothing was sent. Set it to "send", or name ${name} in operations, where your gateway has it`,
  );
}

/** @throws NotSentError (`invalid_request`) */
function checkInput<Result>(
  settings: Settings,
  { name, id, input = {}, options = {}, toWire, toPublicPath = (path) => path }: FieldCall<Result>,
  idempotencyKey: string,
): Readonly<Record<string, unknown>> {
  const json = toJsonValue(input);
  if (!json.ok) throw invalidRequest(json.errors, idempotencyKey);
  const { shape = {} } = fieldOperations[name].request as Partial<z.ZodObject>;
  const known = Object.keys(shape);
  const places: readonly ExtraPlace[] = [
    { key: "", known: () => known },
    ...paymentPlaces.filter(({ key }) => known.includes(key)),
  ];
  const own = separateExtras(json.value, places);
  const wire = toWire ? toWire(own.input) : { request: own.input, errors: {} };
  const errors: FieldErrors = {
    ...validate(settings, name, wire.request, wire.errors),
    ...wire.errors,
    ...own.errors,
  };
  if (id && !isFieldOperationId(id.value)) {
    errors[id.name] = "must be an id of the gateway: 1 to 36 letters, digits, - and _";
  }
  const takesBody = settings.routes[name].method !== "GET";
  const request = mergeExtras(wire.request, own.extras);
  const merged = withCallBody(request, options.body, takesBody ? known : undefined, errors);
  if (Object.keys(errors).length === 0) return Object(merged);
  throw invalidRequest(
    Object.fromEntries(Object.entries(errors).map(([path, text]) => [toPublicPath(path), text])),
    idempotencyKey,
  );
}

/** Validates by the client's setting: whole, by the schema alone, or not at all. */
function validate(
  settings: Settings,
  name: FieldOperationName,
  request: unknown,
  refused: FieldErrors,
): FieldErrors {
  const { validation, threeDsMissing } = settings;
  if (validation === "off") return {};
  const operation = fieldOperations[name];
  const checked = operation.check(request, { threeDsMissing, maxIpLength: maxIpLength(settings) });
  if (checked.ok) return {};
  const errors = { ...checked.errors };
  adviseOnGrowing(errors, request, settings, refused);
  if (validation === "strict") return errors;
  return boundErrors(operation.request, request, errors);
}
