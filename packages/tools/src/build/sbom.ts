/**
 * The software bill of materials, from the installed packages and the lock file. Needs no network.
 *
 *   npm run sbom        writes sbom.cdx.json, CycloneDX 1.6; packages for development only are `excluded`
 *   npm run licenses    prints the licence of each delivered package
 */
import { readFileSync, writeFileSync } from "node:fs";
import { pnpm } from "../run/pnpm.ts";
import { readManifest, root, run } from "../run/program.ts";
import { type Component, componentsOf, type ListedProject } from "./components.ts";

const components = componentsOf(
  await list("--prod"),
  await list(),
  readFileSync(`${root}pnpm-lock.yaml`, "utf8"),
  (folder) => readManifest(`${folder}/`),
);
if (process.argv.includes("--licenses")) {
  for (const { name, version, licenses } of components.filter(({ scope }) => scope === "required"))
    console.log(`${name}@${version}: ${licenseText(licenses)}`);
} else {
  const { version } = readManifest(`${root}packages/host/`);
  const document = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: { type: "application", name: "cardpane", version } },
    components,
  };
  writeFileSync(`${root}sbom.cdx.json`, `${JSON.stringify(document, null, 2)}\n`);
  console.log(`sbom.cdx.json: ${components.length} components`);
}

async function list(...more: readonly string[]): Promise<readonly ListedProject[]> {
  const args = [...pnpm, "list", "--recursive", "--depth", "Infinity", "--json", ...more];
  const { code, output } = await run("npx", args, { quiet: true });
  if (code !== 0) throw new Error("pnpm could not list what is installed. Run npm run setup.");
  // npm may print a warning before the JSON.
  return JSON.parse(output.slice(output.indexOf("[\n"))) as readonly ListedProject[];
}

function licenseText(licenses: Component["licenses"]): string {
  return (
    licenses.map(({ license, expression }) => license?.name ?? expression ?? "").join(" ") || "(none named)"
  );
}
