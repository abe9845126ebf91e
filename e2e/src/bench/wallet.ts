/**
 * The wallet's list of transactions: the time of a filtered page for a user with 100,000 transactions, divided by that for a user
 * with 1,000, both on the same sandbox in the same run. The rows are copies of a few that the sandbox itself has made.
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startSandbox } from "@cardpane/sandbox";
import { openPglite, openPostgres } from "../../../apps/sandbox/src/db/open.ts";
import { fillHistory } from "../../../apps/sandbox/src/testing/wallet-history.ts";
import type { Measurement } from "./measurement.ts";
import { median } from "./median.ts";

const [few, many] = [1_000, 100_000];
const rounds = 15;
/** A page is found by an index; its `total` is counted, and takes longer the more rows there are. */
const maxRatio = 10;

/** Every filter by itself, orders, and pages that a merchant's back office would request. */
const queries: readonly (readonly [name: string, query: string])[] = [
  ["newest", "orderColumn=id&orderDirection=desc"],
  ["income", "type=income"],
  ["failed, newest", "status=fail&orderDirection=desc"],
  ["virtual", "virtual=true"],
  ["refunds", "action=refund"],
  ["by card", "mode=card&paymentMethod=card"],
  ["an order", "merchantOrderId=order-77"],
  ["a descriptor", "descriptor=Basket%207"],
  ["expiring", "onlyWithExpireDate=true"],
  ["ten days", "dateFrom=2026-03-01&dateTo=2026-03-10"],
  ["highest price", "orderColumn=price&orderDirection=desc"],
  ["account, failed", "status=fail&paymentAccountId=ACCOUNT"],
  ["new ones", "lastTransactionId=LAST"],
];

interface Seeded {
  readonly clientId: number;
  readonly account: number;
  /** Id of a transaction near the end. */
  readonly last: number;
}

/** Measures the list of transactions on one database. */
export async function benchWallet(database: string, databaseUrl: string | undefined): Promise<Measurement[]> {
  const dataDir = await mkdtemp(join(tmpdir(), "cardpane-bench-"));
  const options = { port: 0, dataDir, ...(databaseUrl !== undefined && { databaseUrl }) };
  try {
    const users = await makeUsers(options);
    const store =
      databaseUrl === undefined ? await openPglite(join(dataDir, "pglite")) : await openPostgres(databaseUrl);
    const seeded: Seeded[] = [];
    for (const [index, user] of users.entries()) {
      seeded.push({ ...user, last: await fillHistory(store, user, index === 0 ? few : many) });
    }
    await store.close();
    return await measure(database, seeded, options);
  } finally {
    await rm(dataDir, { recursive: true });
  }
}

type Options = NonNullable<Parameters<typeof startSandbox>[0]>;
type User = Omit<Seeded, "last">;

/** Two users, each with a top-up and a payment to copy. */
async function makeUsers(options: Options): Promise<User[]> {
  const sandbox = await startSandbox(options);
  const post = async (path: string, body: object) => {
    const response = await fetch(sandbox.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", Authorization: sandbox.merchant.apiKey },
      body: JSON.stringify(body),
    });
    if (response.status !== 201) throw new Error(`${path} answered ${response.status}.`);
    return (await response.json()) as { userId: number; id: number };
  };
  const users: User[] = [];
  for (const name of ["few", "many"]) {
    const { userId: clientId } = await post("/api/v1/user", {
      email: `${name}@shop.example`,
      externalUserId: name,
    });
    const fields = { clientId, method: "card", system: "sandbox", currency: "EUR" };
    const { id: account } = await post("/api/v1/payment-account", fields);
    await post(`/api/v1/payment-account/${account}/top-up`, { clientId, amount: 10 });
    const payment = { paymentAccountId: account, amount: 10, currency: "EUR", name: "Basket" };
    await post("/api/v1/payment", { clientId, merchantOrderId: "order", ...payment });
    users.push({ clientId, account });
  }
  await sandbox.close();
  return users;
}

async function measure(
  database: string,
  [small, large]: readonly Seeded[],
  options: Options,
): Promise<Measurement[]> {
  if (!small || !large) throw new Error("There is nothing to compare.");
  const sandbox = await startSandbox(options);
  const took = async ({ clientId, account, last }: Seeded, query: string): Promise<number> => {
    const filter = query.replace("ACCOUNT", String(account)).replace("LAST", String(last));
    const startedAt = performance.now();
    const response = await fetch(
      `${sandbox.url}/api/v1/transaction?clientId=${clientId}&limit=20&${filter}`,
      {
        headers: { Authorization: sandbox.merchant.apiKey },
      },
    );
    const { meta } = (await response.json()) as { meta?: { total: number } };
    if (!meta?.total) throw new Error(`${query} found nothing.`);
    return performance.now() - startedAt;
  };
  try {
    await took(small, queries[0]?.[1] ?? "");
    const rows: Measurement[] = [];
    for (const [name, query] of queries) {
      const times: [number[], number[]] = [[], []];
      for (let round = 0; round < rounds; round++) {
        // Alternately, so that other work of the machine affects both.
        times[0].push(await took(small, query));
        times[1].push(await took(large, query));
      }
      const [one, other] = [median(times[0]), median(times[1])];
      rows.push({
        what: `transactions, ${name}, ${database}`,
        measured: `${one.toFixed(1)} ms of ${few}, ${other.toFixed(1)} ms of ${many}: ${(other / one).toFixed(2)} times`,
        budget: `at most ${maxRatio} times`,
        ok: other / one <= maxRatio,
      });
    }
    return rows;
  } finally {
    await sandbox.close();
  }
}
