/**
 * One operation of the wallet, from what the merchant gave to what goes over the wire, by the table of operations
 * (section 4.4): its check, its method and path with the merchant's overrides, its result.
 */
import {
  encodeQuery,
  type FieldErrors,
  type OperationName,
  operations,
  type walletOperations,
} from "@cardpane/contract/gateway";
import type * as z from "zod";
import { jsonOf } from "../call/plain.ts";
import { redactor } from "../call/redact.ts";
import { type Call, send } from "../call/send.ts";
import { invalidRequest } from "../errors.ts";
import {
  checkMaxRetries,
  checkRequestId,
  checkTimeout,
  type RequestOptions,
  type Settings,
} from "../settings.ts";
import { explainRefusal, facts } from "./facts.ts";
import { readForgivingly } from "./read-forgivingly.ts";

type Rows = typeof walletOperations;
export type WalletOperation = keyof Rows;
export type ResultOf<Name extends WalletOperation> = z.infer<Rows[Name]["result"]>;

/** What an operation is given. */
export interface Ask {
  /** Where the operation's path holds `{id}`. */
  readonly id?: number | undefined;
  readonly input?: object | undefined;
  readonly options?: RequestOptions | undefined;
}

/** Performs operations as somebody: the merchant, or a customer who is logged in. */
export type Perform = <Name extends WalletOperation>(name: Name, ask?: Ask) => Promise<ResultOf<Name>>;

/** Whose wallet it is: as each call says, or else the client's; one user's; that of whose token it is. */
export type Whose =
  | { readonly type: "any"; readonly clientId: number | undefined }
  | { readonly type: "user"; readonly clientId: number }
  | { readonly type: "self" };

/** A call that is checked and lacks nothing but who makes it. */
export type Prepared<Result> = Omit<Call<Result>, "authorization">;

/** Performs operations with the API key. */
export function asMerchant(settings: Settings, whose: Whose): Perform {
  return async (name, ask = {}) =>
    send(settings, { ...prepare(settings, name, ask, whose), authorization: settings.apiKey });
}

/**
 * Checks what is asked and puts the call together.
 *
 * @throws NotSentError (`invalid_request`)
 */
export function prepare<Name extends WalletOperation>(
  settings: Settings,
  name: Name,
  ask: Ask,
  whose: Whose,
): Prepared<ResultOf<Name>> {
  const options = ask.options ?? {};
  const requestId = checkRequestId(options.requestId ?? settings.createRequestId());
  const input = checkedInput(name, ask, whose, requestId);
  const { method, success } = settings.routes[name];
  const { url, body } = addressed(settings, name, ask.id, input);
  const { result } = operations[name];
  const { effect, missing } = facts[name];
  return {
    method,
    url,
    body,
    requestId,
    timeoutMs: checkTimeout(options.timeoutMs ?? settings.timeoutMs),
    maxRetries: checkMaxRetries(options.maxRetries ?? settings.maxRetries),
    signal: options.signal,
    asked: {
      effect,
      missing,
      success,
      parse: (answer) => readForgivingly(result as z.ZodType<ResultOf<Name>>, answer),
      explain: (status) => explainRefusal(name, status),
      redact: redactor([settings.apiKey, ...secretsIn(input)]),
    },
  };
}

type Input = Readonly<Record<string, unknown>>;

/** @throws NotSentError */
function checkedInput(name: WalletOperation, ask: Ask, whose: Whose, requestId: string): Input {
  const plain = jsonOf(ask.input ?? {});
  if (!plain.ok) throw invalidRequest(plain.errors, requestId);
  const { input, errors } = withUser(name, plain.value, whose);
  if (takesId(name) && !isId(ask.id)) errors["id"] = "must be a positive whole number";
  const checked = operations[name].check(input);
  if (checked.ok && Object.keys(errors).length === 0) return checked.value as Input;
  throw invalidRequest({ ...(checked.ok ? {} : checked.errors), ...errors }, requestId);
}

/** Adds whose wallet it is, where the operation must be told. */
function withUser(
  name: WalletOperation,
  input: unknown,
  whose: Whose,
): { readonly input: unknown; readonly errors: FieldErrors } {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return { input, errors: {} };
  if (!takesClientId(name)) return { input, errors: {} };
  const { clientId: given, ...rest } = input as Input;
  if (whose.type !== "any" && given !== undefined) {
    return { input: rest, errors: { clientId: "must be left out: this wallet is one user's" } };
  }
  if (whose.type === "self") return { input: rest, errors: {} };
  const clientId = given ?? whose.clientId;
  if (clientId !== undefined) return { input: { ...rest, clientId }, errors: {} };
  const where = "give it with the call or to createClient, or use wallet.forUser(clientId)";
  return { input: rest, errors: { clientId: `is required with an API key: ${where}` } };
}

/** What of an input no error may repeat. */
function secretsIn({ code, refreshToken }: Input): readonly string[] {
  return [code, refreshToken].filter((value) => typeof value === "string");
}

/** Where it goes to, and what goes there. */
function addressed(
  { routes, baseUrl }: Settings,
  name: WalletOperation,
  id: number | undefined,
  input: Input,
): { readonly url: string; readonly body: string | undefined } {
  const { method, path } = routes[name];
  const isInPath = path.includes("{id}");
  const url = baseUrl + path.replace("{id}", String(id));
  // Where `id` travels is not shown in the interface: a path that does not hold it leaves it to the query or the body.
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
