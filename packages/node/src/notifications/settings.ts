/** Receiver options, validated once when the receiver is created. */
import type { Currencies } from "@cardpane/contract/gateway";
import { isSecureServerOrigin } from "@cardpane/contract/secure-origin";
import { type Gateway, type GatewayOptions, type GatewayPreset, resolveGateway } from "../client/gateway.ts";
import type { Clock } from "../client/settings.ts";
import { ConfigurationError } from "../errors/errors.ts";
import type { NotificationRefusedError } from "../errors/notification-refused.ts";
import { checkSecrets, type Secrets } from "./check-secrets.ts";
import type { OrderEvent } from "./order-event.ts";
import type { ReportOptions } from "./payment-report.ts";
import { type ReadableStore, reentrantStore } from "./reentrant-store.ts";
import { type SignatureScheme, signatures } from "./signatures.ts";
import type { Audience, UrlSettings } from "./signed-url.ts";
import type { NotificationStore } from "./store.ts";

/** Options for verifying notifications, shared by receivers and verifiers. */
export interface ProofOptions {
  /**
   * Signs the URLs: 32 or more random bytes of your own, not the API key. Pass several to rotate without a gap: the first
   * signs, all verify. May be typed `string | undefined`: an unset one is refused.
   */
  readonly secret: Secrets;
  /** Name of the environment, `live` for example, 1 to 32 letters, digits and `-`. A signed URL is valid in its own environment only. */
  readonly environment: string;
  /**
   * How the gateway signs, in addition to the signed URL.
   * @default signatures.none()
   */
  readonly signature?: SignatureScheme | undefined;
  /**
   * How the gateway differs from the interface's document: the same as the client's. Receivers use its names of headers and its currencies.
   * @default "document"
   */
  readonly gateway?: GatewayPreset | GatewayOptions | undefined;
  /**
   * For tests.
   * @default the system's
   */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** Options that all receivers share. */
export interface ReceiverOptions<Event, Tx> extends ProofOptions {
  /** Where orders are kept: {@link createPostgresStore}, {@link createSqliteStore}, {@link createMemoryStore}, or your own. */
  readonly store: NotificationStore<Tx>;
  /**
   * Called exactly once for each event, inside the store's transaction: what it writes through `tx` is committed with the order.
   * When it throws, nothing is committed, and the gateway sends the notification again. What cannot be undone (an e-mail)
   * belongs into a queue that is written through `tx`.
   *
   * It may call this object for the reference of the event: the call joins the transaction, works on the record as the event
   * left it, and counts once the event is committed. `find` shows what is committed already. Send no payment before that: what
   * `createUrl` returns here is recorded when `onEvent` has ended. A call that throws because of its own `onEvent` undoes the
   * whole transaction, also where you catch it.
   *
   * For another reference, and in an event of a wallet's account, call it later, from the queue: such a call needs a connection of
   * its own while this one is held. {@link createSqliteStore}, which has one, refuses it at once; a pool that has none to spare, and
   * PGlite, wait for ever. Joining needs the `AsyncLocalStorage` of Node, Deno, Bun, or a worker with Node compatibility; elsewhere
   * only `find` may be called here.
   */
  readonly onEvent: (event: Event, tx: Tx) => void | Promise<void>;
  /**
   * Called with the reason when a notification is refused. Where it has a `transaction`, the notification is the gateway's
   * and money may have moved that your record does not expect: have a person look at it, nothing else reports it.
   * @default its message, its reference and its transaction go to console.warn
   */
  readonly onRefused?: ((refusal: NotificationRefusedError) => void) | undefined;
  /**
   * Called with what the store or `onEvent` threw.
   * @default it goes to console.error
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** Options that say where notifications of payments arrive, and what counts as one. */
export interface PaymentProofOptions {
  /** Where the gateway reaches you: https, or http on a loopback address. */
  readonly ipnUrl: string;
  /**
   * What a payment with `mode: "test"` counts as. It moves no money, so by default it never pays an order and is an `unknown`
   * event with `why: "test"`. Set `accept` in a test environment only: there it counts as a sale.
   * @default "report"
   */
  readonly testPayments?: "accept" | "report" | undefined;
}

/** Options of {@link createNotificationVerifier}. */
export interface VerifyOptions extends ProofOptions, PaymentProofOptions {}

/** Options of {@link createNotifications}. */
export interface NotificationsOptions<Tx> extends ReceiverOptions<OrderEvent, Tx>, PaymentProofOptions {}

/** The checked options of verifying, defaults applied. */
export interface ProofSettings extends UrlSettings {
  readonly signature: SignatureScheme;
  /** Names of the headers of a notification. */
  readonly headers: Gateway["headers"];
  /** Decimals of currencies that are younger than this version. */
  readonly currencies: Currencies;
  readonly now: () => number;
}

/** The checked options of a receiver, defaults applied. */
export interface ReceiverSettings<Event, Tx> extends ProofSettings {
  readonly store: ReadableStore<Tx>;
  readonly onEvent: (event: Event, tx: Tx) => void | Promise<void>;
  readonly onRefused: (refusal: NotificationRefusedError) => void;
  readonly onFailure: (error: unknown) => void;
}

/** Settings of the receiver of payments' notifications. */
export type NotificationSettings<Tx> = ReceiverSettings<OrderEvent, Tx>;

/**
 * @param address with the name of its option
 * @throws ConfigurationError naming the option. It never contains a secret.
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

/** As JSON, in which no value of a request can break a line of the log. */
function warnOfRefusal({ message, reference, transaction }: NotificationRefusedError): void {
  const about = reference === undefined ? "" : ` ${JSON.stringify({ reference, ...transaction })}`;
  console.warn(message + about);
}

/**
 * @param address with the name of its option
 * @throws ConfigurationError naming the option. It never contains a secret.
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

/** The built-in schemes of one header call it `X-Signature`; this gateway may not. */
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
    // The URL is the proof: over http every hop could read it.
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
