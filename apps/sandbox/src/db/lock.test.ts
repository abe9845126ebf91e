import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lockFolder } from "./lock.ts";

describe("the lock of a data folder", () => {
  let folder: string;
  let path: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardpane-lock-"));
    path = join(folder, "lock.json");
  });
  afterEach(async () => {
    vi.useRealTimers();
    await rm(folder, { recursive: true });
  });
  const nobody = () => undefined;
  const longAgo = () => new Date(Date.now() - 16_000);
  const leave = (owner: unknown) => writeFile(path, JSON.stringify(owner));

  it("keeps a second process out until it is released", async () => {
    const first = await lockFolder(folder, nobody);
    await expect(lockFolder(folder, nobody)).rejects.toMatchObject({
      code: "data-in-use",
      message: expect.stringContaining(`process ${process.pid}`),
    });
    await first.release();
    await first.release();
    const second = await lockFolder(folder, nobody);
    await second.release();
    expect(await readdir(folder)).toEqual([]);
  });

  it("is given to only one of many concurrent requests", async () => {
    const attempts = await Promise.allSettled(Array.from({ length: 10 }, () => lockFolder(folder, nobody)));
    const locks = attempts.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
    expect(locks).toHaveLength(1);
    await locks[0]?.release();
  });

  it("is not taken over from a running process", async () => {
    const other = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60000)"]);
    await once(other, "spawn");
    await leave({ pid: other.pid, host: hostname(), token: "theirs" });
    await expect(lockFolder(folder, nobody)).rejects.toThrow(`process ${other.pid}`);
    const gone = once(other, "exit");
    other.kill("SIGKILL");
    await gone;
    await (await lockFolder(folder, nobody)).release();
  });

  it("is not taken over from a stopped process that misses its heartbeats, as long as it lives", async () => {
    const program = `const server = require("node:net").createServer().listen(0, "127.0.0.1", () =>
      console.log(server.address().port));`;
    const other = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "ignore"] });
    try {
      const [port] = await once(other.stdout, "data");
      await leave({ pid: other.pid, host: hostname(), token: "theirs", port: Number(port) });
      await utimes(path, longAgo(), longAgo());
      other.kill("SIGSTOP");
      await expect(lockFolder(folder, nobody)).rejects.toThrow(`process ${other.pid}`);
    } finally {
      const gone = once(other, "exit");
      other.kill("SIGKILL");
      await gone;
    }
    await (await lockFolder(folder, nobody)).release();
  });

  it("is taken over from a process that has ended, even if another process has its id now", async () => {
    const mine = await lockFolder(folder, nobody);
    const { port } = JSON.parse(await readFile(path, "utf8"));
    await mine.release();
    // The port is closed, and the parent of this process runs.
    for (const unheard of [port, undefined, 99_999_999]) {
      await leave({ pid: process.ppid, host: hostname(), token: "theirs", port: unheard });
      await expect(lockFolder(folder, nobody)).rejects.toMatchObject({ code: "data-in-use" });
      await utimes(path, longAgo(), longAgo());
      await (await lockFolder(folder, nobody)).release();
    }
  });

  it("is not taken over from a process on another machine that sends heartbeats", async () => {
    await leave({ pid: 1, host: "another-machine", token: "theirs" });
    await expect(lockFolder(folder, nobody)).rejects.toMatchObject({ code: "data-in-use" });
    await utimes(path, longAgo(), longAgo());
    await (await lockFolder(folder, nobody)).release();
  });

  it.each([
    ["of this process id in an earlier life", { pid: process.pid, host: hostname(), token: "earlier" }],
    ["that was cut off while it was written", "{"],
  ])("takes over a lock %s", async (_, owner) => {
    await leave(owner);
    const lock = await lockFolder(folder, nobody);
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ pid: process.pid });
    await lock.release();
  });

  it("calls onLost when it is lost, and does not touch the new owner's lock", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval"] });
    const onLost = vi.fn();
    const lock = await lockFolder(folder, onLost);
    await leave({ pid: 1, host: "another-machine", token: "theirs" });
    vi.advanceTimersByTime(3_000);
    await expect.poll(() => onLost).toHaveBeenCalledOnce();
    await lock.release();
    expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ token: "theirs" });
  });
});
