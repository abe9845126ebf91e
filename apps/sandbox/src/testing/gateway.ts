/** A gateway without a port, for tests: the real application on a real database, with a clock that a test sets. */
import { exampleShopper } from "@cardpane/gateway/testing";
import { sql } from "drizzle-orm";
import { createApp } from "../app.ts";
import { compatibilities, defaultThreeDsMissing } from "../compatibility/compatibility.ts";
import { saveMerchant } from "../db/merchants.ts";
import type { Database } from "../db/open.ts";
import type { PaneScript } from "../http/pane-script.ts";
import type { RequestLogEntry } from "../http/request-log.ts";
import { demoMerchant as defaultMerchant } from "../merchant.ts";
import type { SignatureSettings } from "../notifications/signature.ts";
import type { DomainSettings } from "../operation-context.ts";
import { createRuntime, type Runtime } from "../runtime.ts";
import type { BackgroundFailure } from "../scheduling/scheduled-job.ts";
import type { TimelineEvent } from "../scheduling/timeline-event.ts";
import { randomKey } from "../vault/key.ts";
import { openVault, type Vault } from "../vault/vault.ts";
import { answerAsDocument, bodyAsDocument, headersAsDocument } from "./as-document.ts";
import { isNightly, type TestDatabase, testDatabases } from "./databases.ts";

/**
 * For `describe.each`: the database with COMPATIBILITY=document, for behaviour that `field` does not change.
 * compatibility/field.test.ts covers what it changes; with `NIGHTLY` every test runs with either.
 */
export const testSandboxes = testDatabases.flatMap((database) =>
  compatibilities
    .filter((compatibility) => isNightly || compatibility === "document")
    .map((compatibility) => ({
      ...database,
      settings: { compatibility, isReadAsDocument: compatibility === "field" },
      isDocument: compatibility === "document",
      compatibility,
    })),
);

/** A response with untyped JSON: each test states its expectations. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

/** The JSON of a response to a step that a test begins with. @throws Error with the response, if it was refused. */
export function accepted({ status, text, json }: Answered): Answered["json"] {
  if (status >= 400) throw new Error(`The gateway answered ${status}: ${text}`);
  return json;
}

/** A notification as its receiver got it. */
export interface Received {
  readonly url: string;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into bodies of every shape.
  readonly json: any;
}

