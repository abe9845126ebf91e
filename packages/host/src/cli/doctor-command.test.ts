import { expect, it } from "vitest";
import { UsageError } from "./command.ts";
import { loadPlaywright } from "./doctor-command.ts";

it("names the package to install if playwright-core is missing", async () => {
  const absent = () => Promise.reject(new Error("Cannot find package 'playwright-core'"));
  const loading = loadPlaywright(absent);
  await expect(loading).rejects.toThrow(UsageError);
  await expect(loading).rejects.toThrow("npm install --save-dev playwright-core");
});
