import { spawn } from "node:child_process";
import { once } from "node:events";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { bundleProgram } from "../../../packages/tools/src/testing/bundle-program.ts";
import { failureLines, requestFailureLines, requestLines } from "./log.ts";
import { execArgs } from "./testing/exec-args.ts";

const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);

function destination() {
  const written: string[] = [];
  return { written, write: (text: string) => void written.push(text) };
}

describe("the log", () => {
  it("writes one line of JSON for each request, as an error for a status of 500 or higher", () => {
    const out = destination();
    const log = requestLines(out.write);
    const request = { method: "POST", path: "/payment", durationMs: 1.5, requestId: "first\nsecond" };
    log({ ...request, status: 499 });
    log({ ...request, status: 500, failure: "Error 57P01 | at create.ts:1:1" });
    expect(out.written.map((line) => line.split("\n").length)).toEqual([2, 2]);
    expect(out.written.map((line) => JSON.parse(line))).toEqual([
      { level: "info", time, ...request, status: 499 },
      { level: "error", time, ...request, status: 500, failure: "Error 57P01 | at create.ts:1:1" },
    ]);
  });

  it("writes one line of JSON for each failure of background work", () => {
    const out = destination();
    const failure = { work: "renewal", row: "7", tries: 3, isSetAside: true, failure: "Error | at x.ts:1:1" };
    failureLines(out.write)(failure);
    expect(out.written).toHaveLength(1);
    expect(JSON.parse(out.written[0] ?? "")).toEqual({ level: "error", time, ...failure });
  });

  it("of failures has no other requests, and no fault that a rule ordered", () => {
    const out = destination();
    const log = requestFailureLines(out.write);
    const request = { method: "POST", path: "/payment", durationMs: 1.5, requestId: "first" };
    log({ ...request, status: 201 });
    log({ ...request, status: 500 });
    log({ ...request, status: 500, failure: "Error 57P01 | at create.ts:1:1" });
    expect(out.written.map((line) => JSON.parse(line))).toEqual([
      { level: "error", time, ...request, status: 500, failure: "Error 57P01 | at create.ts:1:1" },
    ]);
  });

  it.each(["requestLines", "failureLines"])("%s survives a closed stream", async (name) => {
    const { href } = pathToFileURL(await bundleProgram(new URL("./log.ts", import.meta.url)));
    const program = `
      import { ${name} } from ${JSON.stringify(href)};
      const log = ${name}();
      process.send("started");
      process.once("message", () => {
        const line = setInterval(() => log({ status: 200 }), 10);
        setTimeout(() => { clearInterval(line); process.disconnect(); }, 100);
      });`;
    const child = spawn(process.execPath, [...execArgs, "--input-type=module", "--eval", program], {
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    await once(child, "message");
    child.stdout?.destroy();
    child.stderr?.destroy();
    child.send("write");
    expect(await once(child, "exit")).toEqual([0, null]);
  });
});
