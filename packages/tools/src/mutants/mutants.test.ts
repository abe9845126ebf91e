/** The list of mutants fits the code that it changes; `npm run mutants` runs it. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../run.ts";
import { mutants } from "./list.ts";

it.each(mutants)("without “$defence” $file is another file, in one place", ({ file, from, to, tests }) => {
  expect(readFileSync(`${root}${file}`, "utf8").split(from).length - 1).toBe(1);
  expect(to).not.toBe(from);
  for (const test of tests) expect(existsSync(`${root}${test}`), test).toBe(true);
});

it("no two mutants are the same, and there is one for each kind of defence", () => {
  expect(new Set(mutants.map(({ file, from, to }) => `${file} ${from} ${to}`)).size).toBe(mutants.length);
  expect(new Set(mutants.map(({ file }) => file)).size).toBeGreaterThan(30);
});
