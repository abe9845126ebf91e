/** What `cardpane build` does with the files of an earlier build, and how `serve` and `verify` end. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DeploymentManifest } from "../deployment/deployment.ts";
import { testAssets } from "../testing.ts";
import { buildCommand } from "./build-command.ts";
import { serveCommand } from "./serve-command.ts";
import { verifyCommand } from "./verify-command.ts";

let folder: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const configure = (releases: readonly string[], changed: object = {}) =>
  write(
    "cardpane.config.json",
    JSON.stringify({
      origin: "https://pane.example",
      environments: { live: "https://gateway.example" },
      parents: ["https://shop.example"],
      releases,
      ...changed,
    }),
  );
const release = (name: string, version: string) => {
  const { pageScripts, helloScript, frameScript, earlyLoader, licences, document, locales } = testAssets;
  for (const [file, text] of Object.entries({
    ...pageScripts,
    "release.json": JSON.stringify({ version }),
    "hello.js": helloScript,
    "frame.js": frameScript,
    "start.js": earlyLoader,
    "licences.txt": licences,
    "frame.html": document,
  }))
    write(`${name}/${file}`, text);
  for (const [tag, texts] of Object.entries(locales))
    write(`${name}/locale/${tag}.json`, JSON.stringify(texts));
};
const build = (...args: readonly string[]) => {
  const context = { cwd: folder, out: () => {}, err: () => {}, stop: new AbortController().signal };
  return buildCommand(["--out", "out", ...args], context);
};
const has = (path: string) => existsSync(join(folder, path));

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "cardpane-build-"));
  release("one", "1.0.0");
  release("two", "2.0.0");
  configure(["two", "one"]);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("a release that the configuration no longer names is removed, and nothing outside of the folder [T-D35]", async () => {
  expect(await build()).toBe(0);
  expect([has("out/public/1.0.0/cardpane.js"), has("out/public/2.0.0/cardpane.js")]).toEqual([true, true]);
  write("kept.txt", "mine");
  const path = join(folder, "out/manifest.json");
  const earlier = JSON.parse(readFileSync(path, "utf8")) as DeploymentManifest;
  const outside = ["../../kept.txt", "x/../../../kept.txt"].map((file) => ({ ...earlier.files[0], file }));
  writeFileSync(path, JSON.stringify({ ...earlier, files: [...earlier.files, ...outside] }));
  configure(["two"]);
  expect(await build()).toBe(0);
  expect([has("out/public/1.0.0/cardpane.js"), has("out/public/2.0.0/cardpane.js")]).toEqual([false, true]);
  expect(has("kept.txt")).toBe(true);
});

it.each([
  "manifest.json",
  "inventory.json",
  "headers.json",
  "recipe.html",
  "nginx.conf",
  "Caddyfile",
  "Containerfile",
  ".dockerignore",
  "public/manifest.json",
  "public/2.0.0/cardpane.js",
])("a %s that no build wrote is not replaced, in a new folder and in that of a build", async (name) => {
  const servers = ["nginx", "caddy", "container"].flatMap((server) => ["--for", server]);
  const mine = '{ "name": "mine", "files": [{ "file": "index.html" }] }';
  write(`out/${name}`, mine);
  write("out/public/index.html", "mine");
  await expect(build(...servers)).rejects.toThrow(
    `${join(folder, "out", name)} was not written by cardpane build`,
  );
  expect(readFileSync(join(folder, "out", name), "utf8")).toBe(mine);
  expect(has("out/public/index.html")).toBe(true);
  rmSync(join(folder, "out"), { recursive: true });
  expect(await build()).toBe(0);
  if (has(`out/${name}`)) return;
  write(`out/${name}`, mine);
  await expect(build(...servers)).rejects.toThrow(/was not written by cardpane build/);
  expect(readFileSync(join(folder, "out", name), "utf8")).toBe(mine);
});

it("a build replaces and removes the server's configuration of an earlier build", async () => {
  expect(await build("--for", "nginx", "--for", "caddy")).toBe(0);
  expect(await build("--for", "nginx")).toBe(0);
  expect([has("out/nginx.conf"), has("out/Caddyfile")]).toEqual([true, false]);
});

it.each(["cardpane.js", "licences.txt"])(
  "other bytes of %s under the same version are refused",
  async (name) => {
    await build();
    write(`one/${name}`, "other()");
    await expect(build()).rejects.toThrow(/was built before with other bytes/);
    expect(readFileSync(join(folder, `out/public/1.0.0/${name}`), "utf8")).not.toBe("other()");
  },
);

it.each(["/srv/a b", "srv", "/srv;x"])("a root of %j is refused", async (path) => {
  await expect(build("--root", path)).rejects.toThrow(/^--root must be/);
});

it.each<[string, unknown, readonly string[], RegExp]>([
  ["no file", {}, ["--config", "none.json"], /none\.json cannot be read/],
  ["no JSON", "{", [], /cardpane\.config\.json is not valid JSON/],
  ["a list", [], [], /must contain an object/],
  ["a wrong parent", { parents: ["https://a.example/"] }, [], /^parents\[0\] must be an origin/],
  ["a misspelt option", { parnets: [] }, [], /^"parnets" is not an option/],
  ["no origin", { origin: undefined }, [], /^origin must be set for a build/],
  ["no release", { releases: ["none"] }, [], /^releases\[0\]: There is no whole release/],
  ["no font", { fonts: [{ family: "A", file: "a" }] }, [], /^fonts\[0\]\.file cannot be read/],
  ["an unknown server", {}, ["--for", "apache"], /--for must be one of nginx, caddy, worker, container/],
  ["a _headers file", {}, ["--for", "headers"], /selects a file by its path.*--for worker\.$/s],
  ["reports that nobody reads", { reports: "collect" }, ["--for", "nginx"], /--reports-to http/],
  ["a reader of no reports", {}, ["--for", "caddy", "--reports-to", "http://127.0.0.1:1"], /^--reports-to/],
  ["an unknown flag", {}, ["--fro", "nginx"], /--fro/],
])("names what is wrong: %s", async (_, value, args, message) => {
  const isChange = typeof value === "object" && !Array.isArray(value);
  if (isChange) configure(["two", "one"], value as object);
  else write("cardpane.config.json", typeof value === "string" ? value : JSON.stringify(value));
  await expect(build(...args)).rejects.toThrow(message);
  expect(has("out")).toBe(false);
});

it("what is built is served and counted; verify ends with 0, with 1 for a difference, and with 2 without a server", async () => {
  await build();
  const [out, err, stop] = [[] as string[], [] as string[], new AbortController()];
  const context = {
    cwd: folder,
    out: (line: string) => void out.push(line),
    err: (line: string) => void err.push(line),
    stop: stop.signal,
  };
  const served = serveCommand(["--port", "0", "--metrics-port", "0", "--access-log", "json"], context);
  await expect.poll(() => err).toHaveLength(2);
  const [url = "", metrics = ""] = err.map((line) => line.replace(/^.*: /, ""));
  const verify = (base: string) => verifyCommand([base, "--manifest", "out/manifest.json"], context);
  expect(await verify(url)).toBe(0);
  expect(out.pop()).toMatch(/ 0 differences$/);
  expect(out.map((line) => JSON.parse(line).path)).toContain("/2.0.0/cardpane.js");
  expect(await (await fetch(metrics)).text()).toMatch(/requests_total\{route="frame",status="200"\} [1-9]/);
  const path = join(folder, "out/manifest.json");
  writeFileSync(path, readFileSync(path, "utf8").replace(/"sha384-\w/, '"sha384-+'));
  expect(await verify(url)).toBe(1);
  stop.abort();
  expect(await served).toBe(0);
  out.length = 0;
  expect(await verify(url)).toBe(2);
  const groups = out.filter((line) => line.startsWith("unreachable"));
  expect(groups.length).toBeLessThan(4);
  expect(groups[0]).toMatch(/^unreachable {2}http.+, and \d+ more$/);
});
