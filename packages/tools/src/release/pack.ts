/** Packs what is published: a tarball for each package, their hashes, and the bill of materials. Reads `dist`: build first. */
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBillOfMaterials } from "../build/sbom.ts";
import { pnpm } from "../run/pnpm.ts";
import { readManifest, root, run } from "../run/program.ts";
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
  const version = currentVersion();
  for (const { folder } of published) {
    const { code } = await run("npx", [...pnpm, "-C", folder, "pack", "--pack-destination", into], {
      quiet: true,
    });
    if (code !== 0) throw new Error(`${folder} was not packed.`);
  }
  const files = published.map(({ folder }) => tarballOf(readManifest(`${root}${folder}/`).name, version));
  const missing = files.filter((file) => !readdirSync(into).includes(file));
  if (missing.length > 0) throw new Error(`pnpm wrote no ${missing.join(", ")}.`);
  const lines = files.map((file) => `${hashOf(join(into, file))}  ${file}`);
  writeFileSync(join(into, hashesFile), `${lines.join("\n")}\n`);
  await writeBillOfMaterials(join(into, "sbom.cdx.json"));
  console.log(lines.join("\n"));
  return files;
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
