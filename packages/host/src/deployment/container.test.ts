/** The container file: it does not run as root, writes no files, and runs no scripts during the installation. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { containerFiles } from "./container.ts";

const recipe = containerFiles("pane.config.json", ["./fonts/inter.woff2", "releases/0.1.0/"]);
const lines = recipe.Containerfile.split("\n");
const instructions = lines.filter((line) => /^[A-Z]+ /.test(line));
const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith("FROM ")));

it("a container runs as a user that is not root, set after the last copy and before the start [T-D9]", () => {
  const names = last.map((line) => line.split(" ")[0]);
  expect(last).toContain("USER node");
  expect(names.filter((name) => name === "USER")).toHaveLength(1);
  expect(names.indexOf("USER")).toBeGreaterThan(names.lastIndexOf("COPY"));
  expect(names.indexOf("USER")).toBeLessThan(names.indexOf("CMD"));
});

it("a container's command may write nothing, has no capability, and cannot gain one", () => {
  const command = lines.find((line) => line.includes("docker run")) ?? "";
  for (const option of ["--read-only", "--cap-drop ALL", "--security-opt no-new-privileges"])
    expect(command).toContain(option);
});

it("a container contains the configuration, its fonts and releases, and nothing else of the folder [T-D11]", () => {
  expect(last.filter((line) => line.startsWith("COPY "))).toEqual([
    "COPY --from=install /app/node_modules ./node_modules",
    'COPY ["pane.config.json","./pane.config.json"]',
    'COPY ["fonts/inter.woff2","./fonts/inter.woff2"]',
    'COPY ["releases/0.1.0","./releases/0.1.0"]',
  ]);
  expect(last.at(-1)).toContain('"--config", "pane.config.json"');
  expect(recipe[".dockerignore"]).toBe(
    "*\n!package.json\n!package-lock.json\n!pane.config.json\n!fonts/inter.woff2\n!releases/0.1.0\n",
  );
});

it.each(["../fonts/a.woff2", "/srv/a.woff2", "a\nRUN x", "a/../../b", "a*", ".env", ".", ""])(
  "a container cannot contain %j",
  (file) => {
    expect(() => containerFiles("pane.config.json", [file])).toThrow(/cannot be copied into a container/);
  },
);

it("a container receives the signal to stop, and runs no script during the installation", () => {
  expect(last.at(-1)).toMatch(/^CMD \["node", "node_modules\/@cardpane\/host\/dist\/cli\.js", "serve", /);
  const install = instructions.find((line) => line.startsWith("RUN ")) ?? "";
  expect(install).toContain("npm ci --omit=dev --ignore-scripts");
});

it("only the build and the audit write files, so a server can run on a read-only file system [T-D10]", () => {
  const folder = new URL("..", import.meta.url);
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter(
    (file) => file.endsWith(".ts") && !/\.test\.ts$|testing\.ts$/.test(file),
  );
  const writing = sources.filter((file) =>
    /\b(writeFile|appendFile|mkdir|mkdtemp|createWriteStream|rename|rm|unlink|copyFile)(Sync)?\b/.test(
      readFileSync(new URL(file, folder), "utf8"),
    ),
  );
  expect(sources.length).toBeGreaterThan(20);
  expect(writing).toEqual(["cli/audit-command.ts", "cli/build-command.ts"]);
});
