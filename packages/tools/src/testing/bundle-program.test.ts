import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, it } from "vitest";
import { bundleProgram } from "./bundle-program.ts";

const folder = mkdtempSync(join(tmpdir(), "bundle-"));
const files: string[] = [];
afterAll(() => {
  for (const path of [folder, ...files]) rmSync(path, { recursive: true, force: true });
});

it("a bundle is that of the present sources, each with its own address, and packages are imported from a given folder", async () => {
  const entry = pathToFileURL(join(folder, "program.ts"));
  const part = join(folder, "part.ts");
  writeFileSync(
    entry,
    'import * as z from "zod";\nimport { part } from "./part.ts";\nconsole.log(part, import.meta.url, typeof z.string);',
  );
  writeFileSync(part, "export const part: string = import.meta.url;");
  const past = new Date(Date.now() - 60_000);
  for (const path of [entry, part]) utimesSync(path, past, past);
  const run = async () => {
    const program = await bundleProgram(entry, new URL("../../../gateway/src/", import.meta.url));
    files.push(program);
    return execFileSync(process.execPath, [program], { encoding: "utf8" }).trim();
  };
  expect(await run()).toBe(`${pathToFileURL(part)} ${entry} function`);
  writeFileSync(part, "export const part: number = 2;");
  expect(await run()).toBe(`2 ${entry} function`);
  writeFileSync(entry, "console.log(import.meta.");
  await expect(run()).rejects.toThrow();
});
