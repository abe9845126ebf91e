import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { type IncomingHttpHeaders, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { PGlite } from "@electric-sql/pglite";
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { bundleProgram } from "../../../packages/tools/src/testing/bundle-program.ts";
import { openPglite, openPostgres } from "./db/open.ts";
import { type Sandbox, type SandboxOptions, startSandbox } from "./start.ts";
import { isNightly, makeDatabase, testServerUrl } from "./testing/databases.ts";
import { execArgs } from "./testing/exec-args.ts";
import { cardPayment, demoMerchant, newConsumer, paymentFrom, testCard } from "./testing/gateway.ts";

/** The parts of an answer that this file reads. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
type Json = any;

async function post(sandbox: Pick<Sandbox, "url" | "merchant">, path: string, body: unknown): Promise<Json> {
  const response = await fetch(sandbox.url + path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Authorization: sandbox.merchant.apiKey },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as object) };
}

const ofAnotherVersion = sql`update drizzle.__drizzle_migrations set hash = 'another'`;

/** A sandbox in memory, under a foreign name. */
let inMemory: Sandbox;
/** A data folder for one sandbox at a time: creating the database in a folder takes far longer than opening it. */
let otherFolder: string;
beforeAll(async () => {
  otherFolder = await mkdtemp(join(tmpdir(), "cardpane-data-"));
  inMemory = await startSandbox({ port: 0, publicUrl: "https://gateway.test" });
});
afterAll(async () => {
  await inMemory.close();
  await rm(otherFolder, { recursive: true });
});

describe("a sandbox with a data folder", () => {
  let folder: string;
  let sandbox: Sandbox;
  const start = (options: SandboxOptions = {}) => startSandbox({ port: 0, dataDir: folder, ...options });
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardpane-data-"));
    // What a start leaves that was killed.
    await mkdir(join(folder, "pglite.unfinished"));
    await writeFile(join(folder, "pglite.unfinished", "PG_VERSION"), "");
    sandbox = await start();
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true });
  });

  const secrets = ({ adminToken, merchant }: Sandbox) => [adminToken, merchant.apiKey];

  it("keeps its data and its secrets over a restart, and no card number in clear on the disk [T-S1]", async () => {
    const own = secrets(sandbox);
    const consumer = newConsumer();
    const number = "2223003122003222";
    const paid = await post(sandbox, "/payment", cardPayment({ number }, { consumer }));
    const { token } = await post(sandbox, "/tokenize", { ...testCard, number });
    await sandbox.close();
    sandbox = await start();
    expect(secrets(sandbox)).toEqual(own);

    const { paymentAccountId } = paid.payment.source;
    const saved = paymentFrom({ type: "paymentAccountId", paymentAccountId }, { consumer });
    const again = await post(sandbox, "/payment", saved);
    expect(again).toMatchObject({
      status: 201,
      consumer: paid.consumer,
      payment: { source: paid.payment.source },
    });
    const byToken = await post(
      sandbox,
      "/payment",
      paymentFrom({ type: "token", value: token }, { consumer }),
    );
    expect(byToken.payment.source.paymentAccountId).toBe(paymentAccountId);

    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const contents = await Promise.all(
      files.filter((file) => file.isFile()).map((file) => readFile(join(file.parentPath, file.name))),
    );
    expect(
      contents.some((content) => content.includes(paymentAccountId) || content.includes("222300***")),
    ).toBe(true);
    expect(contents.some((content) => content.includes(number))).toBe(false);
  });

  it("shares its admin token and API key with no other folder [T-S8]", async () => {
    const other = await start({ dataDir: otherFolder });
    const all = [sandbox, other, inMemory].flatMap(secrets);
    expect(new Set(all).size).toBe(6);
    for (const secret of all) expect(secret).toMatch(/^sandbox_(admin|key)_[\w-]{32}$/);
    expect((await stat(join(otherFolder, "encryption.key"))).mode & 0o077).toBe(0);
    await other.close();
  });

  it("refuses an admin token that no header can carry, without repeating it", async () => {
    for (const adminToken of ["", "two words", "grün", "a=b"]) {
      const refusal = await startSandbox({ port: 0, adminToken }).catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        code: "bad-setting",
        message: expect.stringMatching(
          /^SANDBOX_ADMIN_TOKEN \(option adminToken\) must consist of letters, digits/,
        ),
      });
      if (adminToken !== "") expect(String(refusal)).not.toContain(adminToken);
    }
  });

  it("does not start on the data of another version, and says which folder to delete", async () => {
    const data = join(otherFolder, "pglite");
    if (!existsSync(data)) await (await start({ dataDir: otherFolder })).close();
    const { db, close } = await openPglite(data);
    await db.execute(ofAnotherVersion);
    await close();
    const refusal = {
      code: "old-data",
      message: `The data in ${data} was written by another version of the sandbox. Delete the folder ${data}, or set DATA_DIR to another folder (or to "memory").`,
    };
    await expect(start({ dataDir: otherFolder })).rejects.toMatchObject(refusal);
    const foreign = await PGlite.create(data);
    await foreign.exec("drop schema drizzle cascade");
    await foreign.close();
    await expect(start({ dataDir: otherFolder })).rejects.toMatchObject(refusal);
    await writeFile(join(data, "PG_VERSION"), "12\n");
    await expect(start({ dataDir: otherFolder })).rejects.toMatchObject({
      code: "old-data",
      message: expect.stringContaining(`Delete the folder ${data}`),
    });
    await rm(data, { recursive: true });
    // An empty folder is no data: someone may have made it for the sandbox.
    await mkdir(data);
    await (await start({ dataDir: otherFolder })).close();
  });

  it("keeps a second sandbox out of the folder", async () => {
    await expect(start()).rejects.toMatchObject({
      code: "data-in-use",
      message: expect.stringContaining("DATA_DIR"),
    });
  });

  it("reports that the port is taken, and leaves nothing open", async () => {
    const { port } = new URL(sandbox.url);
    const taken = start({ port: Number(port), dataDir: otherFolder });
    await expect(taken).rejects.toMatchObject({
      code: "port-taken",
      message: expect.stringContaining(`Port ${port} on 127.0.0.1 is taken`),
    });
    expect(await readdir(otherFolder)).not.toContain("lock");
  });

  it("does not start on data of another key, and accepts another admin token and API key", async () => {
    const { apiKey } = sandbox.merchant;
    await sandbox.close();
    await expect(start({ encryptionKey: "11".repeat(32) })).rejects.toMatchObject({ code: "key-mismatch" });
    sandbox = await start({ adminToken: "given", merchant: { apiKey: "a_new_key_for_the_same_merchant" } });
    expect(sandbox.adminToken).toBe("given");
    expect((await post(sandbox, "/payment", cardPayment())).status).toBe(201);
    const old = {
      url: sandbox.url,
      merchant: { ...sandbox.merchant, apiKey },
    };
    expect((await post(old, "/payment", cardPayment())).status).toBe(401);
  });

  it("can be closed twice, and its address in an answer is the address it listens on", async () => {
    const { payment } = await post(sandbox, "/payment", cardPayment({ number: "4000000000002503" }));
    expect(payment.url).toMatch(new RegExp(`^${sandbox.url}/3ds/`));
    await sandbox.close();
    await sandbox.close();
    await expect(fetch(sandbox.url)).rejects.toThrow();
  });
});

