/** Packs what is published: a tarball for each package, their hashes, and the bill of materials. Reads `dist`: build first. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBillOfMaterials } from "../bundle/sbom.ts";
import { pnpm } from "../process/pnpm.ts";
import { mustRun, readManifest, root } from "../process/program.ts";
import { currentVersion, published } from "./packages.ts";

/** The name of the file with the hashes, as `sha256sum --check` reads it: one line for each package, in the order of publishing. */
export const hashesFile = "SHA256SUMS";

/** The name of the tarball of a package. */
export function tarballOf(name: string, version: string): string {
  return `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
}

/** Fills a folder, which is emptied before. Returns the names of the tarballs. */
export async function pack(into: string): Promise<readonly string[]> {
  rmSync(into, { recursive: true, force: true });
  mkdirSync(into, { recursive: true });
  // Throws if the packages have several.
  currentVersion();
  const files: string[] = [];
  for (const { folder } of published) files.push(await packPackage(folder, into));
  const lines = files.map((file) => `${hashOf(join(into, file))}  ${file}`);
  writeFileSync(join(into, hashesFile), `${lines.join("\n")}\n`);
  await writeBillOfMaterials(join(into, "sbom.cdx.json"));
  console.log(lines.join("\n"));
  return files;
}

/** Packs one package as for npm, into a folder. Returns the name of the tarball. @throws Error if it was not packed */
export async function packPackage(folder: string, into: string): Promise<string> {
  await mustRun("npx", [...pnpm, "-C", folder, "pack", "--pack-destination", into], { quiet: true });
  const { name, version } = readManifest(`${root}${folder}/`);
  const file = tarballOf(name, version);
  if (!existsSync(join(into, file))) throw new Error(`pnpm wrote no ${file}.`);
  return file;
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
