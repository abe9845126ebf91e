/**
 * Builds `@cardpane/svelte`, which a merchant's bundler compiles with its own version of Svelte: components are copied unchanged,
 * and only the types are removed from modules.
 */
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import ts from "typescript";
import { root } from "../process/program.ts";

const source = `${root}packages/svelte/src/`;
const out = `${root}packages/svelte/dist/`;
const compilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
};

/** Writes `dist`. */
export async function buildSvelte(): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const name of await readdir(source)) {
    if (/\.(test|types)\.ts$|^raw\.d\.ts$/.test(name)) continue;
    const text = await readFile(source + name, "utf8");
    if (name.endsWith(".svelte")) await cp(source + name, out + name);
    else if (name.endsWith(".d.ts")) await writeFile(out + name, importDeclared(text));
    else {
      const options = { fileName: name, compilerOptions };
      const base = out + name.replace(/\.ts$/, "");
      await writeFile(`${base}.js`, importBuilt(ts.transpileModule(text, options).outputText));
      await writeFile(`${base}.d.ts`, importDeclared(ts.transpileDeclaration(text, options).outputText));
    }
  }
}

/** Replaces `.ts` by `.js` in each import of a neighbouring file. */
function importBuilt(code: string): string {
  return code.replaceAll(/(from "\.\/[^"]*)\.ts"/g, '$1.js"');
}

/** The same in declarations. Components get `.svelte.js`, with which every module resolution finds their declarations. */
function importDeclared(code: string): string {
  return importBuilt(code).replaceAll(/(from "\.\/\w+\.svelte)"/g, '$1.js"');
}
