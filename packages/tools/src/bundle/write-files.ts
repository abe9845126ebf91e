import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes these files to a folder and removes all others. Unchanged files are not rewritten, so that a process that reads the
 * folder during another build of the same sources finds every file.
 *
 * @param files the files' texts by their paths in the folder.
 */
export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(folder, { recursive: true });
  const wanted = new Set(Object.keys(files).map((path) => join(folder, path)));
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && !wanted.has(path)) await rm(path);
  }
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name);
    if ((await readFile(path, "utf8").catch(() => undefined)) === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}
