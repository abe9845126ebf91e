/** Every threat has a test, by an id in the test's title; each id stands in one test, and in one table. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../process/program.ts";

const read = (path: string) => readFileSync(root + path, "utf8");
const idsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, id = ""]) => id);

const files = execFileSync("git", ["ls-files", "*.test.ts", "*.test.tsx", "*.spec.ts"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter(Boolean);
/** Only at the end of a title: before its quote, which the test's function follows. */
const inTests = files.flatMap((file) =>
  idsIn(read(file), /\[(T-[A-Z]\d+(?:, T-[A-Z]\d+)*)\](?=["`],)/g)
    .flatMap((ids) => ids.split(", "))
    .map((id) => ({ id, file })),
);
const table = read("packages/host/THREATS.md");
const rows = table.split("\n").filter((line) => /^\| (?!-|threat )/.test(line));
const inTable = rows.flatMap((row) => idsIn(row, /\b(T-[A-Z]\d+)\b/g));

it.each(rows)("the threat has a test: %s", (row) => {
  expect(row).toMatch(/\| T-[A-Z]\d+(, T-[A-Z]\d+)* *\|$/);
});

it("each id of the table stands in exactly one test, and no test has another", () => {
  const ids = inTests.map(({ id }) => id);
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  expect([...ids].sort()).toEqual([...new Set(inTable)].sort());
  expect(ids.length).toBeGreaterThan(100);
});

it("SECURITY.md names only ids of the table, and commands that exist", () => {
  const text = read("SECURITY.md");
  for (const id of idsIn(text, /\b(T-[A-Z]\d+)\b/g)) expect(inTable).toContain(id);
  const { scripts } = JSON.parse(read("package.json")) as { scripts: object };
  for (const command of idsIn(text, /`npm run ([\w-]+)/g)) expect(scripts).toHaveProperty(command);
  expect(text.trim().split("\n").length).toBeLessThanOrEqual(80);
});
