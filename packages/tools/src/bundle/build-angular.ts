/**
 * Builds `@cardpane/angular` with Angular's compiler, in the partial format in which Angular libraries are published. The
 * application's compiler links the output, so it may be a later version. Reads the declarations of `@cardpane/browser`: build
 * those first.
 */
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { mustRun, root } from "../process/program.ts";

const folder = `${root}packages/angular/`;

/** Writes `dist`. */
export async function buildAngular(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true });
  await mustRun(`${folder}node_modules/.bin/ngc`, ["-p", `${folder}tsconfig.build.json`], { quiet: true });
}

interface Babel {
  readonly transformSync: (code: string, options: object) => { readonly code: string };
}

/** Links an Angular library, as the build of every application does. */
export function linkAngular(): Plugin {
  const angular = createRequire(`${folder}package.json`);
  // The linker needs the version of Babel that the compiler depends on.
  const babel = createRequire(angular.resolve("@angular/compiler-cli"))("@babel/core") as Babel;
  return {
    name: "link-angular",
    async transform(code, id) {
      if (!id.startsWith(`${folder}dist/`)) return null;
      const linker = (await import(
        pathToFileURL(angular.resolve("@angular/compiler-cli/linker/babel")).href
      )) as { readonly default: unknown };
      return babel.transformSync(code, {
        filename: id,
        configFile: false,
        compact: false,
        plugins: [[linker.default, { linkerJitMode: false }]],
      }).code;
    },
  };
}
