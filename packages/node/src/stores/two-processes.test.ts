/** Two processes on one database: the limit of attempts holds exactly, and one waits for what the other is told. */
import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { describe, expect, it, onTestFinished } from "vitest";
import { bodyOf, mug, openShop } from "../checkout/shop.test-shop.ts";
import { postgresSchema, sqliteSchema } from "../index.ts";
import {
  hasSqliteFiles,
  makeDatabase,
  makeMySqlDatabase,
  mysqlUrl,
  openSharedStore,
  openSqliteFile,
  serverUrl,
} from "./databases.test-store.ts";

/** An empty database, and the URL that a process opens it by. */
interface Shared {
  readonly url: string;
  drop(): Promise<unknown>;
}

async function makeFile(): Promise<Shared> {
  const folder = await mkdtemp(join(tmpdir(), "cardpane-sqlite-"));
  const url = join(folder, "shop.db");
  openSqliteFile(url).exec(sqliteSchema);
  return { url, drop: () => rm(folder, { recursive: true, force: true }) };
}

async function makePostgres(): Promise<Shared> {
  const database = await makeDatabase(serverUrl ?? "");
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query(postgresSchema).finally(() => client.end());
  return database;
}

const all: readonly [string, boolean, () => Promise<Shared>][] = [
  ["a SQLite file", hasSqliteFiles, makeFile],
  ["PostgreSQL", Boolean(serverUrl), makePostgres],
  ["MySQL", Boolean(mysqlUrl), () => makeMySqlDatabase(mysqlUrl ?? "")],
];

const child = fileURLToPath(new URL("two-processes.test-child.ts", import.meta.url));

/** Starts a process of the shop; resolves when it is ready. `go` lets it work, and resolves to its result. */
async function start(url: string, task: "pay" | "wait") {
  const execArgv = ["--conditions=source", "--import", "tsx"];
  const shop: ChildProcess = fork(child, [url, task], {
    execArgv,
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  const ended = once(shop, "exit");
  onTestFinished(async () => {
    shop.kill("SIGKILL");
    await ended;
  });
  await once(shop, "message");
  return async () => {
    shop.send("go");
    return (await once(shop, "message"))[0];
  };
}

describe.each(all)("two processes on %s", (_, isThere, make) => {
  const opened = async () => {
    const { url, drop } = await make();
    onTestFinished(async () => void (await drop()));
    return url;
  };

  it.runIf(isThere)("send exactly 20 of 200 parallel attempts of a shopper", async () => {
    const url = await opened();
    const both = await Promise.all([start(url, "pay"), start(url, "pay")]);
    const results = await Promise.all(both.map((go) => go()));
    const outcomes: readonly string[] = results.flatMap((result) => result.outcomes);
    expect(outcomes.filter((outcome) => outcome === "declined")).toHaveLength(20);
    expect(outcomes.filter((outcome) => outcome === "too_many_attempts")).toHaveLength(180);
    expect(results.reduce((sum, { sent }) => sum + sent, 0)).toBe(20);
  });

  it.runIf(isThere)("wait for a notification that comes to the other one, a second at most", async () => {
    const url = await opened();
    const { store, close } = openSharedStore(url);
    onTestFinished(close);
    const { checkout, post } = openShop({ store });
    const { ipnUrl } = await checkout.begin(mug);
    const go = await start(url, "wait");
    const waiting = go();
    // By then it has asked several times, and its pauses are as long as they become.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect(await post(ipnUrl, bodyOf())).toBe(200);
    const paidAt = Date.now();
    const { state, at } = await waiting;
    expect(state).toBe("paid");
    expect(at - paidAt).toBeLessThan(1000);
  });
});
