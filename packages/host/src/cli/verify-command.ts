/** `cardpane verify`: compares a deployment with its manifest. For a weekly cron: PCI DSS 4.0.1, 11.6.1. */
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Finding } from "../deployment/compare.ts";
import { verifyDeployment } from "../deployment/verify.ts";
import { type Command, UsageError } from "./command.ts";
import { readHeaderNames, readManifest } from "./manifest-file.ts";

export const verifyUsage = `cardpane verify [url] [options] compares a deployment with its manifest: each file of it and 24 random addresses of each
                               environment, requested as browsers do. It names every byte, status and refusal that
                               differs, and every header but those of connection, server and cache

  [url]                  the base address (that of the manifest)
  --manifest <file>      manifest.json of the build (cardpane-deployment/manifest.json)
  --accept-header <name> a header that a proxy may add, for example alt-svc; may be repeated
  --json                 prints the result as a JSON object
  Exit code: 0 no difference, 1 differences, 2 the command could not run, or no address responded`;

/** Reports every difference. */
export const verifyCommand: Command = async (args, { cwd, out }) => {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      manifest: { type: "string", default: join("cardpane-deployment", "manifest.json") },
      "accept-header": { type: "string", multiple: true, default: [] },
      json: { type: "boolean", default: false },
    },
  });
  const [base, ...rest] = positionals;
  if (rest.length > 0) throw new UsageError("verify takes one address.");
  if (base !== undefined && !/^https?:\/\/[^?#]+$/.test(base))
    throw new UsageError("verify takes the base address of a deployment, for example https://pane.example.");
  const acceptedHeaders = readHeaderNames(values["accept-header"]);
  const manifest = readManifest(resolve(cwd, values.manifest));
  const result = await verifyDeployment(manifest, {
    acceptedHeaders,
    ...(base === undefined ? {} : { base }),
  });
  if (values.json) out(JSON.stringify(result));
  else {
    for (const [{ url, kind, header, expected, actual }, ...more] of equalFindings(result.findings)) {
      out(
        `${kind}${header ? ` ${header}` : ""}  ${url}${more.length > 0 ? `, and ${more.length} more` : ""}`,
      );
      out(`  expected ${expected}\n  actual   ${actual}`);
      if (/certificate/.test(actual))
        out("  NODE_EXTRA_CA_CERTS=<file> names the authority of a certificate of your own.");
    }
    out(`${result.checked} addresses checked, ${result.findings.length} differences`);
  }
  const isDown = result.findings.filter(({ kind }) => kind === "unreachable").length === result.checked;
  return isDown ? 2 : result.ok ? 0 : 1;
};

/** The findings that differ only in their address, together. */
function equalFindings(findings: readonly Finding[]): readonly (readonly [Finding, ...Finding[]])[] {
  const groups = new Map<string, [Finding, ...Finding[]]>();
  for (const finding of findings) {
    const key = JSON.stringify({ ...finding, url: "" });
    const group = groups.get(key);
    if (group) group.push(finding);
    else groups.set(key, [finding]);
  }
  return [...groups.values()];
}
