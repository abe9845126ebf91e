/** Installed versions are exact and listed in one place; only listed packages run an install script. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../process/program.ts";

interface Manifest {
  readonly name: string;
  readonly private?: boolean;
  readonly scripts?: Readonly<Record<string, string>>;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly publishConfig?: { readonly provenance?: boolean };
}

const read = (path: string) => readFileSync(root + path, "utf8");
const workspace = read("pnpm-workspace.yaml");
/** The lines of a block of the workspace's file, without comments. */
const block = (name: string) =>
  (new RegExp(`^${name}:\\n((?: .*\\n|\\n)+)`, "m").exec(workspace)?.[1] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line && !line.startsWith("#"));

const folders = ["packages", "apps"].flatMap((parent) =>
  readdirSync(root + parent).map((name) => `${parent}/${name}`),
);
const manifests = ["", ...folders, "e2e"]
  .map((folder) => (folder ? `${folder}/package.json` : "package.json"))
  // apps/docs and apps/examples are workspaces of their own, each with a lock, and so is apps/examples/prisma.
  .filter((path) => existsSync(root + path) && !/^apps\/(docs|examples)\//.test(path))
  .map((path) => ({ path, manifest: JSON.parse(read(path)) as Manifest }));

it("the catalog has only exact versions [T-S20]", () => {
  const rows = block("catalog");
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) expect(row).toMatch(/^"?[@\w/.-]+"?: (npm:[@\w/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/);
});

it.each(manifests)("$path takes every version from the catalog or the workspace", ({ manifest }) => {
  const { dependencies, devDependencies, optionalDependencies } = manifest;
  const versions = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies });
  expect(versions.filter(([, version]) => version !== "catalog:" && version !== "workspace:*")).toEqual([]);
});

it.each(manifests)("$path runs nothing when it is installed", ({ manifest }) => {
  const hooks = Object.keys(manifest.scripts ?? {}).filter((name) =>
    /^(pre|post)?(install|prepare|publish)$/.test(name),
  );
  expect(hooks).toEqual([]);
});

it("only esbuild may run an install script [T-S21]", () => {
  expect(block("allowBuilds")).toEqual(["esbuild: true"]);
});

it("what is published states where it was built", () => {
  const published = manifests.filter(({ path, manifest }) => path !== "package.json" && !manifest.private);
  expect(published.map(({ manifest }) => manifest.name).sort()).toContain("@cardpane/browser");
  for (const { path, manifest } of published) expect(manifest.publishConfig?.provenance, path).toBe(true);
});

const workflows = readdirSync(`${root}.github/workflows`).map((name) => ({
  name,
  text: read(`.github/workflows/${name}`),
}));

it.each(workflows)(
  "$name pins its actions, holds no secret, and writes nothing to the repository",
  ({ text }) => {
    for (const [, action = ""] of text.matchAll(/uses: (?!\.\/)(.+)/g))
      expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
    expect(text).toMatch(/^permissions:\n {2}contents: read\n/m);
    expect(text).not.toMatch(
      /secrets\.|pull_request_target|workflow_dispatch|(contents|packages|actions): write/,
    );
  },
);

it("known holes are read from the repository's variable OSV_URL, else from OSV itself", () => {
  const loading = workflows.filter(({ text }) => text.includes("-d osv"));
  expect(loading.map(({ name }) => name)).toEqual(["nightly.yml", "release.yml"]);
  for (const { text } of loading) {
    expect(text).toMatch(
      /OSV_URL: \$\{\{ vars\.OSV_URL \|\| 'https:\/\/[^']+\.zip' \}\}\n\s+run: curl [^\n]*"\$OSV_URL"/,
    );
    // No other address is loaded.
    expect(text.match(/https:/g)).toHaveLength(1);
  }
});

it.each(workflows)("$name calls scripts that the root has", ({ text }) => {
  const { scripts } = JSON.parse(read("package.json")) as { readonly scripts: object };
  for (const [, script = ""] of text.matchAll(/npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(script);
});

it("only the jobs that publish may ask for an identity, and they run no code of this repository or of a package [T-S22]", () => {
  expect(workflows.filter(({ text }) => text.includes("id-token")).map(({ name }) => name)).toEqual([
    "docs.yml",
    "release.yml",
  ]);
  const [, site = ""] = read(".github/workflows/docs.yml").split(/^ {2}publish:\n/m);
  expect(site.match(/uses: \S+@|run:/g)).toEqual(["uses: actions/deploy-pages@"]);
  const jobs = read(".github/workflows/release.yml").split(/^ {2}(?=\w+:\n)/m);
  const allowed = jobs.filter((job) => job.includes("id-token: write"));
  expect(allowed).toHaveLength(1);
  const [publish = ""] = allowed;
  expect(publish).toMatch(/^publish:\n[\s\S]*needs: pack\n[\s\S]*environment: npm\n/);
  expect(publish).toContain("sha256sum --check --strict SHA256SUMS");
  expect(publish).not.toMatch(/checkout|npx|pnpm|\.ci\/run|npm (ci|i|install|run|test|exec)\b/);
  const pack = jobs.find((job) => job.startsWith("pack:"));
  expect(pack).toContain("install --frozen-lockfile --ignore-scripts");
});

it("the root names the package manager of the workflows, exactly", () => {
  expect(read("package.json")).toMatch(/"packageManager": "pnpm@10\.34\.9\+sha512\.[0-9a-f]{128}"/);
  for (const { text } of workflows)
    for (const [, version] of text.matchAll(/pnpm@(\S+)/g)) expect(version).toBe("10.34.9");
});
