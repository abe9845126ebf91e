/**
 * One process per data folder: PGlite does not keep a second one out, and two processes destroy the data.
 *
 * `lock.json` in the folder names its owner; its modification time is the owner's heartbeat. A lock is stale, and may be
 * taken over,
 *
 *   of this machine      when its process has ended, or the heartbeat is older than 15 s and the owner's port is closed
 *   of another machine   when the heartbeat is older than 15 s
 *
 * The owner listens on a loopback port, and the operating system accepts connections as long as the process lives. A process
 * that is blocked or stopped misses its heartbeats and keeps the folder; another process with a dead owner's id does not.
 * An owner that finds another owner in its lock has lost it and must stop. Times are the machine's, never those of the
 * sandbox's clock, which can be moved.
 */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { link, mkdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { type AddressInfo, connect, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { SandboxError } from "../errors.ts";

const heartbeatMs = 3_000;
const staleAfterMs = 15_000;

/** Locks of this process: its own process id in a file does not prove that it holds the lock. */
const held = new Set<string>();

interface Owner {
  readonly pid: number;
  readonly host: string;
  readonly token: string;
  /** The owner's port; locks of earlier versions have none. */
  readonly port?: number | undefined;
}

/** A held lock. */
export interface FolderLock {
  /** Releases the folder; may be called twice. */
  release(): Promise<void>;
}

/**
 * Takes the lock of a data folder.
 *
 * @param onLost called once when another process has taken the lock over.
 * @throws SandboxError `data-in-use` when another process holds it.
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<FolderLock> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, "lock.json");
  const life = await listen();
  const { port } = life.address() as AddressInfo;
  const me: Owner = { pid: process.pid, host: hostname(), token: randomUUID(), port };
  try {
    await acquire(path, me, folder);
  } catch (error) {
    life.close();
    throw error;
  }
  held.add(me.token);

  const timer = setInterval(async () => {
    // A temporary failure of the disk does not prove that the lock is lost.
    if (await beat(path, me).catch(() => true)) return;
    clearInterval(timer);
    life.close();
    if (held.delete(me.token)) onLost();
  }, heartbeatMs);
  timer.unref();

  return {
    release: async () => {
      clearInterval(timer);
      life.close();
      if (!held.delete(me.token)) return;
      if ((await readOwner(path))?.token === me.token) await rm(path, { force: true });
    },
  };
}

async function acquire(path: string, me: Owner, folder: string): Promise<void> {
  for (let attempt = 0; attempt < 5; attempt++) {
    if (await create(path, me)) return;
    const owner = await readOwner(path);
    if (owner && !(await isStale(path, owner))) {
      throw new SandboxError(
        "data-in-use",
        `The data folder ${folder} is in use by process ${owner.pid}. Stop that sandbox, or set DATA_DIR to another folder (or to "memory").`,
      );
    }
    // Renaming removes the file in one step. Two processes may both have found it stale: a process that has removed a
    // file other than the stale one has removed the winner's lock, and puts it back.
    const aside = `${path}.${me.token}`;
    await rename(path, aside).catch(ignoreMissing);
    const taken = await readOwner(aside);
    if (taken && taken.token !== owner?.token) await rename(aside, path);
    else await rm(aside, { force: true });
  }
  throw new SandboxError("data-in-use", `The lock of the data folder ${folder} is contended. Try again.`);
}

/** Writes the file whole and then links it into place, so that no process reads a lock without its owner. */
async function create(path: string, me: Owner): Promise<boolean> {
  const draft = `${path}.${me.token}`;
  await writeFile(draft, JSON.stringify(me), { mode: 0o600 });
  try {
    await link(draft, path);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function isStale(path: string, owner: Owner): Promise<boolean> {
  const age = Date.now() - ((await stat(path).catch(ignoreMissing))?.mtimeMs ?? 0);
  if (owner.host !== hostname()) return age > staleAfterMs;
  if (owner.pid === process.pid) return !held.has(owner.token);
  if (!isRunning(owner.pid)) return true;
  return age > staleAfterMs && !(await isListening(owner.port));
}

/** The proof of life, which needs no event loop. It closes every connection at once. */
async function listen(): Promise<Server> {
  const server = createServer((socket) => socket.destroy());
  server.unref();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function isListening(port: number | undefined): Promise<boolean> {
  if (port === undefined) return Promise.resolve(false);
  return new Promise((resolve) => {
    const socket = connect({ port, host: "127.0.0.1" });
    const settle = (isOpen: boolean) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true));
    socket.once("error", () => settle(false));
  });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs under another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function beat(path: string, me: Owner): Promise<boolean> {
  if ((await readOwner(path))?.token !== me.token) return false;
  const now = new Date();
  await utimes(path, now, now).catch(ignoreMissing);
  return true;
}

/** The owner that a lock file names; `undefined` if the file is missing or truncated. */
async function readOwner(path: string): Promise<Owner | undefined> {
  const text = await readFile(path, "utf8").catch(ignoreMissing);
  try {
    const owner = JSON.parse(text ?? "") as Partial<Owner> | null;
    return typeof owner?.pid === "number" && typeof owner.token === "string" && typeof owner.host === "string"
      ? { pid: owner.pid, host: owner.host, token: owner.token, port: portOf(owner) }
      : undefined;
  } catch {
    return undefined;
  }
}

/** A damaged file has no port: connecting to an invalid one would throw. */
function portOf({ port }: Partial<Owner>): number | undefined {
  return Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536 ? port : undefined;
}

function ignoreMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
