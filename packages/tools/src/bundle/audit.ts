/**
 * `npm run nightly -- dependencies`: lists the installed packages that have a known security hole. The data are OSV's records for npm, as
 * a folder of JSON files or as one JSON file with a list (OSV_DATA, or ./osv), so that the check needs no registry and can be repeated:
 *
 *   curl -fsSL -o osv.zip https://osv-vulnerabilities.storage.googleapis.com/npm/all.zip && unzip -q osv.zip -d osv
 *
 * Exit code: 0 no hole in a delivered package, 1 at least one, 2 no data, or data older than a week. Holes in packages for
 * development only are printed, and do not fail.
 */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { installedComponents } from "./installed.ts";
import { dateOf, knownHoles, type OsvRecord } from "./known-holes.ts";

const maxAgeDays = 7;

process.exitCode = await audit(process.argv[2]);

async function audit(path: string | undefined): Promise<number> {
  const records = path === undefined ? [] : readRecords(path);
  const date = dateOf(records);
  if (!date) {
    console.error(
      "There are no OSV records for npm. Load them into ./osv, or name a folder or file of JSON in OSV_DATA.",
    );
    return 2;
  }
  const components = await installedComponents();
  const holes = knownHoles(components, records);
  for (const { package: found, record } of holes) {
    const use = found.scope === "required" ? "delivered" : "development only";
    console.log(`${found.name}@${found.version} (${use}): ${record.id} ${record.summary ?? ""}`);
  }
  const ageDays = (Date.now() - date.getTime()) / 86_400_000;
  console.log(
    `${components.length} packages, ${records.length} records of ${date.toISOString()}, ${holes.length} known holes`,
  );
  if (ageDays > maxAgeDays) {
    console.error(`The data are ${Math.floor(ageDays)} days old. Load them again: a week is the maximum.`);
    return 2;
  }
  return holes.some(({ package: { scope } }) => scope === "required") ? 1 : 0;
}

function readRecords(path: string): readonly OsvRecord[] {
  if (!existsSync(path)) return [];
  const files = statSync(path).isDirectory()
    ? readdirSync(path)
        .filter((name) => name.endsWith(".json"))
        .map((name) => join(path, name))
    : [path];
  return files.flatMap((file) => JSON.parse(readFileSync(file, "utf8")) as OsvRecord | OsvRecord[]);
}
