/**
 * The software bill of materials, from the installed packages and the lock file. Needs no network.
 *
 *   npm run sbom        writes sbom.cdx.json, CycloneDX 1.6; packages for development only are `excluded`
 *   npm run licenses    prints the licence of each delivered package
 */
import { writeFileSync } from "node:fs";
import { readManifest, root } from "../run/program.ts";
import type { Component } from "./components.ts";
import { installedComponents } from "./installed.ts";

const components = await installedComponents();
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

function licenseText(licenses: Component["licenses"]): string {
  return (
    licenses.map(({ license, expression }) => license?.name ?? expression ?? "").join(" ") || "(none named)"
  );
}
