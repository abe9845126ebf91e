/**
 * One process per data folder: PGlite does not keep a second one out, and two processes destroy the data.
 *
 * proper-lockfile creates `lock` in the folder and touches it every second. A lock that nobody touches is taken over: after two
 * seconds if the process that `owner.json` names has ended, after a minute if it still runs (it may be stopped, or another process
 * has its id now), after ten seconds if it ran on another machine. Times are the machine's, never those of the sandbox's clock.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { lock } from "proper-lockfile";
import { SandboxError } from "../errors.ts";

const touchEveryMs = 1_000;
const staleAfterMs = { ended: 2_000, elsewhere: 10_000, running: 60_000 } as const;
const tryEveryMs = 100;

/** The folders that this process holds: its own id in a file does not prove that it holds the lock. */
const held = new Set<string>();

interface Owner {
  readonly pid: number;
  readonly host: string;
}

/**
 * Takes the lock of a data folder.
 *
 * @param onLost called once when another process has taken the lock over.
 * @returns releases the folder; may be called twice.
 * @throws SandboxError `data-in-use` when another process holds it.
 */
export async function lockFolder(folder: string, onLost: () => void): Promise<() => Promise<void>> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const onCompromised = () => {
    if (held.delete(folder)) onLost();
  };
  for (;;) {
    const owner = await readOwner(folder);
    const state = stateOf(folder, owner);
    try {
      const release = await lock(folder, {
        lockfilePath: join(folder, "lock"),
        stale: staleAfterMs[state],
        update: touchEveryMs,
        onCompromised,
      });
      held.add(folder);
      const me: Owner = { pid: process.pid, host: hostname() };
      await writeFile(join(folder, "owner.json"), JSON.stringify(me), { mode: 0o600 });
      return async () => {
        if (held.delete(folder)) await release();
      };
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ELOCKED") throw error;
      if (state !== "ended") throw inUse(folder, owner);
    }
    await pause(tryEveryMs);
  }
}

function inUse(folder: string, owner: Owner | undefined): SandboxError {
  const name = owner ? `process ${owner.pid} on ${owner.host}` : "another process";
  return new SandboxError(
    "data-in-use",
    `The data folder ${folder} is in use by ${name}. Stop that sandbox, or set DATA_DIR to another folder (or to "memory").`,
  );
}

function stateOf(folder: string, owner: Owner | undefined): keyof typeof staleAfterMs {
  if (owner?.host !== hostname()) return "elsewhere";
  const isRunning = owner.pid === process.pid ? held.has(folder) : isProcess(owner.pid);
  return isRunning ? "running" : "ended";
}

function isProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process runs under another user.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

/** The last owner; `undefined` if there was none, or if its file was cut off. */
async function readOwner(folder: string): Promise<Owner | undefined> {
  try {
    const { pid, host } = JSON.parse(await readFile(join(folder, "owner.json"), "utf8")) as Partial<Owner>;
    return Number.isInteger(pid) && typeof host === "string" ? { pid: Number(pid), host } : undefined;
  } catch {
    return undefined;
  }
}
