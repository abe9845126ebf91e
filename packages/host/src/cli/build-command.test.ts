/** What `cardpane build` does with the files of an earlier build. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { DeploymentManifest } from "../deployment/deployment.ts";
import { testAssets } from "../testing.ts";
import { buildCommand } from "./build-command.ts";

let folder: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const configure = (releases: readonly string[]) =>
  write(
    "cardpane.config.json",
    JSON.stringify({
      origin: "https://pane.example",
      environments: { live: "https://gateway.example" },
      parents: ["https://shop.example"],
      releases,
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

it("a release that the configuration no longer names is removed, and nothing outside of the folder", async () => {
  expect(await build()).toBe(0);
  expect([has("out/public/1.0.0/cardpane.js"), has("out/public/2.0.0/cardpane.js")]).toEqual([true, true]);
  write("kept.txt", "mine");
  const path = join(folder, "out/manifest.json");
  const earlier = JSON.parse(readFileSync(path, "utf8")) as DeploymentManifest;
  const outside = { ...earlier.files[0], file: "../../kept.txt" };
  writeFileSync(path, JSON.stringify({ ...earlier, files: [...earlier.files, outside] }));
  configure(["two"]);
  expect(await build()).toBe(0);
  expect([has("out/public/1.0.0/cardpane.js"), has("out/public/2.0.0/cardpane.js")]).toEqual([false, true]);
  expect(has("kept.txt")).toBe(true);
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

it("the files of a static host are refused, with the reason", async () => {
  await expect(build("--for", "headers")).rejects.toThrow(/selects a file by its path.*--for worker\.$/s);
});
