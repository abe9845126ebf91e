/** The command `cardpane` as npm installs it: the built file, run by plain Node in a folder of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { localeTags } from "../../../contract/src/locales/index.ts";
import { root } from "../process/program.ts";
import { buildLibraries } from "./build-libraries.ts";
import { buildRelease } from "./build-release.ts";

const cli = `${root}packages/host/dist/cli.js`;
const release = `${root}packages/host/dist/release`;
const config = {
  origin: "https://pane.example",
  environments: { live: "https://gateway.example", staging: "https://staging.example" },
  parents: ["https://shop.example", "https://*.preview.example"],
};

let folder: string;
const running = new Set<ChildProcess>();

beforeAll(async () => {
  if (!existsSync(`${release}/licences.txt`)) await buildRelease();
  if (!existsSync(cli)) await buildLibraries();
});
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "cardpane-command-"));
  await configure(config);
});
afterEach(async () => {
  for (const child of running) child.kill("SIGKILL");
  running.clear();
  await rm(folder, { recursive: true, force: true });
});

const configure = (value: unknown, name = "cardpane.config.json") =>
  writeFile(join(folder, name), typeof value === "string" ? value : JSON.stringify(value));

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd: folder,
    env: { PATH: process.env["PATH"] ?? "" },
  });
  running.add(child);
  const printed = { out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    printed.err += text;
  });
  const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
  return { child, printed, ended };
}

async function cardpane(...args: readonly string[]) {
  const { printed, ended } = start(args);
  const code = await ended;
  return { code, ...printed };
}

/** Starts `serve` and waits until it listens. */
async function serve(args: readonly string[]) {
  const service = start(["serve", "--port", "0", ...args]);
  await expect.poll(() => service.printed.err).toMatch(/Pane's host: http\S+\n/);
  const [, url = ""] = /Pane's host: (\S+)/.exec(service.printed.err) ?? [];
  return { ...service, url };
}

/** Digests of all files below a folder. */
async function digests(of: string): Promise<Record<string, string>> {
  const entries = await readdir(of, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(
      files.sort().map(async (path) => [
        path.slice(of.length),
        createHash("sha256")
          .update(await readFile(path))
          .digest("hex"),
      ]),
    ),
  );
}

describe("cardpane build", () => {
  it("writes the same bytes for the same input, and every file that the manifest names", async () => {
    const everything = ["--for", "nginx", "--for", "caddy", "--for", "worker", "--for", "container"];
    for (const out of ["one", "two"])
      expect(await cardpane("build", "--out", out, ...everything)).toMatchObject({ code: 0, err: "" });
    const one = await digests(join(folder, "one"));
    expect(await digests(join(folder, "two"))).toEqual(one);
    expect(Object.keys(one)).toEqual(
      expect.arrayContaining([
        "/manifest.json",
        "/inventory.json",
        "/headers.json",
        "/recipe.html",
        "/nginx.conf",
        "/Caddyfile",
        "/worker.js",
        "/Containerfile",
        "/.dockerignore",
        "/public/manifest.json",
        "/public/0.1.0/cardpane.js",
        "/public/0.1.0/frame/live/de.html",
      ]),
    );
    const manifest = JSON.parse(await readFile(join(folder, "one/manifest.json"), "utf8")) as {
      files: { file: string; integrity: string }[];
    };
    for (const { file, integrity } of manifest.files) {
      const bytes = await readFile(join(folder, "one/public", file));
      expect(`sha384-${createHash("sha384").update(bytes).digest("base64")}`, file).toBe(integrity);
    }
  });
});

describe("cardpane serve and cardpane verify", () => {
  it("serves what was built, with metrics and an access log, and stops on a signal", async () => {
    await cardpane("build");
    const { child, printed, ended, url } = await serve([
      ...["--config", "cardpane.config.json", "--access-log", "json", "--metrics-port", "0"],
    ]);
    expect(await cardpane("verify", url)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ 0 differences\n$/) as string,
    });
    const [, metrics = ""] = /Metrics: (\S+)/.exec(printed.err) ?? [];
    expect(await (await fetch(metrics)).text()).toContain(
      // Two environments, and 24 random addresses of each.
      `cardpane_requests_total{route="frame",status="200"} ${2 * (localeTags.length + 24)}\n`,
    );
    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const lines = printed.out
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { path: string });
    // By its address in the manifest, and by three with a random query.
    expect(lines.filter(({ path }) => path === "/0.1.0/cardpane.js")).toHaveLength(4);
  });

  it("keeps running after the reader of its output has closed it", async () => {
    const { child, ended, url } = await serve(["--config", "cardpane.config.json", "--access-log", "json"]);
    child.stdout.destroy();
    child.stderr.destroy();
    for (let count = 0; count < 3; count += 1) expect((await fetch(`${url}/health`)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
  });

  it("prints and counts what browsers report, if the configuration collects it", async () => {
    await configure({ ...config, origin: undefined, reports: "collect" });
    const { child, printed, ended, url } = await serve(["--metrics-port", "0"]);
    const report = { "document-uri": `${url}/0.1.0/frame?note=4242`, "effective-directive": "img-src" };
    for (const body of [JSON.stringify({ "csp-report": report }), "none"]) {
      const headers = { "Content-Type": "application/csp-report" };
      expect((await fetch(`${url}/reports`, { method: "POST", headers, body })).status).toBe(204);
    }
    const [, metrics = ""] = /Metrics: (\S+)/.exec(printed.err) ?? [];
    const counters = await (await fetch(metrics)).text();
    expect(counters).toContain(
      'cardpane_policy_reports_total{kind="csp",directive="img-src",disposition="enforce"} 1\n',
    );
    expect(counters).toContain('cardpane_policy_reports_dropped_total{reason="unknown"} 1\n');
    child.kill("SIGTERM");
    expect(await ended).toBe(0);
    const [line = "", ...rest] = printed.out.trim().split("\n");
    expect(JSON.parse(line)).toMatchObject({ document: "/0.1.0/frame", directive: "img-src" });
    expect([rest, line.includes("4242")]).toEqual([[], false]);
  });

  it("names one changed byte and one changed header of a running deployment, also as JSON [T-D12]", async () => {
    await cardpane("build");
    const { url } = await serve(["--config", "cardpane.config.json"]);
    const proxy = await startTampering(url);
    const { port } = proxy.address() as AddressInfo;
    try {
      const base = `http://127.0.0.1:${port}`;
      const { code, out } = await cardpane("verify", base, "--json");
      expect(code).toBe(1);
      const { ok, findings } = JSON.parse(out) as { ok: boolean; findings: unknown[] };
      expect(ok).toBe(false);
      expect(findings).toEqual([
        expect.objectContaining({ kind: "bytes", url: `${base}/0.1.0/deferred.js` }),
        expect.objectContaining({
          kind: "header",
          header: "content-security-policy",
          url: `${base}/0.1.0/frame?environment=live&locale=de`,
        }),
      ]);
      const text = await cardpane("verify", base);
      expect(text.code).toBe(1);
      expect(text.out).toMatch(/bytes {2}\S+deferred\.js\n {2}expected sha384-\S+\n {2}actual {3}sha384-/);
      expect(text.out).toMatch(/header content-security-policy .*\n/);
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  it("reports a deployment that is not reached, with its own code", async () => {
    await cardpane("build");
    const { code, out } = await cardpane("verify", "http://127.0.0.1:9");
    expect(code).toBe(2);
    expect(out).toContain("unreachable");
  });

  it.each([
    [["verify", "--manifest", "none.json"], /none\.json cannot be read/],
    [["verify", "--manifest", "cardpane.config.json"], /is not a manifest/],
    [["verify", "ftp://pane.example"], /base address/],
    [["verify", "https://a.example", "https://b.example"], /one address/],
    [["verify", "--accept-header", "a b"], /--accept-header must be the name/],
    [["doctor", "https://a.example", "--manifest", "none.json"], /none\.json cannot be read/],
    [["serve", "--port", "70000"], /--port must be a whole number, 0 to 65535/],
    [["serve", "--port", "0", "--grace", "x"], /--grace must be/],
    [["serve", "--access-log", "all"], /--access-log must be json or none/],
    [["bulid"], /There is no command "bulid"/],
  ])("refuses %j with the code 2", async (args, message) => {
    const { code, err } = await cardpane(...args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
    expect(err).not.toMatch(/\n\s+at /);
  });

  it("names a port that is taken", async () => {
    const { url } = await serve(["--config", "cardpane.config.json"]);
    const { code, err } = await cardpane("serve", "--port", new URL(url).port);
    expect(code).toBe(2);
    expect(err).toMatch(/EADDRINUSE.*Stop the process that uses the port/);
  });

  it("reads a module", async () => {
    await configure(`export default ${JSON.stringify(config)};`, "pane.mjs");
    const { url } = await serve(["--config", "pane.mjs"]);
    expect((await fetch(`${url}/0.1.0/frame?environment=staging`)).status).toBe(200);
  });

  it("prints its help", async () => {
    const { code, out } = await cardpane("--help");
    expect(code).toBe(0);
    for (const command of ["build", "serve", "verify"]) expect(out).toContain(`cardpane ${command}`);
    expect((await cardpane("verify", "--help")).out).toMatch(/^cardpane verify/);
    expect((await cardpane("--version")).out).toBe("0.1.0\n");
  });
});

/** A proxy that changes one byte of one file and one header of one document. */
function startTampering(url: string): Promise<Server> {
  const server = createServer(async (request, response) => {
    const answer = await fetch(url + request.url);
    const headers = Object.fromEntries(
      [...answer.headers].filter(([name]) => !/^content-(length|encoding)$/.test(name)),
    );
    if (request.url?.endsWith("environment=live&locale=de"))
      headers["content-security-policy"] = `${headers["content-security-policy"]}; img-src *`;
    const body = Buffer.from(await answer.arrayBuffer());
    if (request.url === "/0.1.0/deferred.js") body[0] = (body[0] ?? 0) ^ 1;
    response.writeHead(answer.status, headers).end(body);
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}
