/** SECURITY.md names a test for each threat, and each of these tests exists. */
import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../run/program.ts";

const text = readFileSync(`${root}SECURITY.md`, "utf8");
const rows = text.split("\n").filter((line) => line.startsWith("| ") && line.includes(".ts`"));
const named = [...text.matchAll(/`([\w/.-]+\.(?:test|spec)\.ts)` "([^"]+)"/g)].map(
  ([, file = "", title = ""]) => ({
    file,
    title,
  }),
);

it.each(named)("$file has a test titled $title", ({ file, title }) => {
  expect(existsSync(`${root}${file}`)).toBe(true);
  expect(readFileSync(`${root}${file}`, "utf8")).toContain(title);
});

it("has a test for every threat", () => {
  expect(rows.length).toBeGreaterThan(30);
  for (const row of rows) expect(row).toMatch(/`[\w/.-]+\.(test|spec)\.ts` "[^"]+" *(\||;)/);
  const threats =
    text
      .split("## Threats")[1]
      ?.split("\n")
      .filter((line) => /^\| [^-]/.test(line)) ?? [];
  expect(threats.filter((line) => !line.includes(".ts`") && !/^\| (threat|attack) /.test(line))).toEqual([]);
});
