/** The installed third-party packages, from pnpm and the lock file. Needs no network. */
import { readFileSync } from "node:fs";
import { pnpm } from "../process/pnpm.ts";
import { readManifest, root, run } from "../process/program.ts";
import { type Component, componentsOf, type ListedProject } from "./components.ts";

/**
 * Lists every package once per name and version.
 *
 * @throws Error if nothing is installed
 */
export async function installedComponents(): Promise<readonly Component[]> {
  return componentsOf(
    await list("--prod"),
    await list(),
    readFileSync(`${root}pnpm-lock.yaml`, "utf8"),
    (folder) => readManifest(`${folder}/`),
  );
}

async function list(...more: readonly string[]): Promise<readonly ListedProject[]> {
  const args = [...pnpm, "list", "--recursive", "--depth", "Infinity", "--json", ...more];
  const { code, output } = await run("npx", args, { quiet: true });
  if (code !== 0) throw new Error("pnpm could not list what is installed. Run npm run setup.");
  // npm may print a warning before the JSON.
  return JSON.parse(output.slice(output.indexOf("[\n"))) as readonly ListedProject[];
}