export interface TestGateway {
  readonly database: Database;
  readonly runtime: Runtime;
  readonly vault: Vault;
  readonly log: RequestLogEntry[];
  /** Failures of background work. */
  readonly failures: BackgroundFailure[];
  /** The machine's time in Unix milliseconds; the sandbox's clock follows it. */
  now: number;
  /** The requests that have arrived at the merchants' addresses, in order. */
  readonly received: Received[];
  /** The receiver's answer: a status, or an error if it cannot be reached. */
  receiver: (received: Received) => number | Error | Promise<number | Error>;
  /** Runs everything that is due: a gateway without a port runs nothing automatically. */
  runDue(): Promise<readonly TimelineEvent[]>;
  /** Moves the clock forward by milliseconds, and runs everything due on the way. */
  advance(ms: number): Promise<readonly TimelineEvent[]>;
  /** All of its routes, each as `GET /path/:id`, without middleware. */
  readonly routes: readonly string[];
  /** Sends a request unchanged. */
  request(path: string, init?: RequestInit): Promise<Answered>;
  /** Posts JSON without a key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Posts a payment with the demo merchant's key. */
  pay(body: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Calls the admin API with its token: with GET, or with POST if there is a body. */
  admin(path: string, body?: unknown, method?: string): Promise<Answered>;
  /** The status of an admin call over the given server connection. */
  requestFrom(path: string, connection: object): Promise<number>;
  /** Exchanges a card for a token. */
  token(card?: Record<string, unknown>): Promise<string>;
  /** Every row of every table as text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

/** The merchant of test gateways: the default one, with a key that the tests use. */
export const demoMerchant = { ...defaultMerchant, apiKey: "sandbox_key_of_tests" };
const adminToken = "sandbox_admin_of_tests";

export const publicUrl = "http://gateway.test";

/** Opens a gateway on a fresh database. */
export async function openGateway(kind: TestDatabase, settings: TestSettings = {}): Promise<TestGateway> {
  const database = await kind.open();
  await saveMerchant(database.db, demoMerchant);
  return gatewayOn(database, settings);
}

interface TestSettings extends Partial<DomainSettings> {
  readonly signature?: SignatureSettings;
  /** @default 15_000 */
  readonly answerWithinMs?: number;
  /** The pane script that the pane's host would return. */
  readonly pane?: PaneScript;
  /**
   * Whether responses, notifications and returns of payments are converted to the document's form, and tokenize is sent with the
   * header that live gateways require, whatever the compatibility.
   * @default false
   */
  readonly isReadAsDocument?: boolean;
  /** The vault of another gateway on the same database, whose sealed texts only it can open. */
  readonly vault?: Vault;
}

/** A gateway on an open database. */
export function gatewayOn(
  database: Database,
  {
    signature = { scheme: "none" },
    vault = openVault(randomKey()),
    answerWithinMs = 15_000,
    pane,
    isReadAsDocument = false,
    ...given
  }: TestSettings = {},
): TestGateway {
  const isDemandMet = (path: string, headers: Headers) =>
    !isReadAsDocument || !path.startsWith("/tokenize") || headers.has("X-Requested-With");
  const log: RequestLogEntry[] = [];
  const failures: BackgroundFailure[] = [];
  const settings: DomainSettings = {
    publicUrl,
    compatibility: "document",
    customerMoney: "allow",
    senders: ["203.0.113.7"],
    threeDsMissing: defaultThreeDsMissing[given.compatibility ?? "document"],
    ...given,
  };
  const systemNow = () => gateway.now;
  const runtime = createRuntime({
    database,
    vault,
    settings,
    systemNow,
    signature,
    answerWithinMs,
    logFailure: (failure) => failures.push(failure),
    fetch: async (input, init) =>
      receive(gateway, new Request(input, init), init?.signal, isReadAsDocument ? bodyAsDocument : undefined),
  });
  const app = createApp({
    database,
    vault,
    runtime,
    settings,
    listensOn: "127.0.0.1",
    adminToken,
    adminFrom: "loopback",
    findPane: async () => pane,
    log: (entry) => log.push(entry),
  });
  const gateway: TestGateway = {
    database,
    runtime,
    vault,
    log,
    failures,
    received: [],
    receiver: () => 204,
    routes: [...new Set(app.routes.map(({ method, path }) => `${method} ${path}`))].filter(
      (route) => !route.startsWith("ALL /*"),
    ),
    runDue: () => runtime.scheduler.runDue(),
    advance: (ms) => runtime.scheduler.move((now) => new Date(now.getTime() + ms)),
    now: Date.UTC(2026, 5, 15, 12),
    async request(path, init) {
      const sent = new Headers(init?.headers);
      if (!isDemandMet(path, sent)) sent.set("X-Requested-With", "XMLHttpRequest");
      const response = await app.request(path, { ...init, headers: sent });
      const text = await response.text();
      const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
      const { status } = response;
      const headers = isReadAsDocument ? headersAsDocument(response.headers) : response.headers;
      const answer = { status, headers, text, json: isJson ? JSON.parse(text) : undefined };
      return isReadAsDocument ? answerAsDocument(path, answer) : answer;
    },
    post: (path, body, headers = {}) =>
      gateway.request(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    pay: (body, headers = {}) =>
      gateway.post("/payment", body, { Authorization: demoMerchant.apiKey, ...headers }),
    admin: (path, body, method = body === undefined ? "GET" : "POST") =>
      gateway.request(`/admin${path}`, {
        method,
        headers: { Authorization: `Bearer ${adminToken}`, "Content-Type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    requestFrom: async (path, connection) => {
      const headers = { Authorization: `Bearer ${adminToken}` };
      return (await app.request(path, { headers }, connection)).status;
    },
    token: async (card = {}) => {
      const answer = await gateway.post("/tokenize", { ...testCard, ...card }, xhr);
      return String(accepted(answer).token);
    },
    dump: () => dump(database),
    close: async () => {
      await runtime.stop();
      await database.close();
    },
  };
  return gateway;
}

async function receive(
  gateway: TestGateway,
  request: Request,
  signal: AbortSignal | null | undefined,
  read: (body: unknown) => unknown = (body) => body,
): Promise<Response> {
  const text = await request.text();
  const received = { url: request.url, headers: request.headers, text, json: read(parseOrNothing(text)) };
  gateway.received.push(received);
  const answer = await Promise.race([gateway.receiver(received), givenUp(signal)]);
  if (answer instanceof Error) throw new TypeError("fetch failed", { cause: answer });
  return new Response(null, { status: answer });
}

/** The sender's time-out, as fetch reports it. */
function givenUp(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The header that live gateways require for tokenize. */
export const xhr = { "X-Requested-With": "XMLHttpRequest" };

/** A card that succeeds. */
export const testCard = {
  number: "4242424242424242",
  expirationMonth: "12",
  expirationYear: "30",
  cvv: "123",
} as const;

let consumers = 0;

/** A new consumer, with all fields that 3D Secure needs. */
export function newConsumer(): Record<string, unknown> {
  consumers += 1;
  return {
    ...exampleShopper,
    externalId: `shopper-${consumers}`,
    email: `shopper-${consumers}@shop.test`,
  };
}

/** A payment of 24.90 EUR from a source. */
export function paymentFrom(
  paymentSource: Record<string, unknown>,
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  return {
    paymentSource,
    sku: { name: demoMerchant.sku },
    consumer: newConsumer(),
    url: { ipnUrl: "https://shop.test/ipn", redirectUrl: "https://shop.test/return" },
    ...rest,
  };
}

/** A payment by card. */
export function cardPayment(
  card: Record<string, unknown> = {},
  rest: Record<string, unknown> = {},
): Record<string, unknown> {
  return paymentFrom({ type: "card", ...testCard, ...card }, rest);
}

/** A sku of variant A with one price. */
export function siteSku(amount: number, currency = "EUR"): Record<string, unknown> {
  return { siteId: demoMerchant.siteId, price: [{ amount, currency }] };
}

async function dump({ db }: Database): Promise<string> {
  const tables = await db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`);
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const found = await db.execute(sql`select t::text as row from ${sql.identifier(name)} t`);
      // An empty table ends without a line feed, so that blank lines occur only between two tables.
      return [name, ...found.rows.map(({ row }) => row)].join("\n");
    }),
  );
  return texts.join("\n\n");
}
