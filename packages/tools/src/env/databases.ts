/**
 * Starts PostgreSQL and MariaDB for the tests that run on them, each on a free port of 127.0.0.1, with its data in a new
 * folder. `TEST_DATABASE_URL` and `TEST_MYSQL_URL` name servers that run already, as in a CI service. Both servers refuse to run
 * as root and are installed by Debian's packages, so they are only started here by root on a system with apt.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { hangMs } from "../process/hang.ts";
import { freePort } from "../process/ports.ts";
import { installPackages } from "./system-tool.ts";

export interface Databases {
  /** The variables by which tests find the servers. */
  readonly env: Readonly<Record<string, string>>;
  /** The servers that are not there, each with the reason. */
  readonly missing: readonly string[];
  /** Stops the servers that were started here, and removes their data. */
  stop(): Promise<void>;
}

interface Server {
  readonly url: string;
  stop(): Promise<void>;
}

/** Both servers, as far as they can be had. */
export async function startDatabases(): Promise<Databases> {
  const [postgres, maria] = await Promise.all([
    named("TEST_DATABASE_URL") ?? attempt(startPostgres),
    named("TEST_MYSQL_URL") ?? attempt(startMaria),
  ]);
  const stop = async () => {
    await Promise.all([postgres?.stop(), maria?.stop()]);
  };
  // Without this, a run that is interrupted leaves the servers and their data.
  for (const signal of ["SIGINT", "SIGTERM"])
    process.once(signal, () => void stop().finally(() => process.exit(1)));
  return {
    env: {
      ...(postgres && { TEST_DATABASE_URL: postgres.url }),
      ...(maria && { TEST_MYSQL_URL: maria.url }),
    },
    missing: [
      ...(postgres ? [] : ["No PostgreSQL here: the sandbox's suites ran on PGlite only."]),
      ...(maria ? [] : ["No MariaDB here: the store on MySQL is not tried."]),
    ],
    stop,
  };
}

function named(variable: string): Server | undefined {
  const url = process.env[variable];
  return url ? { url, stop: async () => {} } : undefined;
}

async function attempt(start: () => Promise<Server | undefined>): Promise<Server | undefined> {
  if (process.getuid?.() !== 0) return undefined;
  try {
    return await start();
  } catch (error) {
    console.error(String(error));
    return undefined;
  }
}

async function startPostgres(): Promise<Server | undefined> {
  if (!postgresBin()) await installPackages(["postgresql"]);
  const bin = postgresBin();
  if (!bin) return undefined;
  const { folder, ...user } = newFolder("postgres");
  const data = join(folder, "db");
  execFileSync(join(bin, "initdb"), ["-D", data, "-A", "trust", "-U", "postgres", "--no-sync"], {
    ...user,
    cwd: folder,
  });
  const port = await freePort();
  const args = ["-D", data, "-p", String(port), "-k", folder, "-c", "listen_addresses=127.0.0.1"];
  const child = spawn(join(bin, "postgres"), [...args, "-c", "fsync=off", "-c", "max_connections=200"], {
    ...user,
    cwd: folder,
    stdio: "ignore",
  });
  return started(child, { port, folder, url: `postgres://postgres@127.0.0.1:${port}/postgres` });
}

function postgresBin(): string | undefined {
  const versions = "/usr/lib/postgresql";
  if (!existsSync(versions)) return undefined;
  const newest = readdirSync(versions).sort((a, b) => Number(b) - Number(a))[0];
  return newest && join(versions, newest, "bin");
}

async function startMaria(): Promise<Server | undefined> {
  if (!existsSync("/usr/sbin/mariadbd")) await installPackages(["mariadb-server"]);
  if (!existsSync("/usr/sbin/mariadbd")) return undefined;
  const { folder } = newFolder("mysql");
  const data = `--datadir=${join(folder, "db")}`;
  const install = ["--user=mysql", data, "--auth-root-authentication-method=normal", "--skip-test-db"];
  execFileSync("mariadb-install-db", install, { stdio: "ignore" });
  const port = await freePort();
  const args = ["--no-defaults", "--user=mysql", data, `--socket=${join(folder, "socket")}`];
  const tcp = [`--port=${port}`, "--bind-address=127.0.0.1", "--innodb-flush-log-at-trx-commit=0"];
  const child = spawn("/usr/sbin/mariadbd", [...args, ...tcp], { stdio: "ignore" });
  return started(child, { port, folder, url: `mysql://root@127.0.0.1:${port}` });
}

/** A folder that belongs to a system user, and that user's ids, with which a program runs in it. */
function newFolder(user: string) {
  const id = (kind: string) => Number(execFileSync("id", [kind, user], { encoding: "utf8" }));
  const [uid, gid] = [id("-u"), id("-g")];
  const folder = mkdtempSync(join(tmpdir(), `cardpane-${user}-`));
  chownSync(folder, uid, gid);
  return { folder, uid, gid };
}

/** Waits until the server accepts connections. */
async function started(
  child: ChildProcess,
  { port, folder, url }: { readonly port: number; readonly folder: string; readonly url: string },
): Promise<Server> {
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const stop = async () => {
    // PostgreSQL waits for open connections at SIGTERM, but not at SIGQUIT. MariaDB ends at both.
    child.kill("SIGQUIT");
    const kill = setTimeout(() => child.kill("SIGKILL"), hangMs);
    await ended;
    clearTimeout(kill);
    rmSync(folder, { recursive: true, force: true });
  };
  while (child.exitCode === null && child.signalCode === null) {
    if (await accepts(port)) return { url, stop };
    await wait(200);
  }
  await stop();
  throw new Error(`The server of ${url} did not start.`);
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}
