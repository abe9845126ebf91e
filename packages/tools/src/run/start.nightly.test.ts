/** `npm start` as a program runs it. Its ports are free ones; what it builds is the same that is there. */
import { type ChildProcess, spawn } from "node:child_process";
import { afterEach, expect, it } from "vitest";
import { root } from "../process/program.ts";

const started: ChildProcess[] = [];
afterEach(() => {
  for (const child of started.splice(0)) child.kill("SIGTERM");
});

/** Starts it as from a shell, without the variables that this test runner sets for its processes. */
function start(env: Readonly<Record<string, string>> = {}) {
  const own = Object.entries(process.env).filter(([name]) => !/^(npm_|NODE_|VITEST|TEST$)/.test(name));
  const child = spawn("npm", ["start", "--silent", "--", "--json"], {
    cwd: root,
    env: { ...Object.fromEntries(own), SHOP_PORT: "0", PANE_PORT: "0", GATEWAY_PORT: "0", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  started.push(child);
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  const line = new Promise<string>((resolve, reject) => {
    child.stdout.on("data", () => printed.out.includes("\n") && resolve(printed.out));
    void ended.then((code) => reject(new Error(`It ended with ${code}: ${printed.err}`)));
  });
  line.catch(() => {});
  return { child, printed, ended, line };
}

it("prints one line of JSON for programs, and nothing else on standard output", async () => {
  const { child, printed, ended, line } = start();
  const addresses = JSON.parse(await line) as Record<string, string>;
  expect(Object.keys(addresses)).toEqual([
    "shop",
    "pane",
    "gateway",
    "apiKey",
    "merchantId",
    "siteId",
    "sku",
    "adminToken",
    "compatibility",
  ]);
  const shop = addresses["shop"]?.replace("localhost", "127.0.0.1");
  const missing = await fetch(`${shop}/is-this-shown`);
  expect(missing.status).toBe(404);
  child.kill("SIGTERM");
  await ended;
  // The services' own lines, with their names.
  expect(printed.err).toMatch(/^shop {4}\| .*is-this-shown/m);
  expect(printed.err).toMatch(/^gateway \| /m);
  expect(printed.out).toBe(await line);
  expect(printed.out.trimEnd()).not.toContain("\n");
});

it("ends with the last output of a service that cannot start, and stops all others", async () => {
  const { printed, ended } = start({ PANE_PARENTS: "no origin" });
  expect(await ended).toBe(1);
  expect(printed.err).toMatch(
    /^The pane stopped with code 2\.\nIts last lines:\nparents\[2\] must be an origin/m,
  );
  expect(printed.out).toBe("");
});
