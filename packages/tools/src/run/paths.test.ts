/** Vitest ignores a name that no file has, so that a moved suite would no longer run. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { root } from "../process/program.ts";

const files = execFileSync("git", ["ls-files"], { cwd: root, encoding: "utf8" }).split("\n");

it.each(["steps.ts", "nightly.ts"])("every path that %s names leads to a file", (program) => {
  const code = readFileSync(new URL(program, import.meta.url), "utf8");
  const named = [...code.matchAll(/"((?:packages|apps|e2e)\/[^"*]+)/g)].map(([, path = ""]) => path);
  const paths = named.filter((path) => !path.includes("node_modules"));
  expect(paths.length).toBeGreaterThan(3);
  expect(paths.filter((path) => !files.some((file) => file.startsWith(path)))).toEqual([]);
});
