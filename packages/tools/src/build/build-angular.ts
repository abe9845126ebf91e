/**
 * Builds `@cardpane/angular` by Angular's own compiler, as libraries of Angular are delivered: the compiler of the application
 * links what this one leaves open, so it may be a later one. Reads the declarations of `@cardpane/browser`: build those first.
 */
import { rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { Plugin } from "vite";
import { mustRun, root } from "../run/run.ts";

const folder = `${root}packages/angular/`;

/** Writes `dist`. */
export async function buildAngular(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true });
  await mustRun(`${folder}node_modules/.bin/ngc`, ["-p", `${folder}tsconfig.build.json`], { quiet: true });
}

interface Babel {
  readonly transformSync: (code: string, options: object) => { readonly code: string };
}

/** What the build of every application does to a library of Angular. */
export function linkAngular(): Plugin {
  const angular = createRequire(`${folder}package.json`);
  // The linker is written for the compiler's own babel.
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
