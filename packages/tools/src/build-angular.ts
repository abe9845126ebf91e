/**
 * Builds `@cardpane/angular` by Angular's own compiler, as libraries of Angular are delivered: the compiler of the application
 * links what this one leaves open, so it may be a later one. Reads the declarations of `@cardpane/browser`: build those first.
 */
import { rm } from "node:fs/promises";
import { root, run } from "./run.ts";

const folder = `${root}packages/angular/`;

/** Writes `dist`. */
export async function buildAngular(): Promise<void> {
  await rm(`${folder}dist`, { recursive: true, force: true });
  const { code } = await run(`${folder}node_modules/.bin/ngc`, ["-p", `${folder}tsconfig.build.json`], {
    quiet: true,
  });
  if (code !== 0) throw new Error(`ngc ended with the code ${code}.`);
}
