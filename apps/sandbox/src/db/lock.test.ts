import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lockFolder } from "./lock.ts";

describe("the lock of a data folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardpane-lock-"));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));
  const nobody = () => undefined;
  const isInUse = { code: "data-in-use", message: expect.stringContaining("DATA_DIR") };
  /** Leaves a lock behind that was last touched so many seconds ago. */
  async function leave(owner: unknown, secondsAgo: number) {
    const touched = new Date(Date.now() - secondsAgo * 1_000);
    await mkdir(join(folder, "lock"), { recursive: true });
    await writeFile(join(folder, "owner.json"), JSON.stringify(owner));
    await utimes(join(folder, "lock"), touched, touched);
  }
  const take = async () => (await lockFolder(folder, nobody))();

  it("keeps a second process out until it is released", async () => {
    const release = await lockFolder(folder, nobody);
    await expect(take()).rejects.toMatchObject({
      ...isInUse,
      message: expect.stringContaining(`process ${process.pid} on ${hostname()}`),
    });
    await release();
    await release();
    await take();
  });

  it("is given to only one of many concurrent requests", async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder, nobody)));
    const locks = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.();
  });

  it("is taken over from a process that was killed, and for a minute not from one that is stopped", async () => {
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 600000)"]);
    await once(other, "spawn");
    const owner = { pid: other.pid, host: hostname() };
    const gone = once(other, "exit");
    try {
      other.kill("SIGSTOP");
      await leave(owner, 50);
      await expect(take()).rejects.toMatchObject(isInUse);
    } finally {
      other.kill("SIGKILL");
      await gone;
    }
    await leave(owner, 0);
    await take();
  });

  it.each([
    ["another process with its id", { pid: process.ppid, host: hostname() }, 61],
    ["a process on another machine", { pid: 1, host: "another-machine" }, 11],
    ["this process in an earlier life", { pid: process.pid, host: hostname() }, 3],
    ["a process whose file was cut off", "{", 11],
  ])("is taken over from %s, if nobody has touched it", async (_, owner, seconds) => {
    await leave(owner, seconds);
    await take();
  });

  it.each([
    ["another process with its id", { pid: process.ppid, host: hostname() }, 50],
    ["a process on another machine", { pid: 1, host: "another-machine" }, 8],
  ])("is not taken over from %s before", async (_, owner, seconds) => {
    await leave(owner, seconds);
    await expect(take()).rejects.toMatchObject(isInUse);
  });

  it("calls onLost when it is lost, and leaves the new owner's lock alone", async () => {
    const onLost = vi.fn();
    const release = await lockFolder(folder, onLost);
    await leave({ pid: 1, host: "another-machine" }, 5);
    await expect.poll(() => onLost.mock.calls.length).toBe(1);
    await release();
    await expect(take()).rejects.toMatchObject(isInUse);
  });
});
