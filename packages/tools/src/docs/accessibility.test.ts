/** The accessibility statement: a browser test is tagged with each criterion of the table, and no test with another one. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../process/program.ts";

const page = readFileSync(`${root}apps/docs/pages/accessibility.md`, "utf8");
const inTable = [...page.matchAll(/^\| (\d\.\d\.\d+) /gm)].map(([, criterion = ""]) => criterion);
const specs = readdirSync(`${root}e2e/src`, { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".spec.ts"),
);
const tagged = specs.flatMap((file) =>
  [...readFileSync(`${root}e2e/src/${file}`, "utf8").matchAll(/"@wcag-([\d.]+)"/g)].map(([, id = ""]) => id),
);

it("every criterion of the statement is the tag of a browser test, and every tag a criterion", () => {
  expect(inTable.length).toBeGreaterThan(15);
  expect([...new Set(tagged)].sort()).toEqual([...inTable].sort());
});
