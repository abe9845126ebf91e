/**
 * Packs each package as npm gets it and lets two programs that know npm's consumers read it: publint (what the manifest
 * promises is in the package) and Are The Types Wrong (every way to import it finds its types). Reads `dist`: build first.
 */
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pnpm } from "./pnpm.ts";
import { run } from "./run.ts";

/** What is published, and how it can be imported: the host's package is for ES modules, the others for all. */
const published = [
  { folder: "packages/browser", profile: "node16" },
  { folder: "packages/react", profile: "node16" },
  { folder: "packages/vue", profile: "node16" },
  { folder: "packages/svelte", profile: "esm-only" },
  { folder: "packages/angular", profile: "esm-only" },
  { folder: "packages/host", profile: "esm-only" },
  { folder: "packages/node", profile: "node16" },
  { folder: "apps/sandbox", profile: "esm-only" },
] as const;

const folder = await mkdtemp(join(tmpdir(), "cardpane-packages-"));
let ok = true;
try {
  for (const { folder: source, profile } of published) {
    const into = join(folder, source);
    ok = (await succeeds("npx", [...pnpm, "-C", source, "pack", "--pack-destination", into])) && ok;
    const [file] = await readdir(into);
    if (file === undefined) throw new Error(`${source} was not packed.`);
    const tarball = join(into, file);
    ok = (await succeeds("publint", ["run", tarball, "--strict"])) && ok;
    ok =
      (await succeeds("attw", [
        tarball,
        "--profile",
        profile,
        "--no-emoji",
        "--exclude-entrypoints",
        "./return.html",
      ])) && ok;
    console.log(`${source}: ${file}`);
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
process.exit(ok ? 0 : 1);

/** Runs a program in the repository's root; what it prints is shown only where it fails. */
async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const { code } = await run(command, args, { quiet: true });
  return code === 0;
}
