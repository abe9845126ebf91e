/** The list of mutants fits the code that it changes; `npm run nightly -- mutants` runs it. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { unitTests } from "../../vitest.config.ts";
import { root } from "../run/program.ts";
import { chooseMutants, parseChoice } from "./choice.ts";
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

it("each mutant is in exactly one of the shards", () => {
  const shards = [1, 2, 3, 4, 5, 6, 7].map((index) =>
    chooseMutants(mutants, parseChoice(["--shard", `${index}/7`])),
  );
  expect(shards.flat()).toEqual(mutants);
  expect(new Set(shards.map(({ length }) => length)).size).toBeLessThan(3);
  expect(chooseMutants(mutants, parseChoice([]))).toEqual(mutants);
});

it.each([
  { args: ["--shard", "0/7"] },
  { args: ["--shard", "8/7"] },
  { args: ["--shard", "1"] },
  { args: ["no such defence"] },
  { args: ["guards", "--shard", "1/999"] },
  { args: ["--only"] },
])("a choice without a mutant is an error: $args", ({ args }) => {
  expect(() => chooseMutants(mutants, parseChoice(args))).toThrow();
});
