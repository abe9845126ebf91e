import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Makes a folder hold these files and nothing else. What stands there already is left as it is: who reads the folder while the
 * same is built again finds every file.
 *
 * @param files their texts by their paths in the folder.
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
