/** Reads the code samples of all Markdown files, and compiles those in TypeScript and JavaScript. */
import { readFileSync } from "node:fs";
import { dirname, posix } from "node:path";
import ts from "typescript";
import { root } from "../process/program.ts";
import { markdownFiles } from "./markdown-files.ts";
import { type Sample, samplesOf } from "./samples-of.ts";

/** Every fenced block of the repository's Markdown files. */
export function readSamples(): readonly Sample[] {
  return markdownFiles().flatMap((file) => samplesOf(file, readFileSync(root + file, "utf8")));
}

const context = `${root}packages/tools/src/docs/samples-context.ts`;
const usersOf = {
  "packages/node": ["express"],
  "packages/react": ["react", "react/*"],
};
const entriesOf = ["browser", "react", "vue", "angular", "node", "host"];

/** Modules of a shop that samples import and no sample shows. */
const modules = {
  "apps/docs/pages/start/first-payment.md/Checkout.ts":
    'export { Checkout } from "../../../../../../apps/examples/react-vite/src/Checkout.tsx";',
  "apps/docs/pages/start/angular.md/checkout.ts": "export class Checkout {}",
};

/**
 * The compiler's errors, with `strict`, in samples of TypeScript and JavaScript, each with file and line. Every sample is a
 * separate module and may use the names that samples-context.ts declares. A sample that begins with a comment of its path
 * (`// lib/payments.ts`) can be imported by other samples of the same file.
 */
export function typeProblems(samples: readonly Sample[]): readonly string[] {
  const named = new Map(samples.map((sample) => [pathOf(sample), sample]));
  const texts = new Map([
    ...Object.entries(modules).map(([path, text]) => [`${root}samples/${path}`, text] as const),
    // `export {}` makes the sample a module even without imports.
    ...[...named].map(([path, { code }]) => [path, `${code}\nexport {};`] as const),
  ]);
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    customConditions: ["source"],
    jsx: ts.JsxEmit.ReactJSX,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    resolveJsonModule: true,
    experimentalDecorators: false,
    types: ["node"],
    typeRoots: [`${root}packages/tools/node_modules/@types`],
    paths: {
      ...Object.fromEntries(
        entriesOf.flatMap((name) => [
          [`@cardpane/${name}`, [`${root}packages/${name}/src/index.ts`]],
          [`@cardpane/${name}/*`, [`${root}packages/${name}/src/*.ts`]],
        ]),
      ),
      ...Object.fromEntries(
        Object.entries(usersOf).flatMap(([folder, names]) =>
          names.map((name) => [
            name,
            [`${root}${folder}/node_modules/@types/${name}`, `${root}${folder}/node_modules/${name}`],
          ]),
        ),
      ),
      "@angular/*": [`${root}packages/angular/node_modules/@angular/*`],
      "@cardpane/sandbox": [`${root}apps/sandbox/src/index.ts`],
      "@cardpane/sandbox/playwright": [`${root}apps/sandbox/src/playwright.ts`],
    },
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile, fileExists, readFile, directoryExists } = host;
  host.getSourceFile = (name, ...rest) => {
    const text = texts.get(name);
    return text === undefined ? getSourceFile(name, ...rest) : ts.createSourceFile(name, text, rest[0], true);
  };
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.directoryExists = (name) => name.startsWith(`${root}samples`) || (directoryExists?.(name) ?? true);
  const program = ts.createProgram([context, ...named.keys()], options, host);
  return [...named].flatMap(([path, { file, line }]) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
      .filter(({ code }) => code !== returnOutsideOfFunction)
      .map(({ start = 0, messageText }) => {
        const at = line + (source?.getLineAndCharacterOfPosition(start).line ?? 0);
        return `${file}:${at} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
      });
  });
}

/** A sample may be the body of a function. */
const returnOutsideOfFunction = 1108;

function pathOf({ file, line, language, code }: Sample): string {
  const kind = /x$/.test(language) ? "tsx" : "ts";
  const named = /^\/\/ ([\w/[\].-]+)\.tsx?\n/.exec(code)?.[1] ?? `line-${line}`;
  return `${root}samples/${posix.join(dirname(`${file}/x`), named)}.${kind}`;
}
