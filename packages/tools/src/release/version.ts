/**
 * The next version. changesets decides it by the entries in `.changeset` and writes it to the manifests. This program adds what
 * changesets does not know: the one CHANGELOG of all packages, and texts that name the version, such as a script's address.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { mustRun, root } from "../process/program.ts";
import { currentVersion } from "./packages.ts";

const kinds = ["major", "minor", "patch"] as const;

/** An entry, as `changeset status` prints it. */
export interface Entry {
  readonly summary: string;
  readonly releases: readonly { readonly name: string; readonly type: string }[];
}

/**
 * The CHANGELOG with a section for a version above the others, breaking changes first.
 *
 * @throws Error if no entry names a package
 */
export function addSection(
  changelog: string,
  version: string,
  date: string,
  entries: readonly Entry[],
): string {
  const rows = kinds.flatMap((kind) => entries.filter((entry) => strongest(entry) === kind).map(row));
  if (rows.length === 0) throw new Error("There is no entry to release.");
  const at = changelog.indexOf("\n## ");
  return `${changelog.slice(0, at)}\n## ${version} (${date})\n\n${rows.join("\n")}\n${changelog.slice(at)}`;
}

/** A text with another version in place of this one; other versions stay that contain it, such as 10.1.0. */
export function replaceVersion(text: string, from: string, to: string): string {
  return text.replaceAll(new RegExp(`(?<![\\d.])${from.replaceAll(".", "\\.")}(?![\\d.]*\\d)`, "g"), to);
}

/**
 * Compares a tag with the packages' version and the CHANGELOG's newest section, which must have a date.
 *
 * @throws Error that names the difference
 */
export function checkTag(tag: string, version: string, changelog: string): void {
  if (tag !== `v${version}`)
    throw new Error(`The tag is ${tag}, and the packages have the version ${version}.`);
  const [, newest = "none"] = /^## (.+)$/m.exec(changelog) ?? [];
  if (!newest.startsWith(`${version} (2`))
    throw new Error(
      `The newest section of the CHANGELOG is "${newest}". It must be "${version}" and a date.`,
    );
}

/** Bumps all packages, writes the CHANGELOG, and removes the entries. */
export async function writeVersion(): Promise<void> {
  const before = currentVersion();
  const folder = mkdtempSync(join(tmpdir(), "cardpane-version-"));
  const file = join(folder, "status.json");
  await mustRun("changeset", ["status", "--output", relative(root, file)]);
  const { changesets } = JSON.parse(readFileSync(file, "utf8")) as { readonly changesets: readonly Entry[] };
  rmSync(folder, { recursive: true });
  await mustRun("changeset", ["version"]);
  const version = currentVersion();
  const date = new Date().toISOString().slice(0, 10);
  const changelog = readFileSync(`${root}CHANGELOG.md`, "utf8");
  writeFileSync(`${root}CHANGELOG.md`, addSection(changelog, version, date, changesets));
  for (const path of filesNaming(before)) {
    const text = readFileSync(root + path, "utf8");
    writeFileSync(root + path, replaceVersion(text, before, version));
  }
  console.log(`${before} -> ${version}. Read the difference, then commit it.`);
}

/** The tracked files that contain a version, without lock files and the CHANGELOG. */
function filesNaming(version: string): readonly string[] {
  const without = [":!*pnpm-lock.yaml", ":!CHANGELOG.md"];
  const found = execFileSync("git", ["grep", "-lF", version, "--", ...without], {
    cwd: root,
    encoding: "utf8",
  });
  return found.split("\n").filter(Boolean);
}

function row({ summary, releases }: Entry): string {
  const names = releases.map(({ name }) => `\`${name}\``).join(", ");
  return `- ${names}: ${summary.trim().replaceAll(/\s+/g, " ")}`;
}

function strongest({ releases }: Entry): string | undefined {
  return kinds.find((kind) => releases.some(({ type }) => type === kind));
}
