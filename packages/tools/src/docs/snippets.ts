/**
 * Writes code from tested files into Markdown, so that a page reads the same on GitHub, on npm and on the site. In the page:
 *
 *   <!-- code: ../../examples/fastify/server.js -->
 *   (the block, which is rewritten)
 *   <!-- /code -->
 *
 * `path#name` takes the region between `// #region name` and `// #endregion name`.
 */
import { existsSync, readFileSync } from "node:fs";
import { extname, posix } from "node:path";
import { root } from "../process/program.ts";
import { snippetBlock } from "./samples-of.ts";

/**
 * Markdown with the current code in its snippets.
 *
 * @param file path of the Markdown file in the repository
 * @throws Error that names a file or a region that does not exist
 */
export function withSnippets(markdown: string, file: string): string {
  return markdown.replaceAll(snippetBlock, (_, target: string) => {
    const [path = "", region] = target.split("#");
    const source = posix.join(posix.dirname(file), path);
    if (!existsSync(root + source)) throw new Error(`${file} shows ${source}: no such file.`);
    const text = readFileSync(root + source, "utf8");
    const code = region === undefined ? text : regionOf(text, region);
    if (code === undefined) throw new Error(`${file} shows #${region} of ${source}: no such region.`);
    return `<!-- code: ${target} -->\n\n\`\`\`${extname(source).slice(1)}\n${shown(code)}\n\`\`\`\n\n<!-- /code -->`;
  });
}

function regionOf(text: string, name: string): string | undefined {
  const [, after] = text.split(`// #region ${name}\n`);
  return after?.split(new RegExp(`^[ \\t]*// #endregion ${name}$`, "m"))[0];
}

/** Code without the marks of regions, and without the indentation that all its lines have. */
function shown(code: string): string {
  const lines = code.split("\n").filter((line) => !/^\s*\/\/ #(end)?region /.test(line));
  const indents = lines.filter((line) => line.trim()).map((line) => /^[ \t]*/.exec(line)?.[0].length ?? 0);
  const indent = Math.min(...indents);
  return lines
    .map((line) => line.slice(indent))
    .join("\n")
    .trim();
}
