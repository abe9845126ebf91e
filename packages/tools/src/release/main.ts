/**
 * `npm run release`: the steps of a release (.github/RELEASING.md).
 *
 *   npm run release -- entry            asks what changes for users, and writes an entry into .changeset
 *   npm run release -- version          the next version: manifests, CHANGELOG and every text that names it; removes the entries
 *   npm run release -- check v0.2.0     fails unless the tag, all packages and the CHANGELOG name the same version
 *   npm run release -- pack [folder]    tarballs, SHA256SUMS, sbom.cdx.json, accessibility-report.html (./release), in a folder without other files; run `npm run build` first
 *   npm run release -- rehearse         publishes to a registry on this machine, installs from it, pays in the sandbox
 *   npm run release -- licenses         the licences of delivered packages
 */
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pnpm } from "../process/pnpm.ts";
import { mustRun, root } from "../process/program.ts";
import { pack } from "./pack.ts";
import { currentVersion } from "./packages.ts";
import { rehearse } from "./rehearse.ts";
import { checkTag, writeVersion } from "./version.ts";

const [command = "", argument] = process.argv.slice(2);

const commands: Readonly<Record<string, () => Promise<unknown>>> = {
  entry: () => mustRun("changeset", ["add"]),
  version: writeVersion,
  check: async () => {
    checkTag(argument ?? "", currentVersion(), readFileSync(`${root}CHANGELOG.md`, "utf8"));
  },
  pack: () => pack(resolve(argument ?? `${root}release`)),
  rehearse,
  licenses: () => mustRun("npx", [...pnpm, "licenses", "list", "--prod"]),
};

const chosen = commands[command];
if (!chosen) throw new Error(`Name a step of the release: ${Object.keys(commands).join(", ")}.`);
await chosen();
