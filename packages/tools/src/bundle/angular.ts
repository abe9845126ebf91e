/** Compiles `@cardpane/angular` for its unit test: Angular finds inputs and outputs only in what its own compiler has transformed. */
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { CompilerOptions, Program, SourceFile, TransformerFactory } from "typescript";
import type { Plugin } from "vite";
import { root } from "../process/program.ts";

const folder = `${root}packages/angular/`;
const source = `${folder}src/index.ts`;

interface Compiler {
  readonly angularJitApplicationTransform: (program: Program) => TransformerFactory<SourceFile>;
}

/** Applies Angular's transformation for compilation at run time (JIT), which reads no other file. */
export const angularPlugin: Plugin = {
  name: "angular-jit",
  enforce: "pre",
  async transform(code, id) {
    if (id !== source) return undefined;
    const { default: ts } = await import("typescript");
    const compiler = createRequire(`${folder}package.json`).resolve("@angular/compiler-cli");
    const { angularJitApplicationTransform } = (await import(pathToFileURL(compiler).href)) as Compiler;
    const options: CompilerOptions = {
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      experimentalDecorators: true,
      noResolve: true,
      noLib: true,
    };
    const file = ts.createSourceFile(id, code, ts.ScriptTarget.ES2022);
    const host = {
      ...ts.createCompilerHost(options),
      getSourceFile: (path: string) => (path === id ? file : undefined),
    };
    const program = ts.createProgram([id], options, host);
    let output = "";
    const before = [angularJitApplicationTransform(program)];
    program.emit(file, (_, text) => (output = text), undefined, false, { before });
    return { code: output, map: null };
  },
};
