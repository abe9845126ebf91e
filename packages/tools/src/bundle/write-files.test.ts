import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeFiles } from "./write-files.ts";

const folder = mkdtempSync(join(tmpdir(), "files-"));
const target = join(folder, "dist");
const written = () => statSync(join(target, "same.js"), { bigint: true }).ctimeNs;
afterAll(() => rmSync(folder, { recursive: true }));

describe("files that were built", () => {
  let before = 0n;
  beforeAll(async () => {
    await writeFiles(target, { "same.js": "1", "other.js": "1", "locale/old.json": "{}" });
    writeFileSync(join(target, "stray.js"), "");
    before = written();
    await writeFiles(target, { "same.js": "1", "other.js": "2", "locale/new.json": "{}" });
  });

  it("are the only files in the folder", () => {
    const found = readdirSync(target, { recursive: true, encoding: "utf8" });
    expect(found.sort()).toEqual(["locale", "locale/new.json", "other.js", "same.js"]);
    expect(readFileSync(join(target, "other.js"), "utf8")).toBe("2");
  });

  it("are not written again if they are unchanged", () => expect(written()).toBe(before));
});
