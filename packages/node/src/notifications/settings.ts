/** Receiver options, validated once when the receiver is created. */

import { isSecureServerOrigin } from "@cardpane/contract/secure-origin";
import type { Currencies } from "@cardpane/gateway";
import { type Gateway, type GatewayOptions, type GatewayPreset, resolveGateway } from "../client/gateway.ts";
import type { Clock } from "../client/settings.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { NotificationRefusedError } from "../errors/notification-refused.ts";
import { checkSecrets, type Secrets } from "./check-secrets.ts";
import type { OrderEvent } from "./orders/order-event.ts";
import type { ReportOptions } from "./orders/payment-report.ts";
import { type SignatureScheme, signatures } from "./signatures.ts";
import type { Audience, UrlSettings } from "./signed-url.ts";
import { type ReadableStore, reentrantStore } from "./stores/reentrant-store.ts";
import type { NotificationStore } from "./stores/store.ts";

/** Options for verifying notifications, shared by receivers and verifiers. */
export interface ProofOptions {
  /**
   * Signs the URLs: 32 or more random bytes that you generate, not the API key. Pass several for a gapless rotation: the first
   * signs, all verify. The type allows `undefined` for environment variables; it is refused.
   */
  readonly secret: Secrets;
  /** Environment name, for example `live`: 1 to 32 letters, digits and `-`. A signed URL is valid only in its environment. */
  readonly environment: string;
  /**
   * The gateway's signature scheme, checked in addition to the signed URL.
   * @default signatures.none()
   */
  readonly signature?: SignatureScheme | undefined;
  /**
   * How the gateway differs from the interface's document: the same value as the client's. Receivers use its header names and
   * currencies.
   * @default "document"
   */
  readonly gateway?: GatewayPreset | GatewayOptions | undefined;
  /**
   * Clock; replace it in tests.
   * @default the system clock
   */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** Options that all receivers share. */
export interface ReceiverOptions<Event, Tx> extends ProofOptions {
  /** Stores the orders: {@link createPostgresStore}, {@link createSqliteStore}, {@link createMemoryStore}, or your own. */
  readonly store: NotificationStore<Tx>;
  /**
   * Called exactly once for each event, inside the store's transaction: writes through `tx` are committed together with the
   * order. If it throws, nothing is committed, and the gateway re-sends the notification. Put irreversible actions (an e-mail)
   * into a queue that you write through `tx`.
   *
   * It may call this object for the event's reference: the call joins the transaction, sees the record after the event, and is
   * committed with the event. `find` returns the last committed record. Do not send a payment in `onEvent`: a URL that
   * `createUrl` returns here is recorded only after `onEvent` has ended. If a joined call throws because its own `onEvent`
   * failed, the whole transaction is rolled back, even if you catch the error.
   *
   * For another reference, and in an event of a wallet account, call this object later, from the queue: such a call needs a
   * second connection while the first is held. {@link createSqliteStore} has only one and refuses the call; PGlite, and a pool
   * without a free connection, wait forever. Joining needs the `AsyncLocalStorage` of Node, Deno, Bun, or a worker with Node
   * compatibility; in other runtimes only `find` may be called here.
   */
  readonly onEvent: (event: Event, tx: Tx) => void | Promise<void>;
  /**
   * Called with the reason when a notification is refused. If it has a `transaction`, the notification is authentic, and money
   * may have moved that your record does not expect: have a person look at it, because nothing else reports it.
   * @default logs message, reference and transaction to console.warn
   */
  readonly onRefused?: ((refusal: NotificationRefusedError) => void) | undefined;
  /**
   * Called with the error that the store or `onEvent` threw.
   * @default logs the error to console.error
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Options for notifications of payments: their URL, and how test payments count. */
export interface PaymentProofOptions {
  /** URL of your notification endpoint: https, or http on a loopback address. */
  readonly ipnUrl: string;
  /**
   * How a payment with `mode: "test"` counts. It moves no money, so by default it never pays an order and emits an `unknown`
   * event with `why: "test"`. With `accept` it counts as a sale: set this in test environments only.
   * @default "report"
   */
  readonly testPayments?: "accept" | "report" | undefined;
}

/** Options of {@link createNotificationVerifier}. */
export interface VerifyOptions extends ProofOptions, PaymentProofOptions {}

/** Options of {@link createNotifications}. */
export interface NotificationsOptions<Tx> extends ReceiverOptions<OrderEvent, Tx>, PaymentProofOptions {}

/** The validated options for verification, with defaults applied. */
export interface ProofSettings extends UrlSettings {
  readonly signature: SignatureScheme;
  /** Names of the headers of a notification. */
  readonly headers: Gateway["headers"];
  /** Decimals of currencies that are newer than this version. */
  readonly currencies: Currencies;
  readonly now: () => number;
}

/** The validated options of a receiver, with defaults applied. */
export interface ReceiverSettings<Event, Tx> extends ProofSettings {
  readonly store: ReadableStore<Tx>;
  readonly onEvent: (event: Event, tx: Tx) => void | Promise<void>;
  readonly onRefused: (refusal: NotificationRefusedError) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Settings of the receiver of payment notifications. */
export type NotificationSettings<Tx> = ReceiverSettings<OrderEvent, Tx>;

/**
 * @param address the receiver's URL, and the name of its option
 * @throws ConfigurationError that names the option. It never contains a secret.
 */
export function resolveReceiverSettings<Event, Tx>(
  audience: Audience,
  options: ReceiverOptions<Event, Tx>,
  address: readonly [option: string, value: unknown],
): ReceiverSettings<Event, Tx> {
  const { store, onEvent } = options;
  checkEnvironment(options.environment);
  if (typeof store?.transaction !== "function") fail("store is not set. Pass createPostgresStore()");
  if (typeof onEvent !== "function") fail("onEvent must be a function");
  return {
    ...resolveVerifySettings(audience, options, address),
    store: reentrantStore(store),
    onEvent,
    onRefused: options.onRefused ?? warnOfRefusal,
    onFailure: options.onFailure ?? ((error) => console.error(error)),
  };
}

/** Logs a refusal. Request values are JSON-encoded, so that they cannot break a log line. */
function warnOfRefusal({ message, reference, transaction }: NotificationRefusedError): void {
  const about = reference === undefined ? "" : ` ${JSON.stringify({ reference, ...transaction })}`;
  console.warn(message + about);
}

/**
 * @param address the receiver's URL, and the name of its option
 * @throws ConfigurationError that names the option. It never contains a secret.
 */
export function resolveVerifySettings(
  audience: Audience,
  options: ProofOptions,
  address: readonly [option: string, value: unknown],
): ProofSettings {
  const { environment, clock } = options;
  checkEnvironment(environment);
  const { headers, currencies } = resolveGateway(options.gateway);
  return {
    audience,
    secrets: checkSecrets("secret", options.secret),
    environment,
    address: checkAddress(...address),
    signature: withHeaderName(options.signature ?? signatures.none(), headers.signature),
    headers,
    currencies,
    now: clock ? () => clock.now() : Date.now,
  };
}

/** @throws ConfigurationError */
export function checkReportOptions(
  { testPayments = "report" }: { readonly testPayments?: unknown },
  { currencies }: Pick<ProofSettings, "currencies">,
): ReportOptions {
  if (testPayments === "report" || testPayments === "accept") return { testPayments, currencies };
  throw new ConfigurationError("testPayments must be report or accept");
}

function checkEnvironment(environment: unknown): void {
  if (typeof environment !== "string" || !/^[A-Za-z0-9-]{1,32}$/.test(environment)) {
    fail("environment must be 1 to 32 letters, digits and hyphens, live for example");
  }
}

/** Renames the `X-Signature` header of the built-in schemes to the gateway's header name. */
function withHeaderName(scheme: SignatureScheme, name: string): SignatureScheme {
  if (name.toLowerCase() === "x-signature") return scheme;
  return Object.freeze({
    name: scheme.name,
    coversBody: scheme.coversBody,
    verify: ({ header, ...notification }: Parameters<SignatureScheme["verify"]>[0]) =>
      scheme.verify({
        ...notification,
        header: (wanted: string) => header(wanted.toLowerCase() === "x-signature" ? name : wanted),
      }),
    sign: async (notification: Parameters<SignatureScheme["sign"]>[0]) => {
      const headers = Object.entries(await scheme.sign(notification));
      return Object.fromEntries(
        headers.map(([header, value]) => [header.toLowerCase() === "x-signature" ? name : header, value]),
      );
    },
  });
}

function checkAddress(option: string, address: unknown): string {
  if (typeof address !== "string" || address.trim() === "") return fail(`${option} is not set`);
  if (!URL.canParse(address)) return fail(`${option} must be an absolute address`);
  const url = new URL(address);
  if (!isSecureServerOrigin(url)) {
    // The URL is the proof, and over http every hop could read it.
    return fail(`${option} must be https; http is allowed on a loopback address only`);
  }
  if (url.username !== "" || url.password !== "" || url.hash !== "") {
    return fail(`${option} must hold no user name, password or fragment`);
  }
  return url.href;
}

function fail(what: string): never {
  throw new ConfigurationError(what);
}
