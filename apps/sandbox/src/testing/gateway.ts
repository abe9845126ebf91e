/** A gateway without a port, for tests: the real application on a real database, with a clock that a test sets. */
import { sql } from "drizzle-orm";
import { createApp } from "../app.ts";
import { saveMerchant } from "../db/merchants.ts";
import type { Database } from "../db/open.ts";
import type { RequestLogEntry } from "../http/request-log.ts";
import { demoMerchant } from "../merchant.ts";
import { systemRandom } from "../start.ts";
import { randomKey } from "../vault/key.ts";
import { openVault } from "../vault/vault.ts";
import type { DomainSettings } from "../work.ts";
import type { TestDatabase } from "./databases.ts";

/** An answer, its JSON read without a type: a test says what it expects of it. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
}

export interface TestGateway {
  readonly database: Database;
  readonly log: RequestLogEntry[];
  /** Unix milliseconds; set it to travel. */
  now: number;
  /** Sends a request as it stands. */
  request(path: string, init?: RequestInit): Promise<Answered>;
  /** Posts JSON without a key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Posts a payment with the demo merchant's key. */
  pay(body: unknown, headers?: Record<string, string>): Promise<Answered>;
  /** Exchanges a card for a token. */
  token(card?: Record<string, unknown>): Promise<string>;
  /** Every row of every table as text. */
  dump(): Promise<string>;
  close(): Promise<void>;
}

export const publicUrl = "http://gateway.test";

/** Opens a gateway on a fresh database. */
export async function openGateway(
  kind: TestDatabase,
  settings: Partial<DomainSettings> = {},
): Promise<TestGateway> {
  const database = await kind.open();
  await saveMerchant(database.db, demoMerchant);
  return gatewayOn(database, settings);
}

/** A gateway on a database that is open already. */
export function gatewayOn(database: Database, settings: Partial<DomainSettings> = {}): TestGateway {
  const log: RequestLogEntry[] = [];
  const app = createApp({
    database,
    vault: openVault(randomKey()),
    clock: () => gateway.now,
    random: systemRandom,
    settings: { publicUrl, ...settings },
    log: (entry) => log.push(entry),
  });
  const gateway: TestGateway = {
    database,
    log,
    now: Date.UTC(2026, 5, 15, 12),
    async request(path, init) {
      const response = await app.request(path, init);
      const text = await response.text();
      const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
      return {
        status: response.status,
        headers: response.headers,
        text,
        json: isJson ? JSON.parse(text) : undefined,
      };
    },
    post: (path, body, headers = {}) =>
      gateway.request(path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
    pay: (body, headers = {}) =>
      gateway.post("/payment", body, { Authorization: demoMerchant.apiKey, ...headers }),
    token: async (card = {}) => {
      const answer = await gateway.post("/tokenize", { ...testCard, ...card });
      return String(answer.json.token);
    },
    dump: () => dump(database),
    close: () => database.close(),
  };
  return gateway;
}

/** A card that succeeds. */
export const testCard = {
  number: "4242424242424242",
  expirationMonth: "12",
  expirationYear: "30",
  cvv: "123",
} as const;

let consumers = 0;

/** A consumer of its own, with all that 3D Secure needs. */
export function newConsumer(): Record<string, unknown> {
  consumers += 1;
  return {
    externalId: `shopper-${consumers}`,
    email: `shopper-${consumers}@shop.test`,
    firstName: "Ada",
    lastName: "Byron",
    ip: "192.0.2.7",
    userAgent: "Mozilla/5.0",
    browserAcceptHeader: "text/html",
    browserJavaEnabled: false,
    browserLanguage: "en-GB",
    browserColorDepth: 24,
    browserScreenHeight: 1080,
    browserScreenWidth: 1920,
    browserTimezone: "-60",
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
  const tables = await rows(
    db.execute(sql`
    select table_name as name from information_schema.tables where table_schema = 'public'`),
  );
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const found = await rows(db.execute(sql`select t::text as row from ${sql.identifier(String(name))} t`));
      return `${name}\n${found.map(({ row }) => row).join("\n")}`;
    }),
  );
  return texts.join("\n\n");
}

/** Both drivers answer `{ rows }`; drizzle's shared type does not say so. */
async function rows(answer: PromiseLike<unknown>): Promise<readonly Record<string, unknown>[]> {
  return ((await answer) as { rows: Record<string, unknown>[] }).rows;
}
