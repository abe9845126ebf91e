/**
 * The `gateway` option: how a gateway differs from the interface's document. Pass the same value to clients and to receivers
 * of notifications:
 *
 *   const gateway = { authorization: "Bearer" } as const;
 *   createClient({ gateway, ... });
 *   createCheckout({ gateway, ... });
 */
import { type Currencies, currencyDecimals, type FieldErrors, parse } from "@cardpane/gateway";
import * as z from "zod";
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

/** An HTTP field name (RFC 9110, 5.1). */
const headerName = z
  .string("must be the name of a header")
  .regex(/^[!#$%&'*+.^_`|~\w-]{1,128}$/, "must be the name of a header");
/** Headers that the idempotency key must not replace: those of the client, and those of the connection. */
const otherHeaders =
  /^(authorization|accept|user-agent|host|connection|content-type|content-length|transfer-encoding)$/i;
const parameter = z
  .string("must be a parameter's name")
  .regex(/^[\w.[\]-]{1,64}$/, "must be a parameter's name: 1 to 64 letters, digits, and _ . - [ ]");

const decimalsProblem = "must be a whole number from 0 to 4";

function currencyProblem(code: string, decimals: number): string | undefined {
  if (!/^[A-Z]{3}$/.test(code)) return "is no code of a currency: three capital letters";
  const known = currencyDecimals(code) ?? decimals;
  return known === decimals ? undefined : `is known, and has ${known} decimals`;
}

const schema = z.strictObject({
  authorization: z.enum(["raw", "Bearer"], "must be raw or Bearer").default("raw"),
  sendRequestId: z.boolean("must be true or false").default(true),
  headers: z
    .strictObject({
      requestId: headerName
        .refine((name) => !otherHeaders.test(name), "is a header that the client sets itself")
        .default("X-Request-ID"),
      signature: headerName.default("X-Signature"),
      deliveryId: headerName.default("X-Delivery-ID"),
    })
    .prefault({}),
  redirect: z
    .strictObject({
      orderId: parameter.default("order_id"),
      transactionId: parameter.optional(),
      isApproved: parameter.default("is_approved"),
      code: parameter.optional(),
    })
    .prefault({}),
  currencies: z
    .record(
      z.string(),
      z.int(decimalsProblem).min(0, decimalsProblem).max(4, decimalsProblem),
      "must be decimals by currency: { XYZ: 2 }",
    )
    .superRefine((currencies, context) => {
      for (const [code, decimals] of Object.entries(currencies)) {
        const message = currencyProblem(code, decimals);
        if (message !== undefined) context.addIssue({ code: "custom", path: [code], message });
      }
    })
    .default({}),
  fieldOperations: z.enum(["send", "refuse"], "must be send or refuse").default("send"),
  walletTokens: z.enum(["as_given", "text"], "must be as_given or text").default("as_given"),
});

/** The resolved `gateway` option, with defaults applied. */
export type Gateway = ReturnType<typeof resolveGateway>;

/**
 * Validates the option and applies the defaults.
 *
 * @throws ConfigurationError with the path of each invalid option, `gateway.redirect.code` for example
 */
export function resolveGateway(option: GatewayOptions = {}) {
  const parsed = parse(schema, option);
  if (!parsed.ok) throw invalidGateway(parsed.errors);
  return parsed.value;
}

function invalidGateway(errors: FieldErrors): ConfigurationError {
  const problems = Object.entries(errors).map(([path, text]) =>
    path === "(body)" ? `gateway ${text}` : `gateway.${path} ${text}`,
  );
  return new ConfigurationError(problems.join("; "));
}
