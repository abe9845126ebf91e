/**
 * Packs each package as for npm and checks it with two programs: publint (the package contains the files that its manifest
 * names) and Are The Types Wrong (every way to import the package finds its types). Reads `dist`: build first.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkEach, run } from "../process/program.ts";
import { packPackage } from "./pack.ts";
import { published } from "./packages.ts";

const folder = await mkdtemp(join(tmpdir(), "cardpane-packages-"));
try {
  process.exitCode = (await checkEach(published, check)) ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function check({ folder: source, profile }: (typeof published)[number]): Promise<boolean> {
  const tarball = join(folder, await packPackage(source, folder));
  const isWhole = await succeeds("publint", ["run", tarball, "--strict"]);
  const hasTypes = await succeeds("attw", [
    tarball,
    "--profile",
    profile,
    "--no-emoji",
    "--exclude-entrypoints",
    "./return.html",
  ]);
  console.log(tarball);
  return isWhole && hasTypes;
}

/** Runs a program in the repository's root; shows its output only if it fails. */
async function succeeds(command: string, args: readonly string[]): Promise<boolean> {
  const { code } = await run(command, args, { quiet: true });
  return code === 0;
}
