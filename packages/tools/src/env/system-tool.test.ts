import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findTool, installPackages, systemTool } from "./system-tool.ts";

describe("a program of the system", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "cardpane-"));
    vi.stubEnv("PATH", ["/nowhere", folder].join(delimiter));
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    vi.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });
  const put = (name: string, mode: number) => {
    writeFileSync(join(folder, name), "#!/bin/sh\n");
    chmodSync(join(folder, name), mode);
  };

  it("is found on the path if it is executable", () => {
    put("reader", 0o755);
    put("notes", 0o644);
    expect(findTool("reader")).toBe(join(folder, "reader"));
    expect(findTool("notes")).toBeUndefined();
    expect(findTool("writer")).toBeUndefined();
  });

  it("is not installed again if it is present", async () => {
    put("reader", 0o755);
    expect(await systemTool("reader", "no-such-package")).toBe(join(folder, "reader"));
  });

  it("is not installed by a user other than root", async () => {
    vi.spyOn(process, "getuid").mockReturnValue(1000);
    expect(await installPackages(["no-such-package"])).toBe(false);
    expect(await systemTool("writer", "no-such-package")).toBeUndefined();
  });
});
