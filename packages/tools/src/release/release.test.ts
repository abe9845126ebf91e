/** What a release depends on, as far as it can be told without one. */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readManifest, root } from "../process/program.ts";
import { emptyFolder, missingTargets, pack, tarballOf } from "./pack.ts";
import { currentVersion, originOf, published } from "./packages.ts";
import { addSection, checkTag, replaceVersion } from "./version.ts";

it.each(published)("the manifest of $folder says where the package comes from", (one) => {
  const manifest: unknown = readManifest(`${root}${one.folder}/`);
  expect(manifest).toMatchObject(originOf(one));
});

it.each(published)("the packed manifest of $folder names built files only", (one) => {
  const { hooks } = createRequire(import.meta.url)(`${root}.pnpmfile.cjs`);
  const { exports, imports } = hooks.beforePacking(readManifest(`${root}${one.folder}/`));
  expect(JSON.stringify({ exports, imports })).toMatch(/dist/);
  expect(JSON.stringify({ exports, imports })).not.toMatch(/src\//);
});

it("changesets keeps all packages at one version, and writes no CHANGELOG of its own", () => {
  const config: unknown = JSON.parse(readFileSync(`${root}.changeset/config.json`, "utf8"));
  expect(config).toMatchObject({ fixed: [["@cardpane/*"]], changelog: false });
  expect(currentVersion()).toMatch(/^\d+\.\d+\.\d+/);
});

it("a tarball has the name that npm gives it", () => {
  expect(tarballOf("@cardpane/browser", "3.1.0")).toBe("cardpane-browser-3.1.0.tgz");
});

describe("a folder for the tarballs", () => {
  const own = ["cardpane-node-0.1.0.tgz", "cardpane-host-0.2.0-rc.1.tgz", "SHA256SUMS", "sbom.cdx.json"];
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cardpane-pack-"));
    for (const name of own) writeFileSync(join(folder, name), "");
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it.each<[string, (path: string) => void]>([
    ["thesis.txt", (path) => writeFileSync(path, "")],
    [".env", (path) => writeFileSync(path, "")],
    ["backup.tgz", (path) => writeFileSync(path, "")],
    ["cardpane-notes.tgz", (path) => writeFileSync(path, "")],
    ["sub", (path) => mkdirSync(path)],
    ["cardpane-vue-0.1.0.tgz", (path) => mkdirSync(path)],
    ["cardpane-vue-0.1.0.tgz", (path) => symlinkSync("/etc/hostname", path)],
  ])("is refused with a foreign %s, and nothing is removed", async (name, make) => {
    make(join(folder, name));
    await expect(pack(folder)).rejects.toThrow(`${join(folder, name)} is not of an earlier`);
    expect(readdirSync(folder).sort()).toEqual([...own, name].sort());
  });

  it("loses the files of an earlier release only, and is created", () => {
    emptyFolder(folder);
    expect(readdirSync(folder)).toEqual([]);
    emptyFolder(join(folder, "a/b"));
    expect(readdirSync(folder)).toEqual(["a"]);
    writeFileSync(join(folder, "file"), "");
    expect(() => emptyFolder(join(folder, "file"))).toThrow(/EEXIST/);
  });

  it("a package is not packed without a file that its manifest names", () => {
    const manifest = {
      name: "a",
      version: "1.0.0",
      exports: {
        ".": { source: "./src/index.ts", default: "./dist/index.js" },
        "./package.json": "./package.json",
      },
      publishConfig: { bin: { a: "./dist/cli.js" } },
    };
    expect(missingTargets(manifest, folder)).toEqual(["./dist/index.js", "./dist/cli.js"]);
    mkdirSync(join(folder, "dist"));
    writeFileSync(join(folder, "dist/index.js"), "");
    expect(missingTargets(manifest, folder)).toEqual(["./dist/cli.js"]);
  });
});

describe("a tag", () => {
  const changelog = "# Changelog\n\n## 3.2.0 (2026-12-01)\n\n## 3.1.0 (2026-11-01)\n";

  it("is released where packages and CHANGELOG name its version", () => {
    expect(() => checkTag("v3.2.0", "3.2.0", changelog)).not.toThrow();
  });

  it.each([
    ["v3.3.0", "3.2.0", changelog, /The tag is v3\.3\.0, and the packages have the version 3\.2\.0/],
    ["3.2.0", "3.2.0", changelog, /The tag is 3\.2\.0/],
    ["v3.3.0", "3.3.0", changelog, /newest section of the CHANGELOG is "3\.2\.0 \(2026-12-01\)"/],
    ["v3.2.0", "3.2.0", "# Changelog\n\n## 3.2.0 (unreleased)\n", /and a date/],
  ])("%s is refused at version %s", (tag, version, log, message) => {
    expect(() => checkTag(tag, version, log)).toThrow(message);
  });
});

describe("the next version", () => {
  const entry = (type: string, summary: string) => ({
    summary,
    releases: [{ name: "@cardpane/node", type }],
  });

  it("is the first section of the CHANGELOG, breaking changes first", () => {
    const entries = [
      entry("patch", "A mend.\n"),
      entry("minor", "A new\noption."),
      { summary: "", releases: [] },
    ];
    expect(addSection("# Changelog\n\n## 3.1.0\n", "3.2.0", "2026-12-01", entries)).toBe(
      "# Changelog\n\n## 3.2.0 (2026-12-01)\n\n- `@cardpane/node`: A new option.\n- `@cardpane/node`: A mend.\n\n## 3.1.0\n",
    );
  });

  it("needs an entry that names a package", () => {
    expect(() => addSection("", "3.2.0", "2026-12-01", [])).toThrow("There is no entry to release.");
  });

  it("replaces the version in texts, and no part of another version", () => {
    const text = '"^3.1.0", /3.1.0/cardpane.js, @3.1.0. 13.1.0 3.1.01 3.1.0.3 3.1.0-beta';
    expect(replaceVersion(text, "3.1.0", "3.2.0")).toBe(
      '"^3.2.0", /3.2.0/cardpane.js, @3.2.0. 13.1.0 3.1.01 3.1.0.3 3.2.0-beta',
    );
  });
});
