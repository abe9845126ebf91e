/** Receiver options, validated once when the receiver is created. */

import { ConfigurationError } from "../errors/errors.ts";
import type { NotificationRefusedError } from "../errors/notification-refused.ts";
import { traced } from "../settings/channels.ts";
import { type GatewayOptions, resolveGateway } from "../settings/gateway.ts";
import { type Clock, checkAddress } from "../settings/settings.ts";
import type { CheckoutStore } from "../stores/store.ts";
import { checkSecrets, type Secrets } from "./check-secrets.ts";
import type { ReportOptions } from "./payment-report.ts";
import { type SignatureScheme, signatures } from "./signatures.ts";
import type { Audience } from "./signed-url.ts";

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
   * @default {}
   */
  readonly gateway?: GatewayOptions | undefined;
  /**
   * Clock; replace it in tests.
   * @default the system clock
   */
  readonly clock?: Pick<Clock, "now"> | undefined;
}

/** Options that all receivers share. */
export interface ReceiverOptions<Event, Tx> extends ProofOptions {
  /** Stores the attempts: {@link createPostgresStore}, {@link createMySqlStore}, {@link createSqliteStore}, {@link createMemoryStore}, or your own. */
  readonly store: CheckoutStore<Tx>;
  /**
   * Takes effect once for each event: it runs inside the store's transaction, and writes through `tx` are committed together with
   * the record of the attempt, or not at all. If it throws, nothing is committed: the gateway sends the notification again, a
   * response has no final outcome (its notification emits the event), and `resolve` throws.
   *
   * It must not call this object or another one of its kind: such a call could wait for its own transaction, so it is refused
   * (`called_in_event`). Put what is irreversible or slow (a payment, an e-mail) into a table that you write through `tx`.
   */
  readonly onEvent: (event: Event, tx: Tx) => void | Promise<void>;
  /**
   * Called with the reason when a notification is refused.
   * @default logs the message to console.warn
   */
  readonly onRefused?: ((refusal: NotificationRefusedError) => void) | undefined;
  /**
   * Called with the error that the store, `onEvent` or a signature scheme threw.
   * @default logs the error to console.error
   */
  readonly onFailure?: ((error: unknown) => void) | undefined;
}

/** How notifications of payments are read. */
export interface ReportSettings {
  /**
   * How a payment with `mode: "test"` counts. It moves no money, so by default it never pays an order and emits an `unknown`
   * event with `why: "test"`. With `accept` it counts as a sale: refused in an environment whose name begins with `live` or `prod`.
   * @default "report"
   */
  readonly testPayments?: "accept" | "report" | undefined;
}

/** The validated options for verification, with defaults applied. */
export type ProofSettings = Readonly<ReturnType<typeof resolveProofSettings>>;

/** The validated options of a receiver, with defaults applied. */
export type ReceiverSettings<Event, Tx> = Readonly<ReturnType<typeof resolveReceiverSettings<Event, Tx>>>;

/**
 * @param address the endpoint's URL, and the name of its option
 * @throws ConfigurationError that names the option. It never contains a secret.
 */
export function resolveReceiverSettings<Event, Tx>(
  audience: Audience,
  options: ReceiverOptions<Event, Tx>,
  address: readonly [option: string, value: unknown],
) {
  const { store, onEvent } = options;
  const proof = resolveProofSettings(audience, options);
  if (typeof store?.once !== "function") fail("store is not set. Pass createPostgresStore()");
  if (typeof onEvent !== "function") fail("onEvent must be a function");
  return {
    ...proof,
    /** URL of the endpoint. */
    address: checkAddress(...address).href,
    store: tracedStore(store),
    onEvent,
    onRefused: options.onRefused ?? warnOfRefusal,
    onFailure: options.onFailure ?? ((error) => console.error(error)),
  };
}

function tracedStore<Tx>(store: CheckoutStore<Tx>): CheckoutStore<Tx> {
  const traces = <T>(method: "once" | "find" | "scan", work: () => Promise<T>) =>
    traced("cardpane:store", () => ({ method }), work);
  const { scan } = store;
  return {
    once: (key, work) => traces("once", () => store.once(key, work)),
    find: (key) => traces("find", () => store.find(key)),
    ...(scan && { scan: (keys) => traces("scan", () => scan.call(store, keys)) }),
  };
}

/** Logs a refusal. The reference is JSON-encoded, so that it cannot break a log line. */
function warnOfRefusal({ message, reference }: NotificationRefusedError): void {
  console.warn(reference === undefined ? message : `${message} ${JSON.stringify({ reference })}`);
}

/** @throws ConfigurationError that names the option. It never contains a secret. */
export function resolveProofSettings(audience: Audience, options: ProofOptions) {
  const { environment, clock } = options;
  if (typeof environment !== "string" || !/^[A-Za-z0-9-]{1,32}$/.test(environment)) {
    fail("environment must be 1 to 32 letters, digits and hyphens, live for example");
  }
  const { headers, currencies } = resolveGateway(options.gateway);
  return {
    audience,
    secrets: checkSecrets("secret", options.secret),
    environment,
    signature: options.signature ?? signatures.none(),
    headers,
    currencies,
    now: clock ? () => clock.now() : Date.now,
  };
}

/** @throws ConfigurationError */
export function resolveReportOptions(
  { testPayments = "report" }: ReportSettings,
  { currencies, environment }: Pick<ProofSettings, "currencies" | "environment">,
): ReportOptions {
  if (testPayments !== "report" && testPayments !== "accept") {
    return fail("testPayments must be report or accept");
  }
  if (testPayments === "accept" && /^(live|prod)/i.test(environment)) {
    return fail(
      `testPayments must be report in the environment ${environment}: a test payment moves no money`,
    );
  }
  return { testPayments, currencies };
}

function fail(what: string): never {
  throw new ConfigurationError(what);
}
