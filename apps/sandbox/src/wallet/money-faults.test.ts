/**
 * The fault suite of money: random operations of parallel clients over HTTP, on a process that kills itself (SIGKILL) during
 * an operation. A client repeats an unanswered request, with its X-Request-ID, until it is answered. In the end no money is lost
 * or created: the ledger is exact, and the transactions are those of the responses.
 *
 * `npm test` makes a short run, NIGHTLY a longer one; `npm run nightly -- money` (WALLET_OPERATIONS) makes one of 10,000 operations.
 */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import { expect, it } from "vitest";
import { bundleProgram } from "../../../../packages/tools/src/testing/bundle-program.ts";
import { type Database, openPglite, openPostgres } from "../db/open.ts";
import { isNightly, makeDatabase, testServerUrl } from "../testing/databases.ts";
import { execArgs } from "../testing/exec-args.ts";
import { demoMerchant, testCard } from "../testing/gateway.ts";
import { inexact, stampOf } from "../testing/money.ts";

const total = Number(process.env["WALLET_OPERATIONS"] ?? (isNightly ? 1_000 : 80));
const clients = 12;
/** A process survives its first operations, which create the users, and then at most a third of all operations. */
const youth = Math.min(100, total / 2);
/** Each start takes seconds. The only death of a short run is after a commit: a repeated request finds its work done. */
const maxDeaths = isNightly ? Number.POSITIVE_INFINITY : 1;

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

interface Store {
  readonly name: string;
  readonly env: Record<string, string>;
  open(): Promise<Database>;
  drop(): Promise<void>;
}

async function folderStore(): Promise<Store> {
  const folder = await mkdtemp(join(tmpdir(), "cardpane-money-"));
  return {
    name: "a data folder",
    env: { DATA_DIR: folder },
    open: () => openPglite(join(folder, "pglite")),
    drop: () => rm(folder, { recursive: true }),
  };
}

async function serverStore(server: string): Promise<Store> {
  const { url, drop } = await makeDatabase(server);
  return {
    name: "PostgreSQL",
    env: { DATABASE_URL: url },
    open: () => openPostgres(url),
    drop,
  };
}

