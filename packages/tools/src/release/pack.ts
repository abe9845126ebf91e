/** Packs what is published: a tarball for each package, their hashes, and the bill of materials. Reads `dist`: build first. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { writeBillOfMaterials } from "../bundle/sbom.ts";
import { pnpm } from "../process/pnpm.ts";
import { type Manifest, mustRun, readManifest, root } from "../process/program.ts";
import { accessibilityReport, lastRuns, taggedTests } from "./accessibility-report.ts";
import { currentVersion, published } from "./packages.ts";

/** The name of the file with the hashes, as `sha256sum --check` reads it: one line for each package, in the order of publishing. */
export const hashesFile = "SHA256SUMS";

/** The name of the tarball of a package. */
export function tarballOf(name: string, version: string): string {
  return `${name.replace("@", "").replace("/", "-")}-${version}.tgz`;
}

const billOfMaterials = "sbom.cdx.json";
const accessibility = "accessibility-report.html";
const ownFiles = [
  /^cardpane-[a-z]+-\d[\w.+-]*\.tgz$/,
  new RegExp(`^(${[hashesFile, billOfMaterials, accessibility].join("|")})$`),
];

/** Fills a folder. Returns the names of the tarballs. @throws Error if the folder has a file that no earlier call wrote */
export async function pack(into: string): Promise<readonly string[]> {
  emptyFolder(into);
  // Throws if the packages have several.
  currentVersion();
  const files: string[] = [];
  for (const { folder } of published) files.push(await packPackage(folder, into));
  const lines = files.map((file) => `${hashOf(join(into, file))}  ${file}`);
  writeFileSync(join(into, hashesFile), `${lines.join("\n")}\n`);
  await writeBillOfMaterials(join(into, billOfMaterials));
  const runs = lastRuns(`${root}node_modules/.cache/cardpane/browser.json`);
  writeFileSync(join(into, accessibility), accessibilityReport(currentVersion(), taggedTests(), runs));
  console.log(lines.join("\n"));
  return files;
}

/** Removes the files of an earlier call, or creates the folder. @throws Error, and removes nothing, if it has any other file */
export function emptyFolder(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const entries = readdirSync(folder, { withFileTypes: true });
  const other = entries.find((entry) => !(entry.isFile() && ownFiles.some((name) => name.test(entry.name))));
  if (other)
    throw new Error(
      `${join(folder, other.name)} is not of an earlier \`npm run release -- pack\`, which replaces only its own files. Name another folder.`,
    );
  for (const { name } of entries) rmSync(join(folder, name));
}

/** Packs one package as for npm, into a folder. Returns the name of the tarball. @throws Error if it was not packed */
export async function packPackage(folder: string, into: string): Promise<string> {
  const manifest = readManifest(`${root}${folder}/`);
  const missing = missingTargets(manifest, `${root}${folder}`);
  if (missing.length > 0)
    throw new Error(
      `${folder} lacks ${missing.join(", ")}, which its manifest names. Run \`npm run build\` first.`,
    );
  await mustRun("npx", [...pnpm, "-C", folder, "pack", "--pack-destination", into], { quiet: true });
  const { name, version } = manifest;
  const file = tarballOf(name, version);
  if (!existsSync(join(into, file))) throw new Error(`pnpm wrote no ${file}.`);
  return file;
}

/** The built files and programs that a manifest names, and that its folder lacks. */
export function missingTargets({ exports, publishConfig }: Manifest, folder: string): readonly string[] {
  const targets = JSON.stringify({ exports, publishConfig }).match(/(?<=")\.\/dist\/[^"]+/g) ?? [];
  return targets.filter((path) => !existsSync(join(folder, path)));
}

function hashOf(file: string): string {
  return createHash("sha256").update(readFileSync(file)).digest("hex");
}