describe("a sandbox under a foreign name", () => {
  /** A request with any `Host`: fetch always sets its own. */
  const ask = (host: string, path: string, method = "GET") =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders; text: string }>(
      (resolve, reject) => {
        const { port } = new URL(inMemory.url);
        const headers = { Host: host, Authorization: `Bearer ${inMemory.adminToken}` };
        request({ host: "127.0.0.1", port, path, method, headers }, async (response) => {
          let text = "";
          for await (const chunk of response) text += chunk;
          resolve({ status: response.statusCode, headers: response.headers, text });
        })
          .once("error", reject)
          .end();
      },
    );

  it.each([
    ["GET", "/"],
    ["GET", "/health"],
    ["GET", "/openapi.json"],
    ["GET", "/admin/clock"],
    ["POST", "/admin/merchants"],
    ["GET", "/api/v1/user"],
    ["POST", "/tokenize"],
    ["OPTIONS", "/tokenize"],
    ["GET", "/3ds/x"],
    ["GET", "/nothing"],
  ])("refuses %s %s", async (method, path) => {
    const { status, headers, text } = await ask(`evil.example:${new URL(inMemory.url).port}`, path, method);
    expect([status, JSON.parse(text)]).toEqual([421, { message: "Misdirected Request", errors: {} }]);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
  });

  it.each(["127.0.0.1", "localhost:1", "gateway.test"])("answers under %s [T-S4]", async (host) => {
    expect((await ask(host, "/admin/clock")).status).toBe(200);
  });

  it("does not trust an address in the request line", async () => {
    expect((await ask("evil.example", "http://127.0.0.1/admin/clock")).status).toBe(421);
    expect((await ask("127.0.0.1", "http://evil.example/admin/clock")).status).toBe(421);
  });
});

const databaseOf = (url: string) => new URL(url).pathname.slice(1);

async function query(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(statement);
  await client.end();
}

