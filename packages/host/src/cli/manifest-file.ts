/** Reads the manifest that `cardpane build` wrote. */
import { readFileSync } from "node:fs";
import type { DeploymentManifest } from "../deployment/deployment.ts";
import { UsageError } from "./command.ts";

/**
 * Reads a manifest from a file.
 *
 * @throws UsageError if the file is no manifest
 */
export function readManifest(path: string): DeploymentManifest {
  let manifest: DeploymentManifest;
  try {
    manifest = JSON.parse(readFileSync(path, "utf8")) as DeploymentManifest;
  } catch (cause) {
    throw new UsageError(
      `${path} cannot be read as JSON. Pass the manifest.json that cardpane build wrote with --manifest.`,
      { cause },
    );
  }
  if (manifest.format !== 1 || !Array.isArray(manifest.files) || manifest.files.length === 0)
    throw new UsageError(`${path} is not a manifest of cardpane build.`);
  return manifest;
}

/** The value of `--accept-header`: names of headers, which a proxy may add. */
export function readHeaderNames(names: readonly string[]): readonly string[] {
  const wrong = names.find((name) => !/^[a-z0-9-]{1,64}$/i.test(name));
  if (wrong !== undefined)
    throw new UsageError("--accept-header must be the name of a header, for example alt-svc.");
  return names.map((name) => name.toLowerCase());
}
