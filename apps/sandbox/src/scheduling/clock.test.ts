import { afterEach, describe, expect, it } from "vitest";
import type { Database } from "../db/open.ts";
import { testDatabases } from "../testing/databases.ts";
import { SandboxClock } from "./clock.ts";

const hourMs = 3_600_000;

describe.each(testDatabases)("the clock on $name", (kind) => {
  let database: Database | undefined;
  let machineNow = Date.UTC(2026, 0, 1);
  const systemNow = () => machineNow;
  const open = async () => {
    database ??= await kind.open();
    return new SandboxClock(database.db, systemNow);
  };
  afterEach(async () => {
    await database?.close();
    database = undefined;
  });

  it("shows the machine's time until it is moved", async () => {
    const clock = await open();
    expect(await clock.state()).toEqual({ now: new Date(machineNow), mode: "running", offsetMs: 0 });
    machineNow += 5;
    expect(await clock.now()).toEqual(new Date(machineNow));
  });

  it("continues from the time it was moved to, and stops when it is frozen", async () => {
    const clock = await open();
    const start = machineNow;
    await clock.moveTo(new Date(start + hourMs));
    machineNow += 1000;
    expect(await clock.now()).toEqual(new Date(start + hourMs + 1000));
    await clock.freeze();
    machineNow += 1000;
    expect(await clock.state()).toMatchObject({ now: new Date(start + hourMs + 1000), mode: "frozen" });
    await clock.moveTo(new Date(start + 2 * hourMs));
    machineNow += 1000;
    expect(await clock.state()).toMatchObject({ now: new Date(start + 2 * hourMs), mode: "frozen" });
    await clock.run();
    machineNow += 7;
    expect(await clock.state()).toMatchObject({ now: new Date(start + 2 * hourMs + 7), mode: "running" });
    await clock.reset();
    expect(await clock.state()).toEqual({ now: new Date(machineNow), mode: "running", offsetMs: 0 });
  });

  it("keeps its position over a restart", async () => {
    await (await open()).moveTo(new Date(machineNow + hourMs));
    expect(await (await open()).now()).toEqual(new Date(machineNow + hourMs));
    await (await open()).freeze();
    const frozenAt = await (await open()).now();
    machineNow += hourMs;
    expect(await (await open()).now()).toEqual(frozenAt);
  });
});