describe.runIf(testServerUrl)("a sandbox on PostgreSQL", () => {
  it("has the database to itself, and starts again on its own data only", async () => {
    const { url: databaseUrl, drop } = await makeDatabase(testServerUrl ?? "");
    const options = { port: 0, databaseUrl, encryptionKey: "00".repeat(32) };
    const one = await startSandbox(options);
    const { token } = await post(one, "/tokenize", testCard);
    await expect(startSandbox(options)).rejects.toMatchObject({
      code: "data-in-use",
      message: expect.stringContaining("DATABASE_URL"),
    });
    await one.close();
    await expect(startSandbox({ ...options, encryptionKey: "11".repeat(32) })).rejects.toMatchObject({
      code: "key-mismatch",
    });
    const again = await startSandbox(options);
    const payment = paymentFrom({ type: "token", value: token });
    expect((await post(again, "/payment", payment)).status).toBe(201);
    await again.close();
    const { db, close } = await openPostgres(databaseUrl);
    await db.execute(ofAnotherVersion);
    await close();
    await expect(startSandbox(options)).rejects.toMatchObject({ code: "old-data" });
    await drop();
  });

  describe.each([
    ["datestyle", "set datestyle = 'German, DMY'"],
    ["datestyle", "set datestyle = 'SQL, MDY'"],
    ["timezone", "set timezone = 'Asia/Kathmandu'"],
    ["intervalstyle", "set intervalstyle = 'sql_standard'"],
    ["bytea_output", "set bytea_output = 'escape'"],
    ["isolation", "set default_transaction_isolation = 'serializable'"],
    ["strings", "set standard_conforming_strings = off"],
    ["floats", "set extra_float_digits = -3"],
    ["search_path", "set search_path = other, public"],
  ])("with another %s: %s", (_, setting) => {
    it("takes payments, and shows their times", async () => {
      const { url: databaseUrl, drop } = await makeDatabase(testServerUrl ?? "");
      await query(databaseUrl, "create schema other");
      await query(databaseUrl, `alter database ${databaseOf(databaseUrl)} ${setting}`);
      const sandbox = await startSandbox({ port: 0, databaseUrl });
      const consumer = { ...newConsumer(), firstName: "Łukasz", lastName: "O'Brien\\" };
      const paid = await post(sandbox, "/payment", cardPayment({}, { consumer }));
      expect([paid.status, paid.payment.amount]).toEqual([201, 24.9]);
      expect(Math.abs(Date.parse(paid.timestamp.dateTime) - Date.now())).toBeLessThan(60_000);
      const headers = { Authorization: `Bearer ${sandbox.adminToken}` };
      const listed = (await (await fetch(`${sandbox.url}/admin/payments`, { headers })).json()) as Json;
      expect(Math.abs(Date.parse(listed.data[0].createdAt) - Date.now())).toBeLessThan(60_000);
      await sandbox.close();
      await drop();
    });
  });

  const role = "cardpane_test_role";
  it.each([
    ["another encoding", "template template0 encoding LATIN1 locale 'C'", [], /encoding LATIN1.*UTF8/],
    ["no rights", "", [`set role ${role}`], /\(42501\).*grant it CREATE/],
    ["no schema", "", ["set search_path = nowhere"], /\(3F000\).*search_path/],
    ["no writes", "", ["set default_transaction_read_only = on"], /\(25006\).*read-only/],
  ])("says in one sentence that a database has %s", async (_, kind, settings, sentence) => {
    await query(testServerUrl ?? "", `drop role if exists ${role}; create role ${role}`);
    const { url: databaseUrl, drop } = await makeDatabase(testServerUrl ?? "", kind);
    for (const setting of settings) {
      await query(testServerUrl ?? "", `alter database ${databaseOf(databaseUrl)} ${setting}`);
    }
    await expect(startSandbox({ port: 0, databaseUrl })).rejects.toMatchObject({
      code: "bad-setting",
      message: expect.stringMatching(sentence),
    });
    await drop();
    await query(testServerUrl ?? "", `drop role ${role}`);
  });

  it.each([
    ["/nowhere", "3D000"],
    ["", "ECONNREFUSED"],
  ])("says in one sentence that a server has no database at %s", async (path, code) => {
    const url = new URL(testServerUrl ?? "");
    if (path === "") url.port = "1";
    else url.pathname = path;
    await expect(startSandbox({ port: 0, databaseUrl: url.href })).rejects.toMatchObject({
      code: "bad-setting",
      message: expect.stringMatching(
        new RegExp(`^The database of DATABASE_URL cannot be used \\(${code}\\)\\. [^\\n]+$`),
      ),
    });
  });

  it("starts after a first start that was killed before its tables were committed", async () => {
    const { url: databaseUrl, drop } = await makeDatabase(testServerUrl ?? "");
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    await client.query("create schema drizzle");
    await client.query(
      "create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
    );
    await client.end();
    await (await startSandbox({ port: 0, databaseUrl })).close();
    await drop();
  });

  it("takes its lock again when the lock's connection breaks, and stops if another process has it by then", async () => {
    const { url: databaseUrl, drop } = await makeDatabase(testServerUrl ?? "");
    const onLost = vi.fn();
    const options = { port: 0, databaseUrl, encryptionKey: "00".repeat(32) };
    const sandbox = await startSandbox({ ...options, onLost });
    const other = new pg.Client({ connectionString: testServerUrl });
    await other.connect();
    const name = new URL(databaseUrl).pathname.slice(1);
    const locks = (granted: boolean) => `pg_locks join pg_database on pg_database.oid = database
      where locktype = 'advisory' and granted = ${granted} and datname = '${name}'`;
    const holder = async () => (await other.query(`select pid, objid from ${locks(true)}`)).rows[0];
    const first = await holder();
    // As while the server restarts: no connection is left, and the first try fails.
    await other.query(`alter database ${name} allow_connections false`);
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
    await pause(200);
    await other.query(`alter database ${name} allow_connections true`);
    await expect.poll(async () => (await holder())?.pid ?? first.pid).not.toBe(first.pid);
    await expect(startSandbox(options)).rejects.toMatchObject({ code: "data-in-use" });
    expect((await fetch(`${sandbox.url}/health`)).status).toBe(200);
    expect(onLost).not.toHaveBeenCalled();

    const thief = new pg.Client({ connectionString: databaseUrl });
    await thief.connect();
    const stolen = thief.query("select pg_advisory_lock($1)", [first.objid]);
    // Only a thief who waits already gets the lock before the sandbox takes it again.
    await expect.poll(async () => (await other.query(`select pid from ${locks(false)}`)).rowCount).toBe(1);
    await other.query(`select pg_terminate_backend(pid) from ${locks(true)}`);
    await stolen;
    await expect.poll(() => onLost.mock.calls.length).toBe(1);
    await expect(fetch(sandbox.url)).rejects.toThrow();
    await Promise.all([other.end(), thief.end()]);
    await drop();
  });
});

