/** Installed versions are exact and listed in one place; only listed packages run an install script. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../run/program.ts";

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
  // apps/docs, apps/examples and apps/prisma are workspaces of their own, each with a lock.
  .filter((path) => existsSync(root + path) && !/^apps\/(docs|examples|prisma)\//.test(path))
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

it("only esbuild may run an install script", () => {
  expect(block("allowBuilds")).toEqual(["esbuild: true"]);
});

it("what is published states where it was built", () => {
  const published = manifests.filter(({ path, manifest }) => path !== "package.json" && !manifest.private);
  expect(published.map(({ manifest }) => manifest.name).sort()).toContain("@cardpane/browser");
  for (const { path, manifest } of published) expect(manifest.publishConfig?.provenance, path).toBe(true);
});

it("the publish workflow pins its actions, holds no secret, and publishes with provenance what was tested [T-S22]", () => {
  const workflow = read(".github/workflows/publish.yml");
  for (const file of readdirSync(`${root}.github/workflows`))
    expect(read(`.github/workflows/${file}`).match(/uses: .+/g)).toEqual(
      read(`.github/workflows/${file}`).match(/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+/g),
    );
  const actions = [...workflow.matchAll(/uses: (.+)/g)].map(([, action]) => action);
  expect(actions.length).toBeGreaterThan(0);
  for (const action of actions) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  expect(workflow).not.toMatch(/secrets\.|pull_request|workflow_dispatch/);
  expect(workflow.match(/id-token: write/g)).toHaveLength(1);
  expect(workflow).not.toMatch(/(contents|packages|actions): write/);
  const steps = [...workflow.matchAll(/run: (.+)/g)].map(([, command = ""]) => command);
  expect(steps.indexOf(".ci/run")).toBeGreaterThan(steps.indexOf("npm run setup"));
  expect(steps.at(-1)).toMatch(/^npx -y pnpm@10\.34\.9 -r publish .*--provenance/);
  expect(read("package.json")).toMatch(/"packageManager": "pnpm@10\.34\.9\+sha512\.[0-9a-f]{128}"/);
  for (const [, script = ""] of steps.join("\n").matchAll(/npm run (\w+)/g))
    expect(JSON.parse(read("package.json"))["scripts"]).toHaveProperty(script);
});
