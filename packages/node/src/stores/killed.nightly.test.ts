/** `kill -9` between any two statements of a payment, and during each commit: the payment has exactly one effect. */
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { PGlite } from "@electric-sql/pglite";
import mysql from "mysql2/promise";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresSchema } from "../index.ts";
import {
  effectsTable,
  makeDatabase,
  makeMySqlDatabase,
  mysqlUrl,
  serverUrl,
} from "./databases.test-store.ts";

const run = promisify(execFile);
const child = fileURLToPath(new URL("killed.test-child.ts", import.meta.url));

interface Life {
  readonly statuses: readonly number[];
  readonly statements: readonly string[];
}

/** Runs the shop's process; `undefined` if it was killed. */
async function live(database: string, numbers: readonly number[], limit = "0"): Promise<Life | undefined> {
  const args = ["--conditions=source", "--import", "tsx", child, database, numbers.join(","), limit];
  try {
    const { stdout } = await run(process.execPath, args);
    return JSON.parse(stdout);
  } catch (error) {
    if ((error as { signal?: string }).signal === "SIGKILL") return undefined;
    throw error;
  }
}

/** Kill points after each statement, and during each commit. */
function everywhere(statements: readonly string[]): readonly string[] {
  return statements.flatMap((text, index) =>
    text === "commit" ? [`${index + 1}+`, `${index + 1}`] : [`${index + 1}`],
  );
}

/** Kill points only after writes, because PGlite takes seconds to recover from each crash. */
function afterWrites(statements: readonly string[]): readonly string[] {
  return statements.flatMap((text, index) => (/^(insert|commit)/.test(text) ? [`${index + 1}`] : []));
}

interface Database {
  readonly url: string;
  query(text: string): Promise<{ readonly rows: readonly unknown[] }>;
  close(): Promise<void>;
}

async function openPostgres(server: string): Promise<Database> {
  const { url, drop } = await makeDatabase(server);
  const query = async (text: string) => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    return client.query(text).finally(() => client.end());
  };
  await query(`${postgresSchema}${effectsTable}`);
  return { url, query, close: drop };
}

async function openMySql(server: string): Promise<Database> {
  const { url, drop } = await makeMySqlDatabase(server);
  const query = async (text: string) => {
    const connection = await mysql.createConnection({ uri: url });
    const [rows] = await connection.query(text).finally(() => connection.end());
    return { rows: rows as unknown[] };
  };
  return { url, query, close: drop };
}

/** PGlite on a folder replaces a server of PostgreSQL. */
async function openPglite(): Promise<Database> {
  const url = await mkdtemp(`${tmpdir()}/cardpane-killed-`);
  const query = async (text: string) => {
    const database = await PGlite.create(url);
    const results = await database.exec(text).finally(() => database.close());
    return { rows: results.at(-1)?.rows ?? [] };
  };
  await query(`${postgresSchema}${effectsTable}`);
  return { url, query, close: () => rm(url, { recursive: true, force: true }) };
}

const postgres = serverUrl
  ? { name: "PostgreSQL", server: serverUrl, open: openPostgres, killPoints: everywhere }
  : { name: "PGlite", server: "", open: openPglite, killPoints: afterWrites };
const mySql = { name: "MySQL", server: mysqlUrl ?? "", open: openMySql, killPoints: everywhere };

describe.each(mysqlUrl ? [postgres, mySql] : [postgres])("a shop on $name that is killed", (shop) => {
  const { server, open, killPoints } = shop;
  let database: Database;
  beforeAll(async () => {
    database = await open(server);
  });
  afterAll(() => database?.close());

  it("after any statement settles each order once when it lives again [T-P19]", async () => {
    const whole = await live(database.url, [0]);
    const { statements = [], statuses } = whole ?? {};
    expect(statuses).toEqual([200]);
    expect(statements.filter((text) => text === "commit")).toHaveLength(3);
    expect(afterWrites(statements).length).toBeGreaterThanOrEqual(6);
    const limits = killPoints(statements);
    const numbers = limits.map((_, index) => index + 1);
    for (const [index, limit] of limits.entries()) {
      expect(await live(database.url, [index + 1], limit)).toBeUndefined();
    }
    const again = await live(database.url, numbers);
    expect(again?.statuses).toEqual(numbers.map(() => 200));
    const { rows } = await database.query("select reference, type from effects order by reference");
    const wanted = [0, ...numbers].map((number) => ({
      reference: `order-${number}`,
      type: "payment.succeeded",
    }));
    expect(rows).toEqual(wanted.sort((a, b) => (a.reference < b.reference ? -1 : 1)));
    const attempts = await database.query("select order_key from cardpane_attempts where number > 0");
    expect(attempts.rows).toHaveLength(wanted.length);
  });
});
