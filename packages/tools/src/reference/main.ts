/**
 * Writes the references next to the READMEs. A unit test fails if a reference is not current.
 *
 *   node --conditions=source --import tsx packages/tools/src/reference/main.ts
 */
import { writeFileSync } from "node:fs";
import { isProgram, root } from "../process/program.ts";
import { browserReference } from "./browser.ts";
import { hostReference } from "./host.ts";
import { nodeReference } from "./node.ts";
import { sandboxReference } from "./sandbox.ts";

/** The function that generates each reference, by its path in the repository. */
export const references = {
  "packages/browser/REFERENCE.md": browserReference,
  "packages/host/REFERENCE.md": hostReference,
  "packages/node/REFERENCE.md": nodeReference,
  "apps/sandbox/REFERENCE.md": sandboxReference,
} as const;

if (isProgram(import.meta.url)) {
  for (const [path, text] of Object.entries(references)) writeFileSync(root + path, text());
  console.log(`${Object.keys(references).join(", ")} are current.`);
}
