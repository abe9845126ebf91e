/**
 * Writes the references, the generated pages and the snippets of the Markdown files. A unit test fails if one is not current.
 *
 *   npm run reference
 */
import { readFileSync, writeFileSync } from "node:fs";
import { errorsPage } from "../docs/errors-page.ts";
import { markdownFiles } from "../docs/markdown-files.ts";
import { pagesIndex } from "../docs/pages-index.ts";
import { withSnippets } from "../docs/snippets.ts";
import { isProgram, root } from "../process/program.ts";
import { browserReference } from "./browser.ts";
import { hostReference } from "./host.ts";
import { nodeReference } from "./node.ts";
import { sandboxReference } from "./sandbox.ts";
import { testCardsPage } from "./test-cards.ts";

/** The function that generates each reference, by its path in the repository. */
export const references = {
  "packages/browser/REFERENCE.md": browserReference,
  "packages/host/REFERENCE.md": hostReference,
  "packages/node/REFERENCE.md": nodeReference,
  "apps/sandbox/REFERENCE.md": sandboxReference,
  "apps/docs/pages/README.md": pagesIndex,
  "apps/docs/pages/errors.md": errorsPage,
  "apps/docs/pages/test-cards.md": testCardsPage,
} as const;

/** The Markdown files with snippets whose text is not current, with the current text. */
export function staleSnippets(): readonly (readonly [path: string, text: string])[] {
  return markdownFiles().flatMap((path) => {
    const text = readFileSync(root + path, "utf8");
    const current = withSnippets(text, path);
    return current === text ? [] : [[path, current] as const];
  });
}

if (isProgram(import.meta.url)) {
  for (const [path, text] of Object.entries(references)) writeFileSync(root + path, text());
  for (const [path, text] of staleSnippets()) writeFileSync(root + path, text);
  console.log(`${Object.keys(references).join(", ")} and all snippets are current.`);
}
