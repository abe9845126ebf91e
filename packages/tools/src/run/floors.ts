/** Finds folders of one package that import each other: each such pair has a file that stands on the wrong floor. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { posix } from "node:path";
import { root } from "../process/program.ts";

/** The pairs that may remain. This list only shrinks: an entry that nothing needs any more is a complaint. */
const exceptions: readonly string[] = ["packages/browser/src: api <-> ui"];

/** The folder of a package's source, and the path in it. */
const inPackage = /^((?:packages\/[^/]+|apps\/sandbox)\/src|apps\/demo\/server)\/(.+)$/;
const isTest = /\.(?:test|types)\.tsx?$|\/testing\//;

/** What is wrong, as lines: pairs that are no exceptions, with the fewer of their imports, and exceptions without a pair. */
export function checkFloors(): readonly string[] {
  const list = execFileSync("git", ["ls-files", "-co", "--exclude-standard", "--", "*.ts", "*.tsx"], {
    cwd: root,
    encoding: "utf8",
  });
  const texts = new Map<string, string>();
  for (const path of list.split("\n")) {
    if (!inPackage.test(path) || isTest.test(path)) continue;
    try {
      texts.set(path, readFileSync(root + path, "utf8"));
    } catch {
      // Removed, and not yet committed.
    }
  }
  return complaints(findPairs(texts), exceptions);
}

/** Each pair of folders that import each other, types included, with the imports of its rarer direction. */
export function findPairs(texts: ReadonlyMap<string, string>): ReadonlyMap<string, readonly string[]> {
  const imports = new Map<string, string[]>();
  for (const [path, text] of texts) {
    const from = placeOf(path);
    for (const [, file = ""] of text.matchAll(/(?:from|import)\s*\(?\s*["'](\.[^"'?]+)["']/g)) {
      const to = placeOf(posix.join(posix.dirname(path), file));
      if (from?.folder === undefined || to?.folder === undefined) continue;
      if (from.source !== to.source || from.folder === to.folder) continue;
      const key = `${from.source} ${from.folder} ${to.folder}`;
      imports.set(key, [...(imports.get(key) ?? []), `${from.file} -> ${to.file}`]);
    }
  }
  const pairs = new Map<string, readonly string[]>();
  for (const [key, there] of imports) {
    const [source = "", one = "", other = ""] = key.split(" ");
    const back = imports.get(`${source} ${other} ${one}`);
    if (back && one < other)
      pairs.set(`${source}: ${one} <-> ${other}`, there.length <= back.length ? there : back);
  }
  return pairs;
}

/** @param allowed pairs that may exist, and must */
export function complaints(
  pairs: ReadonlyMap<string, readonly string[]>,
  allowed: readonly string[],
): readonly string[] {
  const found = [...pairs].filter(([pair]) => !allowed.includes(pair));
  const unneeded = allowed.filter((pair) => !pairs.has(pair));
  return [
    ...found.map(([pair, lines]) => [`${pair} import each other:`, ...lines].join("\n  ")),
    ...unneeded.map((pair) => `${pair}: this exception in floors.ts is not needed any more. Delete it.`),
  ];
}

/** A file at the top of its source has no folder: it may import all. */
function placeOf(path: string) {
  const [, source = "", file = ""] = inPackage.exec(path) ?? [];
  if (!source) return;
  const [folder, ...rest] = file.split("/");
  return { source, file, folder: rest.length > 0 ? folder : undefined };
}
