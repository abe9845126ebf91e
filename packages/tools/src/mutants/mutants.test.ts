/** The list of mutants fits the code that it changes; `npm run nightly -- mutants` runs it. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unitTests } from "../../vitest.config.ts";
import { root } from "../process/program.ts";
import { mutants, parseMutants } from "./list.ts";

const patterns = unitTests.map((glob) => glob.replaceAll("**/", "(.+/)?").replaceAll("*", "[^/]+"));
const runByVitest = new RegExp(`^(${patterns.join("|")})$`);

it.each(mutants)("without “$defence” $file is another file, in one place", ({ file, from, to, tests }) => {
  expect(readFileSync(`${root}${file}`, "utf8").split(from).length - 1).toBe(1);
  expect(to).not.toBe(from);
  for (const test of tests) {
    expect(existsSync(`${root}${test}`), test).toBe(true);
    expect(test).toMatch(runByVitest);
  }
});

it("no two mutants are the same, and there is one for each kind of defence", () => {
  expect(new Set(mutants.map(({ file, from, to }) => `${file} ${from} ${to}`)).size).toBe(mutants.length);
  expect(new Set(mutants.map(({ file }) => file)).size).toBeGreaterThan(30);
});

it.each([
  ["# a.ts\nno test\n- a\n+ b", /a\.ts has no test/],
  ["# a.ts a.test.ts\nno text\n+ b", /"no text" has no line with -/],
  ["# a.ts a.test.ts\nno other\n- a", /"no other" has no line with \+/],
])("a list with a line out of place is refused: %j", (text, message) => {
  expect(() => parseMutants(text)).toThrow(message);
});
