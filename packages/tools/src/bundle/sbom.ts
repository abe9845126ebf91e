/** The software bill of materials, CycloneDX 1.6, from the installed packages and the lock file. Needs no network. */
import { writeFileSync } from "node:fs";
import { readManifest, root } from "../process/program.ts";
import { installedComponents } from "./installed.ts";

/** Writes the file. Packages that are used for development only are `excluded`. */
export async function writeBillOfMaterials(file: string): Promise<void> {
  const components = await installedComponents();
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
