/** The Markdown files of the repository. */
import { execFileSync } from "node:child_process";
import { root } from "../process/program.ts";

/** Their paths in the repository, without the site's generated pages, which git ignores. */
export function markdownFiles(): readonly string[] {
  return execFileSync("git", ["ls-files", "*.md"], { cwd: root, encoding: "utf8" }).trim().split("\n");
}