/** A process that dies repeatedly, each time in another way, and is restarted until it is allowed to survive. */
function startMortal(program: string, store: Store) {
  let child: ChildProcess | undefined;
  let isOver = false;
  let deaths = 0;
  let ready: Promise<string>;

  function start(): void {
    const step = deaths % 2 === 0 ? "committed" : "stored";
    const left =
      deaths < maxDeaths ? youth + Math.floor((Math.random() * total) / 3) : Number.POSITIVE_INFINITY;
    const started = fork(program, {
      execArgv: [...execArgs],
      env: {
        ...process.env,
        DIE_AT: `${step}:${left}`,
        SANDBOX_ENCRYPTION_KEY: "44".repeat(32),
        DATA_DIR: "",
        DATABASE_URL: "",
        ...store.env,
      },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    child = started;
    ready = once(started, "message").then(([message]) => (message as { url: string }).url);
    started.once("exit", () => {
      if (isOver) return;
      deaths += 1;
      start();
    });
  }
  start();

  return {
    url: () => ready,
    deaths: () => deaths,
    stop: async () => {
      isOver = true;
      const gone = child && once(child, "exit");
      child?.kill("SIGKILL");
      await gone;
    },
  };
}
type Mortal = ReturnType<typeof startMortal>;

/** Sends a request until a process answers it. */
async function untilAnswered(
  mortal: Mortal,
  path: string,
  init: RequestInit,
): Promise<{ status: number; text: string }> {
  for (;;) {
    try {
      const url = await mortal.url();
      const response = await fetch(url + path, { ...init, signal: AbortSignal.timeout(30_000) });
      const text = await response.text();
      // The work was rolled back and no response is kept: the client must try again.
      if (response.status < 500) return { status: response.status, text };
    } catch {
      // The process died.
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

async function send(mortal: Mortal, path: string, body: object, requestId: string): Promise<Json> {
  const { status, text } = await untilAnswered(mortal, path, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      Authorization: demoMerchant.apiKey,
      "X-Request-ID": requestId,
    },
    body: JSON.stringify(body),
  });
  return { status, text, json: JSON.parse(text) };
}

interface Purse {
  readonly clientId: number;
  readonly fiat: number;
  readonly promo: number;
  /** Transactions that a client may try to void. */
  readonly made: number[];
}

const pick = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T;
const cents = (most: number) => Math.ceil(Math.random() * most) / 100;
const soon = () => stampOf(Date.now() + 1_000 + Math.random() * 20_000);

function randomOperation({ clientId, fiat, promo, made }: Purse): { path: string; body: Json } {
  const account = Math.random() < 0.6 ? fiat : promo;
  const dice = Math.random();
  if (dice < 0.3) {
    const dateExpire = account === promo && Math.random() < 0.5 ? { dateExpire: soon() } : {};
    return {
      path: `/api/v1/payment-account/${account}/top-up`,
      body: { clientId, amount: cents(5_000), ...dateExpire },
    };
  }
  if (dice < 0.4) {
    return { path: `/api/v1/payment-account/${account}/top-up`, body: { clientId, amount: -cents(3_000) } };
  }
  if (dice < 0.8) {
    const fields = { paymentAccountId: account, amount: cents(6_000), currency: "EUR", name: "Basket" };
    return { path: "/api/v1/payment", body: { clientId, merchantOrderId: "order", ...fields } };
  }
  if (dice < 0.85) {
    const fields = { name: "Refill", amount: cents(2_000), consumer: { ip: "192.0.2.1" } };
    return {
      path: `/api/v1/payment-account/${fiat}/refill`,
      body: { clientId, emailOptions: { send: false }, ...fields },
    };
  }
  return { path: `/api/v1/transaction/${pick(made)}/void`, body: { clientId, reason: "Tried" } };
}

/** A user with a card on its account, so that refills and autoreload move money too. */
async function makePurse(mortal: Mortal, index: number): Promise<Purse> {
  const post = async (path: string, body: object, name = path) =>
    (await send(mortal, path, body, `setup-${index}-${name}`)).json;
  const user = { email: `money-${index}@shop.test`, externalUserId: `money-${index}`, isActivated: true };
  const { userId: clientId } = await post("/api/v1/user", user);
  const account = async (type: string) =>
    (
      await post(
        "/api/v1/payment-account",
        { clientId, type, method: "card", system: "sandbox", currency: "EUR" },
        type,
      )
    ).id as number;
  const [fiat, promo] = [await account("fiat"), await account("promo")];
  const first = await post(`/api/v1/payment-account/${fiat}/top-up`, { clientId, amount: 100 });
  const refill = { name: "First", amount: 50, consumer: { ip: "192.0.2.1" }, emailOptions: { send: false } };
  const { url } = await post(`/api/v1/payment-account/${fiat}/refill`, { clientId, ...refill });
  const { token } = await post("/tokenize", testCard);
  const form = String(new URLSearchParams({ payment: JSON.stringify({ token }) }));
  await untilAnswered(mortal, new URL(url).pathname, {
    method: "POST",
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
    body: form,
    redirect: "manual",
  });
  await untilAnswered(mortal, `/api/v1/payment-account/${fiat}`, {
    method: "PUT",
    headers: { "Content-Type": "application/json", Authorization: demoMerchant.apiKey },
    body: JSON.stringify({ clientId, isAutoReload: true, autoReloadAmount: 30, autoReloadMinAmount: 10 }),
  });
  return { clientId, fiat, promo, made: [first.id] };
}

async function rowsOf(database: Database, statement: ReturnType<typeof sql>): Promise<Json[]> {
  return (await database.db.execute<Json>(statement)).rows;
}

it.concurrent.each([
  ...(isNightly || !testServerUrl ? [["a data folder", folderStore] as const] : []),
  ...(testServerUrl ? [["PostgreSQL", () => serverStore(testServerUrl ?? "")] as const] : []),
] as const)(
  `on %s, ${total} random operations on a dying process lose and make nothing`,
  async (_, makeStore) => {
    const store = await makeStore();
    const mortal = startMortal(await bundleProgram(new URL("../testing/doomed.ts", import.meta.url)), store);
    const purses = await Promise.all(Array.from({ length: 5 }, (_, index) => makePurse(mortal, index)));
    const answered = new Map<number, Json>(purses.map(({ made: [first] }) => [first ?? 0, undefined]));
    let refills = purses.length;
    let left = total;
    let repeated = 0;
    await Promise.all(
      Array.from({ length: clients }, async () => {
        while (left > 0) {
          const requestId = `money-${left--}`;
          const purse = pick(purses);
          const { path, body } = randomOperation(purse);
          const { status, text, json } = await send(mortal, path, body, requestId);
          if (Math.random() < 0.1) {
            expect((await send(mortal, path, body, requestId)).text).toBe(text);
            repeated += 1;
          }
          if (path.endsWith("/refill")) refills += Number(status === 201);
          else if (path.endsWith("/void")) {
            if (status !== 200) expect([status, json.errors]).toEqual([400, { id: expect.any(String) }]);
            else answered.set(Math.max(...Object.values<Json>(json.child).map(({ id }) => id)), json);
          } else if (status === 400) {
            // A process died, and before the next one ran, the expiry of the money had passed.
            expect(Object.keys(json.errors)).toEqual(["dateExpire"]);
          } else {
            expect(status).toBe(201);
            answered.set(json.id, json);
            purse.made.push(json.id);
          }
        }
      }),
    );
    const deaths = mortal.deaths();
    await mortal.stop();

    const database = await store.open();
    expect(await inexact(database.db)).toEqual([]);
    const stored = await rowsOf(
      database,
      sql`select id, price, status, code from wallet_transactions
        where listed = 'always' and subtype not in ('refill', 'autoreload', 'expiry') order by id`,
    );
    expect(stored.map(({ id }) => Number(id))).toEqual([...answered.keys()].sort((one, two) => one - two));
    for (const { id, price, status, code } of stored) {
      const answer = answered.get(Number(id));
      // The response to a void is the voided transaction.
      if (answer?.id === Number(id))
        expect([answer.price, answer.status, answer.code]).toEqual([price, status, code]);
    }
    const [counted] = await rowsOf(database, sql`select count(*)::int as count from wallet_refills`);
    expect(counted.count).toBe(refills);
    const [fates] = await rowsOf(
      database,
      sql`select count(*) filter (where subtype = 'expiry')::int as expiries,
        count(*) filter (where subtype = 'autoreload')::int as reloads,
        count(*) filter (where status = 'fail')::int as fails from wallet_transactions`,
    );
    await database.close();
    await store.drop();
    console.log(
      `${store.name}: ${total} operations, ${deaths} deaths, ${repeated} repeats, ${JSON.stringify(fates)}`,
    );
    expect(deaths).toBeGreaterThan(0);
    expect(repeated).toBeGreaterThan(0);
  },
  180_000 + total * 90,
);
