/** The software bill of materials, CycloneDX 1.6, from the installed packages and the lock file. Needs no network. */
import { readFileSync, writeFileSync } from "node:fs";
import { pnpm } from "../run/pnpm.ts";
import { readManifest, root, run } from "../run/program.ts";
import { componentsOf, type ListedProject } from "./components.ts";

/** Writes the file. Packages that are used for development only are `excluded`. */
export async function writeBillOfMaterials(file: string): Promise<void> {
  const components = componentsOf(
    await list("--prod"),
    await list(),
    readFileSync(`${root}pnpm-lock.yaml`, "utf8"),
    (folder) => readManifest(`${folder}/`),
  );
  const { version } = readManifest(`${root}packages/host/`);
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "cardpane", version } },
    components,
  };
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`${components.length} components`);
}

async function list(...more: readonly string[]): Promise<readonly ListedProject[]> {
  const args = [...pnpm, "list", "--recursive", "--depth", "Infinity", "--json", ...more];
  const { code, output } = await run("npx", args, { quiet: true });
  if (code !== 0) throw new Error("pnpm could not list what is installed. Run npm run setup.");
  // npm may print a warning before the JSON.
  return JSON.parse(output.slice(output.indexOf("[\n"))) as readonly ListedProject[];
}