describe("the program", () => {
  let program: string;
  beforeAll(async () => {
    program = await bundleProgram(new URL("./main.ts", import.meta.url));
  });

  function run(env: Record<string, string>) {
    const child = fork(program, {
      execArgv: [...execArgs],
      env: { ...process.env, GATEWAY_PORT: "0", DATA_DIR: "memory", DATABASE_URL: "", ...env },
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    const text = { out: "", error: "" };
    child.stdout?.on("data", (chunk) => {
      text.out += chunk;
    });
    child.stderr?.on("data", (chunk) => {
      text.error += chunk;
    });
    const exited = once(child, "exit").then(([code]) => code as number | null);
    const ready = async () => {
      while (!text.out.includes("OpenAPI")) {
        await Promise.race([once(child.stdout ?? child, "data"), exited]);
        if (child.exitCode !== null) throw new Error(text.error);
      }
    };
    return { child, text, exited, ready };
  }

  it.runIf(isNightly)("ends on SIGINT", async () => {
    const { child, exited, ready } = run({});
    await ready();
    child.kill("SIGINT");
    expect(await exited).toBe(0);
  });

  it.runIf(isNightly)("ends when its parent process has ended", async () => {
    const { child, exited, ready } = run({});
    await ready();
    child.disconnect();
    expect(await exited).toBe(0);
  });

  // The suites of faults kill processes in every run.
  it.each([["SIGTERM", 0] as const, ...(isNightly ? [["SIGKILL", null] as const] : [])])(
    "prints its access data; on %s it ends with %s, its data intact, and no lock blocks the next process",
    async (signal, code) => {
      const { child, text, exited, ready } = run({ DATA_DIR: otherFolder, SANDBOX_API_KEY: "printed_key" });
      await ready();
      for (const part of [/printed_key/, /4242 4242/]) expect(text.out).toMatch(part);
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(text.out)?.[0] ?? "";
      const killed = { url, merchant: { ...demoMerchant, apiKey: "printed_key" } };
      const { token } = await post(killed, "/tokenize", testCard);
      child.kill(signal);
      expect(await exited).toBe(code);
      if (signal === "SIGTERM") expect(await readdir(otherFolder)).not.toContain("lock");
      const next = await startSandbox({ port: 0, dataDir: otherFolder });
      const paid = await post(next, "/payment", paymentFrom({ type: "token", value: token }));
      expect(paid.payment.status).toBe("success");
      await next.close();
    },
  );

  it("prints the cause of a failed start in one line, and exits with 1", async () => {
    const { text, exited } = run({ THREE_DS_MISSING: "perhaps" });
    expect(await exited).toBe(1);
    expect(text.error.trim()).toBe("THREE_DS_MISSING must be refuse or skip.");
  });
});
