/** `cardpane verify`: compares a deployment with its manifest. For a weekly cron: PCI DSS 4.0.1, 11.6.1. */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { DeploymentManifest } from "../deployment/deployment.ts";
import { verifyDeployment } from "../deployment/verify.ts";
import { type Command, UsageError } from "./command.ts";

export const verifyUsage = `cardpane verify [url] [options] compares every byte and header of a deployment with its manifest

  [url]                  the base address (that of the manifest)
  --manifest <file>      manifest.json of the build (cardpane-deployment/manifest.json)
  --json                 prints the result as a JSON object
  Exit code: 0 no difference, 1 differences, 2 the command could not run, or no address responded`;

/** Reports every difference. */
export const verifyCommand: Command = async (args, { cwd, out }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      manifest: { type: "string", default: join("cardpane-deployment", "manifest.json") },
      json: { type: "boolean", default: false },
    },
  });
  const [base, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError("verify takes one address.");
  if (base !== undefined && !/^https?:\/\/[^?#]+$/.test(base))
    throw new UsageError("verify takes the base address of a deployment, for example https://pane.example.");
  const manifest = readManifest(resolve(cwd, values.manifest));
  const result = await verifyDeployment(manifest, base === undefined ? {} : { base });
  if (values.json) out(JSON.stringify(result));
  else {
    for (const { url, kind, header, expected, actual } of result.findings)
      out(`${kind}${header ? ` ${header}` : ""}  ${url}\n  expected ${expected}\n  actual   ${actual}`);
    out(`${result.checked} addresses checked, ${result.findings.length} differences`);
  }
  const isDown = result.findings.filter(({ kind }) => kind === "unreachable").length === result.checked;
  return isDown ? 2 : result.ok ? 0 : 1;
};

function readManifest(path: string): DeploymentManifest {
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
