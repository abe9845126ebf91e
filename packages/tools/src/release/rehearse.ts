/**
 * The rehearsal of a release, on this machine alone: publishes the packed packages to a registry on the loopback interface, with
 * the commands of the workflow. From there each package is installed alone and used, and a stranger follows the guides to a paid
 * order.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testConsumers } from "./consumers.ts";
import { hashesFile, pack } from "./pack.ts";
import { type Registry, startRegistry } from "./registry.ts";
import { walkGuides } from "./walk.ts";

/** Rehearses a release of the built packages. @throws Error with the reason if a step fails */
export async function rehearse(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "cardpane-rehearsal-"));
  try {
    const tarballs = join(folder, "release");
    await pack(tarballs);
    const registry = await startRegistry(folder);
    try {
      publish(tarballs, registry);
      const areUsable = await testConsumers(folder, registry);
      const arePaid = await walkGuides(folder, registry);
      if (!areUsable || !arePaid) throw new Error("The rehearsal failed: see above.");
    } finally {
      registry.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** As the workflow publishes: checks the hashes, then publishes each tarball. Provenance is made by the workflow's runner alone. */
function publish(tarballs: string, { env }: Registry): void {
  const options = { cwd: tarballs, stdio: "inherit", env } as const;
  execFileSync("sha256sum", ["--check", "--strict", hashesFile], options);
  for (const line of readFileSync(join(tarballs, hashesFile), "utf8").trim().split("\n")) {
    const [, file = ""] = line.split("  ");
    console.log(`npm publish ./${file}`);
    execFileSync("npm", ["publish", `./${file}`, "--access", "public", "--provenance=false"], options);
  }
}
