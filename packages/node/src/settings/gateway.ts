/**
 * The `gateway` option: how a gateway differs from the interface's document. Pass the same value to clients and to receivers
 * of notifications:
 *
 *   const gateway = { authorization: "Bearer" } as const;
 *   createClient({ gateway, ... });
 *   createCheckout({ gateway, ... });
 */
import { isRecord } from "@cardpane/contract/record";
import { type Currencies, currencyDecimals, FieldErrorList } from "@cardpane/gateway";
import { ConfigurationError } from "../errors/errors.ts";

/** Names of the query parameters that the gateway adds to `redirectUrl`. */
export interface RedirectNames {
  /** The order id. @default "order_id" */
  readonly orderId?: string | undefined;
  /** The transaction id. @default "cb_transaction_id" if the query has it, else "transaction_id" */
  readonly transactionId?: string | undefined;
  /** Whether the payment was approved: a hint, no proof. @default "is_approved" */
  readonly isApproved?: string | undefined;
  /** The payment code. @default "cb_code" if the query has it, else "code" */
  readonly code?: string | undefined;
}

/** Names of the headers whose spelling varies between gateways. */
export interface HeaderNames {
  /** Carries the idempotency key of each request. @default "X-Request-ID" */
  readonly requestId?: string | undefined;
  /** Carries the signature of a notification, for schemes with a single header. @default "X-Signature" */
  readonly signature?: string | undefined;
  /** Identifies the delivery of a notification. @default "X-Delivery-ID" */
  readonly deliveryId?: string | undefined;
}

/** How a gateway differs from the document. */
export interface GatewayOptions {
  /**
   * Format of the `Authorization` header: the API key alone, or after `Bearer`.
   * @default "raw"
   */
  readonly authorization?: "raw" | "Bearer" | undefined;
  /**
   * Whether requests carry the idempotency key. Without it the gateway cannot deduplicate, so `onUnknown: "repeat-same-id"`
   * is refused.
   * @default true
   */
  readonly sendRequestId?: boolean | undefined;
  /** Header names of the gateway. */
  readonly headers?: HeaderNames | undefined;
  /** Names of the query parameters of `redirectUrl`. Pass the same names to `handleNextAction` in the browser. */
  readonly redirect?: RedirectNames | undefined;
  /**
   * Currencies that are newer than this version, with their decimals (0 to 4): `{ XYZ: 2 }` sends and reads
   * `{ amountMinor: 1250, currency: "XYZ" }` as 12.5. The client never guesses decimals: without them an amount in minor
   * units cannot be converted.
   */
  readonly currencies?: Currencies | undefined;
  /**
   * Whether the client sends operations that are not in the document: refunds and voids, subscriptions, saved cards,
   * senders' addresses. With `refuse` such a call throws a ConfigurationError before anything is sent, unless the client's
   * `operations` option lists the operation.
   * @default "send"
   */
  readonly fieldOperations?: "send" | "refuse" | undefined;
  /**
   * How the token of Apple Pay or Google Pay is sent if it is an object: unchanged, or as its JSON text. The document has text of 1
   * to 512 characters, tokens of phones are objects of some kilobytes: ask your gateway.
   * @default "as_given"
   */
  readonly walletTokens?: "as_given" | "text" | undefined;
}

type Defaulted<Options, Absent extends keyof Options = never> = {
  readonly [Name in keyof Options]-?: Name extends Absent ? Options[Name] : NonNullable<Options[Name]>;
};

/** The resolved `gateway` option, with defaults applied. */
export interface Gateway extends Defaulted<Omit<GatewayOptions, "headers" | "redirect">> {
  readonly headers: Defaulted<HeaderNames>;
  readonly redirect: Defaulted<RedirectNames, "transactionId" | "code">;
}

/** The problem of a value; `undefined` if it has none. */
type Check = (value: unknown) => string | undefined;
type Rules<Options> = {
  readonly [Name in keyof Options]: Name extends "headers" | "redirect"
    ? Rules<Options[Name]>
    : readonly [check: Check, byDefault: Options[Name]];
};

const matches =
  (pattern: RegExp, problem: string): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? undefined : problem;

/** An HTTP field name (RFC 9110, 5.1). */
const header = matches(/^[!#$%&'*+.^_`|~\w-]{1,128}$/, "must be the name of a header");
/** Headers that the idempotency key must not replace: those of the client, and those of the connection. */
const otherHeaders =
  /^(authorization|accept|user-agent|host|connection|content-type|content-length|transfer-encoding)$/i;
const keyHeader: Check = (name) =>
  otherHeaders.test(String(name)) ? "is a header that the client sets itself" : header(name);
const parameter = matches(
  /^[\w.[\]-]{1,64}$/,
  "must be a parameter's name: 1 to 64 letters, digits, and _ . - [ ]",
);

const rules: Rules<Gateway> = {
  authorization: [matches(/^(raw|Bearer)$/, "must be raw or Bearer"), "raw"],
  sendRequestId: [(value) => (typeof value === "boolean" ? undefined : "must be true or false"), true],
  headers: {
    requestId: [keyHeader, "X-Request-ID"],
    signature: [header, "X-Signature"],
    deliveryId: [header, "X-Delivery-ID"],
  },
  redirect: {
    orderId: [parameter, "order_id"],
    transactionId: [parameter, undefined],
    isApproved: [parameter, "is_approved"],
    code: [parameter, undefined],
  },
  currencies: [(value) => (isRecord(value) ? undefined : "must be decimals by currency: { XYZ: 2 }"), {}],
  fieldOperations: [matches(/^(send|refuse)$/, "must be send or refuse"), "send"],
  walletTokens: [matches(/^(as_given|text)$/, "must be as_given or text"), "as_given"],
};

function currencyProblem(code: string, decimals: unknown): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return "is no code of a currency: three capital letters";
  if (![0, 1, 2, 3, 4].some((number) => number === decimals)) return "must be a whole number from 0 to 4";
  const known = currencyDecimals(code) ?? decimals;
  return known === decimals ? undefined : `is known, and has ${known} decimals`;
}

/**
 * Validates the option and applies the defaults.
 *
 * @throws ConfigurationError with the path of each invalid option, `gateway.redirect.code` for example
 */
export function resolveGateway(option?: GatewayOptions): Gateway {
  const found = new FieldErrorList();
  const gateway = resolve(rules, option, [], found) as unknown as Gateway;
  for (const [code, decimals] of Object.entries(gateway.currencies)) {
    const problem = currencyProblem(code, decimals);
    if (problem !== undefined) found.add(["currencies", code], problem);
  }
  const problems = Object.entries(found.errors).map(([path, text]) =>
    path === "(body)" ? `gateway ${text}` : `gateway.${path} ${text}`,
  );
  if (problems.length > 0) throw new ConfigurationError(problems.join("; "));
  return gateway;
}

function resolve(table: object, given: unknown = {}, path: readonly string[], found: FieldErrorList): object {
  if (!isRecord(given)) found.add(path, "must be an object");
  const options = isRecord(given) ? given : {};
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(table, name)) found.add([...path, name], "is not a field of this object");
  }
  const values = Object.entries(table).map(([name, rule]) => {
    const { [name]: value } = options;
    if (!Array.isArray(rule)) return [name, resolve(rule, value, [...path, name], found)];
    const [check, byDefault] = rule;
    const problem = value === undefined ? undefined : check(value);
    if (problem !== undefined) found.add([...path, name], problem);
    return [name, value ?? byDefault];
  });
  return Object.fromEntries(values);
}
