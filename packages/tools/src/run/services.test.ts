import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { createServices, type Services } from "./services.ts";

const folder = mkdtempSync(join(tmpdir(), "services-"));
const started: Services[] = [];
afterEach(async () => {
  for (const services of started.splice(0)) await services.stop();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A stream with a reader. */
function reader() {
  let text = "";
  let written = () => {};
  const stream = new Writable({
    decodeStrings: false,
    write(more, _encoding, done) {
      text += more;
      written();
      done();
    },
  });
  /** Everything that was written, once this is its end. */
  const until = (end: string) =>
    new Promise<string>((resolve) => {
      written = () => text.endsWith(end) && resolve(text);
      written();
    });
  return { stream, until };
}

/** Services, each a program of the test's, and what they print. */
function bench(unread?: Writable) {
  const out = reader();
  const err = reader();
  const onEnd = vi.fn<(report: string) => void>();
  const ended = new Promise<string>((resolve) => onEnd.mockImplementation(resolve));
  const services = createServices({ out: unread ?? out.stream, err: err.stream, onEnd });
  started.push(services);
  const launch = (program: string, name = "shop") => {
    const entry = join(mkdtempSync(join(folder, "program-")), `${name}.mjs`);
    writeFileSync(entry, program);
    return services.launch({ name, entry });
  };
  return { services, launch, onEnd, ended, out: out.until, err: err.until };
}

/** Runs until it receives a signal. */
const stays = `process.send({ url: "x" }); setInterval(() => {}, 1_000);`;
/** Prints 8 MB, and is ready when the last of it has left the process. */
const printsMuch = `
  for (let count = 0; count < 8_000; count += 1) process.stdout.write("x".repeat(1_000) + "\\n");
  process.stdout.write("the last\\n", () => process.send("printed"));
  setInterval(() => {}, 1_000);`;

describe("the output of a service", () => {
  it("is shown line by line, with its name", async () => {
    const { launch, out, err } = bench();
    await launch(
      `process.stdout.write("one\\ntwo"); console.error("three"); setTimeout(() => { console.log("!"); process.send(1) }, 50); setInterval(() => {}, 1_000)`,
    );
    expect(await out("!\n")).toBe("shop    | one\nshop    | two!\n");
    expect(await err("three\n")).toBe("shop    | three\n");
  });

  it("is read in full, even if it is large", async () => {
    const { launch, out } = bench();
    expect(await launch(printsMuch)).toBe("printed");
    expect((await out("shop    | the last\n")).split("\n")).toHaveLength(8_002);
  });

  it("is dropped while nobody reads it: the service continues [T-S17]", async () => {
    const unread = new Writable({ write() {} });
    const { launch } = bench(unread);
    expect(await launch(printsMuch)).toBe("printed");
    expect(unread.writableLength).toBeLessThan(2_000_000);
  });

  it("is cut if a line is too long", async () => {
    const { launch, out } = bench();
    await launch(
      `process.stdout.write("y".repeat(500_000) + "\\nnext\\n", () => process.send(1)); setInterval(() => {}, 1_000)`,
    );
    expect(await out("next\n")).toBe(`shop    | ${"y".repeat(2_000)}…\nshop    | next\n`);
  });
});

describe("a service that ends by itself", () => {
  const dies = `for (let line = 1; line <= 30; line += 1) console.log("line " + line);
    console.error("It cannot go on.");`;

  it("before it is ready is an error with its code and its last lines", async () => {
    const { launch, onEnd } = bench();
    const error = await launch(`${dies} process.exitCode = 3`).then(
      () => new Error(),
      (cause: Error) => cause,
    );
    expect(error.message).toMatch(/^The shop stopped with code 3\.\nIts last lines:\n/);
    expect(error.message.split("\n")).toHaveLength(22);
    expect(error.message).toContain("line 30");
    expect(error.message).not.toContain("line 9\n");
    expect(error.message).toContain("It cannot go on.");
    expect(onEnd).not.toHaveBeenCalled();
  });

  it("once it was ready is reported in the same way, and the others run on", async () => {
    const { launch, onEnd, ended, services } = bench();
    await launch(stays, "pane");
    const pid = await launch(`${dies} process.send(process.pid); setInterval(() => {}, 1_000)`);
    process.kill(Number(pid), "SIGKILL");
    expect(await ended).toMatch(/^The shop was ended by SIGKILL\.\nIts last lines:\n[\s\S]*cannot go on/);
    await services.stop();
    expect(onEnd).toHaveBeenCalledOnce();
  });
});

it("stops all, and reports none of them", async () => {
  const { launch, services, onEnd } = bench();
  await Promise.all([launch(stays, "pane"), launch(stays, "gateway")]);
  await services.stop();
  expect(onEnd).not.toHaveBeenCalled();
});

it("kills one that does not end on SIGTERM within five seconds", async () => {
  const { launch, services } = bench();
  const pid = await launch(
    `process.on("SIGTERM", () => {}); process.send(process.pid); setInterval(() => {}, 1_000)`,
  );
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const stopping = services.stop();
  vi.advanceTimersByTime(4_999);
  expect(process.kill(Number(pid), 0)).toBe(true);
  vi.advanceTimersByTime(1);
  vi.useRealTimers();
  await stopping;
  expect(() => process.kill(Number(pid), 0)).toThrow("ESRCH");
});
