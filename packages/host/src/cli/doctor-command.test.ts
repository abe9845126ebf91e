import { expect, it } from "vitest";
import { UsageError } from "./command.ts";
import { loadPlaywright } from "./doctor-command.ts";

it("names the package to install where there is no playwright-core", async () => {
  const absent = () => Promise.reject(new Error("Cannot find package 'playwright-core'"));
  const loading = loadPlaywright(absent);
  await expect(loading).rejects.toThrow(UsageError);
  await expect(loading).rejects.toThrow("npm install --save-dev playwright-core");
});
