/** The accessibility statement names browser tests that there are, and all that it should. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../run/program.ts";
import {
  isOfAxe,
  makeStatement,
  testsIn,
  titlePatterns,
  writtenStatement,
} from "./accessibility-statement.ts";

const statement = writtenStatement();
const named = testsIn(statement);
const files = readdirSync(`${root}e2e/src`, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".spec.ts"),
);
const patterns = new Map(
  files.map((file) => [file, titlePatterns(readFileSync(`${root}e2e/src/${file}`, "utf8"))]),
);

it("the statement names tests that there are: after a change run packages/tools/src/docs/accessibility-statement.ts", () => {
  expect(named.length).toBeGreaterThan(50);
  const missing = named.filter(
    ({ file, title }) => !patterns.get(file)?.some((pattern) => pattern.test(title)),
  );
  expect(missing).toEqual([]);
});

it("the statement has every state that axe looks at", () => {
  let looked = 0;
  for (const [file, titles] of patterns) {
    for (const pattern of titles) {
      if (!/axe/.test(pattern.source)) continue;
      looked += 1;
      const isNamed = named.some((test) => test.file === file && pattern.test(test.title));
      expect(isNamed, `${file}: ${pattern.source}`).toBe(true);
    }
  }
  expect(looked).toBeGreaterThan(0);
  expect(named.filter(({ title }) => isOfAxe(title)).length).toBeGreaterThanOrEqual(looked);
});

it("a criterion that no test shows any more is an error", () => {
  expect(() => makeStatement(named.filter(({ title }) => !title.startsWith("400 % zoom")))).toThrow(
    /1\.4\.4/,
  );
});
