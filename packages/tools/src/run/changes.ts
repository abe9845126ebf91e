/**
 * Entries for the CHANGELOG, each a file in `.changeset/`, in the format of the changesets tool: packages and the kind of change
 * between two lines of dashes, then the sentence for the CHANGELOG.
 *
 *   npm run changes                       lists the entries that are not in the CHANGELOG yet
 *   npm run changes -- --since <commit>   fails where code of a published package changed since then without a new entry
 *   npm run changes -- --release 0.2.0    moves all entries into the CHANGELOG, under that version
 *
 * The tool itself (@changesets/cli) is not used: it writes a CHANGELOG and a version for each package, but ours share both. Its
 * format is used because editors and reviewers know it.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { isProgram, readManifest, root } from "./program.ts";

const kinds = ["major", "minor", "patch"] as const;
type Kind = (typeof kinds)[number];

/** One entry. */
export interface Change {
  readonly packages: Readonly<Record<string, Kind>>;
  readonly text: string;
}

/**
 * Reads an entry. An entry without packages describes a change that users of the packages cannot notice.
 *
 * @throws Error which names the problem
 */
export function parseChange(file: string, source: string, published: readonly string[]): Change {
  const [, head, text = ""] = /^---\n([\s\S]*?)---\n([\s\S]*)$/.exec(source) ?? [];
  if (head === undefined) throw new Error(`${file}: begin with the packages between two lines of ---.`);
  const packages: Record<string, Kind> = {};
  for (const line of head.split("\n").filter(Boolean)) {
    const [, name = "", kind = ""] = /^"([^"]+)": (\w+)$/.exec(line) ?? [];
    if (!published.includes(name)) throw new Error(`${file}: "${line}" names no published package.`);
    if (!isKind(kind)) throw new Error(`${file}: "${line}" is none of ${kinds.join(", ")}.`);
    packages[name] = kind;
  }
  if (text.trim() === "") throw new Error(`${file}: describe what changes for users of the package.`);
  return { packages, text: text.trim().replaceAll(/\s+/g, " ") };
}

/** The changed files that need an entry; none if the change adds an entry. */
export function missingEntry(
  changed: readonly { readonly path: string; readonly isAdded: boolean }[],
  folders: readonly string[],
): readonly string[] {
  if (changed.some(({ path, isAdded }) => isAdded && isEntry(path))) return [];
  return changed
    .map(({ path }) => path)
    .filter((path) => folders.some((folder) => path.startsWith(`${folder}/src/`)))
    .filter((path) => !/[./]test(ing)?[./-]|\.types\.tsx?$|\.md$/.test(path));
}

/** The CHANGELOG with a new section for a version above the others. @throws Error if no entry names a package */
export function release(changelog: string, version: string, changes: readonly Change[]): string {
  const listed = changes.filter(({ packages }) => Object.keys(packages).length > 0);
  if (listed.length === 0) throw new Error("There is no entry to release.");
  const rows = kinds.flatMap((kind) =>
    listed
      .filter(({ packages }) => strongest(packages) === kind)
      .map(({ packages, text }) => `- ${Object.keys(packages).map(code).join(", ")}: ${text}`),
  );
  const at = changelog.indexOf("\n## ");
  return `${changelog.slice(0, at)}\n## ${version}\n\n${rows.join("\n")}\n${changelog.slice(at)}`;
}

/** The entries that are not in the CHANGELOG yet, by file. */
export function readChanges(): ReadonlyMap<string, Change> {
  const names = publishedPackages().map(({ name }) => name);
  return new Map(
    readdirSync(`${root}.changeset`)
      .filter((file) => isEntry(`.changeset/${file}`))
      .map((file) => [file, parseChange(file, readFileSync(`${root}.changeset/${file}`, "utf8"), names)]),
  );
}

/** Name and folder of each published package. */
export function publishedPackages(): readonly { readonly name: string; readonly folder: string }[] {
  return ["packages", "apps"]
    .flatMap((parent) => readdirSync(root + parent).map((folder) => `${parent}/${folder}`))
    .flatMap((folder) => {
      const { name, private: isPrivate } = readManifest(`${root}${folder}/`);
      return isPrivate ? [] : [{ name, folder }];
    });
}

const isKind = (text: string): text is Kind => kinds.some((kind) => kind === text);
const isEntry = (path: string) => /^\.changeset\/(?!README)[\w-]+\.md$/.test(path);
const code = (name: string) => `\`${name}\``;
const strongest = (packages: Change["packages"]) =>
  kinds.find((kind) => Object.values(packages).includes(kind)) ?? "patch";

function changedSince(commit: string) {
  const lines = execFileSync("git", ["diff", "--name-status", "--no-renames", `${commit}...HEAD`], {
    cwd: root,
    encoding: "utf8",
  });
  return lines
    .split("\n")
    .filter(Boolean)
    .map((line) => ({ path: line.split("\t")[1] ?? "", isAdded: line.startsWith("A") }));
}

function main(): void {
  const { values } = parseArgs({ options: { since: { type: "string" }, release: { type: "string" } } });
  const changes = readChanges();
  if (values.since !== undefined) {
    // The packages that are bundled into the published ones need entries, too.
    const folders = [
      ...publishedPackages().map(({ folder }) => folder),
      ...["packages/contract", "packages/gateway", "packages/frame"],
    ];
    const missing = missingEntry(changedSince(values.since), folders);
    if (missing.length === 0) return;
    console.error(
      `These files changed without an entry in .changeset (see its README):\n${missing.join("\n")}`,
    );
    process.exitCode = 1;
    return;
  }
  if (values.release === undefined) {
    for (const [file, { packages, text }] of changes)
      console.log(`${file}: ${Object.keys(packages).join(", ") || "(no published package)"}: ${text}`);
    return;
  }
  if (!/^\d+\.\d+\.\d+$/.test(values.release))
    throw new Error(`${values.release} is no version, like 0.2.0.`);
  const path = `${root}CHANGELOG.md`;
  writeFileSync(path, release(readFileSync(path, "utf8"), values.release, [...changes.values()]));
  for (const file of changes.keys()) rmSync(`${root}.changeset/${file}`);
}

if (isProgram(import.meta.url)) main();
